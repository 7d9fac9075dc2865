import { userInfo } from 'node:os';
import { z } from 'zod';
import { execUnderAccount } from '@/server/agents/capital/exec-command';
import { AppError } from '@/server/contracts/errors';
import { migrateDb, openDb } from '@/server/db/client';
import { refusalLine } from '../explain';
import { parseArgs } from '../parse-args';
import { readValues } from '../read-values';
import { findAccount } from './budget/find-account';

export const help = `oomrl budget exec --account NAME [--cpu-price X] [--json] -- COMMAND [ARGUMENT…]

Runs a command under a compute account. CPU seconds of all its processes and wall seconds are metered and booked; --cpu-price is the
money one CPU second costs (0 when absent). Refused when the account is out of money; ended within about a second of running out;
what it leaves running in the background ends with it. A killed meter loses no cost: what it had reserved is booked by the next
exec or list. Exit status: the command's own (128 + signal when it was killed), 1 when the money ran out, 2 on wrong use.
With --json the command's standard output goes to standard error and the report stands on standard output.
`;
const priceSchema = z.coerce.number({ error: 'must be an amount of money per CPU second' }).min(0, 'must be 0 or more').max(1e6, 'must be at most 1e6');

/** `oomrl budget exec`. @throws AppError on wrong use; out of money is exit status 1 with a sentence */
export async function run(args: string[]): Promise<number> {
  const split = args.indexOf('--');
  const { values } = parseArgs({ args: split < 0 ? args : args.slice(0, split), options: { account: { type: 'string' }, 'cpu-price': { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [program, ...rest] = split < 0 ? [] : args.slice(split + 1);
  if (program === undefined) throw new AppError('BAD_INPUT', 'budget exec needs the command after --, as in: oomrl budget exec --account NAME -- make test');
  const cpuSecondMicros = readValues(priceSchema, values['cpu-price'] ?? 0, '--cpu-price') * 1e6;
  const db = openDb();
  try {
    migrateDb(db);
    const account = findAccount(db, values.account);
    const report = await execUnderAccount(db, {
      accountId: account.id, command: [program, ...rest], cpuSecondMicros, actorName: `budget exec by ${userInfo().username}`, clock: Date.now,
      stdio: ['inherit', values.json ? 2 : 'inherit', 'inherit'],
    });
    if (values.json) process.stdout.write(`${JSON.stringify({ account: account.name, ...report })}\n`);
    process.stderr.write(`oomrl: ${account.name} paid ${report.cpuSeconds.toFixed(2)} CPU s, ${report.wallSeconds.toFixed(2)} wall s${cpuSecondMicros > 0 ? `, ${(report.costMicros / 1e6).toFixed(4)} money` : ''}\n`);
    if (report.outOfMoney === null) return report.exitCode;
    process.stderr.write(`oomrl: the command was ended. ${report.outOfMoney}\n`);
    return 1;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'OUT_OF_MONEY') throw error;
    if (values.json) process.stdout.write(`${JSON.stringify({ account: values.account, exitCode: null, outOfMoney: error.message })}\n`);
    process.stderr.write(`${refusalLine(new AppError(error.code, `the command was not started. ${error.message}`, error.details), values.json)}\n`);
    return 1;
  } finally {
    db.$client.close();
  }
}
