import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { autopsySchema } from '@/server/contracts/autopsy';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { dataDir } from '@/server/db/client';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { readAnchor } from '@/server/stdaw/anchor/read-anchor';
import { LOCK_FILE, writeTestsLock } from '@/server/stdaw/anchor/tests-lock';
import { signingKey } from '@/server/stdaw/record/signing-key';
import { makeRecord, storeRecord } from '@/server/stdaw/record/verdict-record';
import { coolDown } from '@/server/stdaw/runner/warm-pairs';
import type { VerifyInput } from '@/server/stdaw/verify/types';
import { verifyPackage } from '@/server/stdaw/verify-package';
import { loadPackage } from '@/server/strategy/load-package';
import type { StrategyPackage } from '@/server/strategy/types';
import { parseArgs } from '../parse-args';
import { readValues } from '../read-values';
import { loadVerifyMarket } from './verify/load-verify-market';
import { printGate, printVerdict } from './verify/print-verdict';
import { replay } from './verify/replay';

export const help = `oomrl verify --package DIR [--patch FILE] [--phase logic|test] [--market NAME [--from D] [--to D]] [--autopsy FILE] [--seed N] [--record] [--json]
oomrl verify --package DIR --accept-tests
oomrl verify --replay RECORD [--json]

Runs the STDAW gates on a strategy package, or on a patch against it. The tests must be those of git HEAD when DIR is in a
repository, and those of strategy.lock when there is one; --accept-tests writes that lock. --autopsy takes constraints and
acceptance numbers from an autopsy. --record writes a signed record of the verdict into the data directory; --replay checks the
signature of one and verifies again what it describes. Exit status 0 = every gate passed, 1 = a gate failed, 2 = wrong use or a missing part.
`;

const OPTIONS = {
  package: { type: 'string' }, patch: { type: 'string' }, phase: { type: 'string', default: 'logic' }, market: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' },
  autopsy: { type: 'string' }, replay: { type: 'string' }, record: { type: 'boolean', default: false }, seed: { type: 'string' }, json: { type: 'boolean', default: false }, 'accept-tests': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false },
} as const;
const valuesSchema = z.object({
  package: z.string({ error: 'is needed: the directory of a strategy package' }),
  phase: z.enum(['logic', 'test'], { error: 'must be logic or test' }),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  seed: z.coerce.number().int().min(0).max(0xffff_ffff).default(() => randomInt(0xffff_ffff)),
});
/** Only the parts of an autopsy that bind a verification. */
const orderSchema = z.object({ constraints: autopsySchema.shape.constraints, acceptance: autopsySchema.shape.acceptance });

/** `oomrl verify`. Without a sandbox nothing is read or run. @throws AppError */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (values.replay !== undefined) return replay(readInput(values.replay, '--replay').toString('utf8'), values.json);
  const { package: dir, phase, seed, from, to } = readValues(valuesSchema, values);
  if (values['accept-tests']) {
    const lock = writeTestsLock(dir, loadPackage(dir));
    process.stdout.write(`${values.json ? JSON.stringify(lock) : `Tests ${lock.tests.slice(0, 12)} and baseline ${lock.baseline.slice(0, 12)} are accepted in ${LOCK_FILE}; commit it.`}\n`);
    return 0;
  }
  await requireSandbox();
  const diff = values.patch === undefined ? null : readInput(values.patch, '--patch');
  const order = parseOrThrow(orderSchema, values.autopsy === undefined ? {} : parseJson(readInput(values.autopsy, '--autopsy').toString('utf8')), '--autopsy');
  const market = values.market === undefined ? null : loadVerifyMarket(values.market, { from, to });
  const say = (line: string) => (values.json ? process.stderr : process.stdout).write(`${line}\n`);
  if (!existsSync(join(dir, 'strategy.json'))) throw new AppError('NOT_FOUND', `--package: value is ${JSON.stringify(dir)}, which holds no strategy.json; allowed: the directory of a strategy package.`);
  let basePackage: StrategyPackage;
  let anchor: ReturnType<typeof readAnchor>;
  try {
    basePackage = loadPackage(dir);
    anchor = readAnchor(dir);
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'BAD_INPUT' && error.code !== 'TOO_LARGE')) throw error;
    if (values.json) process.stdout.write(`${JSON.stringify({ status: 'fail', code: 'PACKAGE_INVALID', message: error.message })}\n`);
    else say(`Package refused (PACKAGE_INVALID): ${error.message}`);
    return 1;
  }
  const input: VerifyInput = {
    basePackage, diff, seed, phase: phase === 'logic' ? 'logic_genesis' : 'test_genesis', ...order,
    accepted: anchor.accepted, ...(anchor.sources ? { acceptedSources: anchor.sources } : {}), ...(market ? { market } : {}),
    reread: () => loadPackage(dir),
    onGate: (gate) => say(printGate(gate)),
  };
  const verification = await verifyPackage(input).finally(coolDown);
  const { verdict, verdictHash } = verification;
  const record = values.record ? storeRecord(dataDir(), makeRecord(input, verification, signingKey(dataDir()))) : null;
  if (values.json) process.stdout.write(`${JSON.stringify({ ...verdict, verdictHash, ...(record ? { record } : {}) })}\n`);
  else say(printVerdict(verdict, verdictHash) + (record ? `\nrecord ${record}` : ''));
  return verdict.status === 'pass' ? 0 : 1;
}

function readInput(file: string, option: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new AppError('BAD_INPUT', `${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); check the path.`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('BAD_INPUT', `--autopsy is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
