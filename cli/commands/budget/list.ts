import { listBalances } from '@/server/agents/capital/account';
import { settleDeadRuns } from '@/server/agents/capital/exec-settle';
import { migrateDb, openDb } from '@/server/db/client';
import { parseArgs } from '../../parse-args';
import { balanceJson, balanceLine } from './amounts';

export const help = 'oomrl budget list [--json]\n\nEvery compute account with what it had, spent and has left. What a killed `budget exec` had reserved is booked first.\n';

/** `oomrl budget list`. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const db = openDb();
  try {
    migrateDb(db);
    for (const { account } of listBalances(db)) settleDeadRuns(db, { accountId: account.id, now: Date.now() });
    const balances = listBalances(db);
    process.stdout.write(values.json ? `${JSON.stringify(balances.map(balanceJson))}\n` : balances.length === 0 ? 'There is no compute account yet; oomrl budget open makes one.\n' : `${balances.map(balanceLine).join('\n')}\n`);
    return 0;
  } finally {
    db.$client.close();
  }
}
