import { z } from 'zod';
import { openAccount, readBalance } from '@/server/agents/capital/account';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { migrateDb, openDb } from '@/server/db/client';
import { parseArgs } from '../../parse-args';
import { readValues } from '../../read-values';
import { AMOUNT_OPTIONS, balanceJson, balanceLine, parseAmount } from './amounts';

export const help = `oomrl budget open --account NAME [--tokens N] [--cpu-seconds N] [--wall-seconds N] [--money X] [--json]

Opens a compute account. What is not named is 0 (none may be used), except wall time, which is then not limited. An account that is
there already stays as it is: only a top-up by a person refills it.
`;
const nameSchema = z.string({ error: 'is needed: the name of the new account' }).trim().min(1, 'must be a name, not empty').max(100, 'must be at most 100 characters');

/** `oomrl budget open`. @throws AppError BAD_INPUT */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { account: { type: 'string' }, ...AMOUNT_OPTIONS, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const name = readValues(nameSchema, values.account, '--account');
  const capital = parseAmount(values, 'budget open');
  const db = openDb();
  try {
    migrateDb(db);
    const balance = readBalance(db, openAccount(db, { name, capital, actor: CLI_ACTOR, now: Date.now() }).id);
    process.stdout.write(`${values.json ? JSON.stringify(balanceJson(balance)) : balanceLine(balance)}\n`);
    return 0;
  } finally {
    db.$client.close();
  }
}
