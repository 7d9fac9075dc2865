import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@/server/contracts/errors';
import { rootDir } from '@/server/db/client';
import { parseArgs } from '../parse-args';

/** `oomrl serve [--port N] [--host H]`: what `npm start` does: prepares what is missing and serves the console until it is told to stop. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { port: { type: 'string' }, host: { type: 'string' }, json: { type: 'boolean' } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(values.port!.trim() !== '' && Number.isInteger(port) && port >= 1 && port <= 65_535)) throw new AppError('BAD_INPUT', `--port: value is ${JSON.stringify(values.port)}; allowed: a whole number from 1 to 65535.`);
  const script = join(rootDir(), 'server', 'boot', 'start.mjs');
  if (!existsSync(script)) throw new AppError('MISSING_PART', `${script} is missing; run \`oomrl serve\` in a checkout, or set OOMRL_ROOT to one.`);
  const env = { ...process.env, ...(values.port ? { PORT: values.port } : {}), ...(values.host ? { HOST: values.host } : {}) };
  const child = spawn(process.execPath, [script], { cwd: rootDir(), stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
