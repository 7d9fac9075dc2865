import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { autopsySchema } from '@/server/contracts/autopsy';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { dataDir } from '@/server/db/client';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { readAnchor } from '@/server/stdaw/anchor/read-anchor';
import { signingKey } from '@/server/stdaw/record/signing-key';
import { makeRecord, storeRecord } from '@/server/stdaw/record/verdict-record';
import { coolDown } from '@/server/stdaw/runner/warm-pairs';
import type { VerifyInput } from '@/server/stdaw/verify/types';
import { verifyPackage } from '@/server/stdaw/verify-package';
import { loadPackage } from '@/server/strategy/load-package';
import type { StrategyPackage } from '@/server/strategy/types';
import type { VerifySettings } from '../verify';
import { loadVerifyMarket } from './load-verify-market';
import { printGate, printVerdict } from './print-verdict';
import { readInput } from './read-input';

/** Only the parts of an autopsy that bind a verification. */
const orderSchema = z.object({ constraints: autopsySchema.shape.constraints, acceptance: autopsySchema.shape.acceptance });

/** Without an anchor the RO-Lock holds during the run only: whoever wrote the source may have written the tests. */
const NOBODY_ACCEPTED = 'nobody has accepted the tests of this package: no commit of git and no strategy.lock holds them, so tests, baseline and strategy.json were taken as they lie there. Read them, then: oomrl verify --package DIR --accept-tests';

/** The gates on a package or a patch. Without a sandbox nothing is read or run. Exit status 0 = every gate passed, 1 = one failed. @throws AppError */
export async function verifyHere(settings: VerifySettings & { patch: string | undefined; autopsy: string | undefined; market: string | undefined; record: boolean; json: boolean }): Promise<number> {
  const { package: dir, phase, seed, from, to } = settings;
  await requireSandbox();
  const diff = settings.patch === undefined ? null : readInput(settings.patch, '--patch');
  const order = parseOrThrow(orderSchema, settings.autopsy === undefined ? {} : parseJson(readInput(settings.autopsy, '--autopsy').toString('utf8')), '--autopsy');
  const market = settings.market === undefined ? null : loadVerifyMarket(settings.market, { from, to });
  const say = (line: string) => (settings.json ? process.stderr : process.stdout).write(`${line}\n`);
  if (!existsSync(join(dir, 'strategy.json'))) throw new AppError('NOT_FOUND', `--package: value is ${JSON.stringify(dir)}, which holds no strategy.json; allowed: the directory of a strategy package.`);
  let basePackage: StrategyPackage;
  let anchor: ReturnType<typeof readAnchor>;
  try {
    basePackage = loadPackage(dir);
    anchor = readAnchor(dir);
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'BAD_INPUT' && error.code !== 'TOO_LARGE')) throw error;
    if (settings.json) process.stdout.write(`${JSON.stringify({ status: 'fail', code: 'PACKAGE_INVALID', message: error.message })}\n`);
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
  const note = anchor.accepted.length === 0 ? NOBODY_ACCEPTED : null;
  const record = settings.record ? storeRecord(dataDir(), makeRecord(input, verification, signingKey(dataDir()))) : null;
  if (settings.json) process.stdout.write(`${JSON.stringify({ ...verdict, verdictHash, ...(note ? { note } : {}), ...(record ? { record } : {}) })}\n`);
  else say(printVerdict(verdict, verdictHash) + (note ? `\nnote: ${note}` : '') + (record ? `\nrecord ${record}` : ''));
  return verdict.status === 'pass' ? 0 : 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('BAD_INPUT', `--autopsy is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
