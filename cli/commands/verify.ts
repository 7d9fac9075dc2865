import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { dateSchema } from '@/server/contracts/ids';
import { LOCK_FILE, writeTestsLock } from '@/server/stdaw/anchor/tests-lock';
import { loadPackage } from '@/server/strategy/load-package';
import { parseArgs } from '../parse-args';
import { datedInOrder, readValues } from '../read-values';
import { readInput } from './verify/read-input';

export const help = `oomrl verify --package DIR [--patch FILE] [--phase logic|test] [--market NAME [--from D] [--to D]] [--autopsy FILE] [--seed N] [--record] [--json]
oomrl verify --package DIR --accept-tests
oomrl verify --replay RECORD [--json]
oomrl verify --self-test [--json]

Runs the STDAW gates on a strategy package, or on a patch against it. Tests and strategy.json must be those of git HEAD when
DIR is in a repository, and those of strategy.lock when there is one; --accept-tests writes that lock. --autopsy takes constraints
and acceptance numbers from an autopsy. --record writes a signed record of the verdict into the data directory; --replay checks the
signature of one and verifies again what it describes. --self-test proves what the sandbox of this machine isolates, and says which
layers bound memory, processes and CPU. Exit status 0 = every gate passed, 1 = a gate failed, 2 = wrong use or a missing part.
`;

const OPTIONS = {
  package: { type: 'string' }, patch: { type: 'string' }, phase: { type: 'string', default: 'logic' }, market: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' },
  autopsy: { type: 'string' }, replay: { type: 'string' }, record: { type: 'boolean', default: false }, seed: { type: 'string' }, json: { type: 'boolean', default: false }, 'accept-tests': { type: 'boolean', default: false }, 'self-test': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false },
} as const;
const valuesSchema = datedInOrder(z.object({
  package: z.string({ error: 'is needed: the directory of a strategy package' }),
  phase: z.enum(['logic', 'test'], { error: 'must be logic or test' }),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  seed: z.coerce.number().int().min(0).max(0xffff_ffff).default(() => randomInt(0xffff_ffff)),
}));
export type VerifySettings = z.output<typeof valuesSchema>;

/** `oomrl verify`. The compiler is loaded after the words are understood. @throws AppError */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (values['self-test']) return (await import('./verify/self-test')).selfTest(values.json);
  if (values.replay !== undefined) {
    const text = readInput(values.replay, '--replay').toString('utf8');
    return (await import('./verify/replay')).replay(text, values.json);
  }
  const settings = readValues(valuesSchema, values);
  const dir = settings.package;
  if (values['accept-tests']) {
    const lock = writeTestsLock(dir, loadPackage(dir));
    process.stdout.write(`${values.json ? JSON.stringify(lock) : `Tests ${lock.tests.slice(0, 12)}, baseline ${lock.baseline.slice(0, 12)} and strategy.json ${lock.manifest.slice(0, 12)} are accepted in ${LOCK_FILE}; commit it.`}\n`);
    return 0;
  }
  const { verifyHere } = await import('./verify/verify-here');
  return verifyHere({ ...settings, patch: values.patch, autopsy: values.autopsy, market: values.market, record: values.record, json: values.json });
}
