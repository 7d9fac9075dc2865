import { randomUUID } from 'node:crypto';
import { signOut } from '@/server/access/sessions';
import { signInWithPassword } from '@/server/access/sign-in';
import { toActor } from '@/server/access/users';
import { topUp } from '@/server/agents/capital/spend';
import { AppError } from '@/server/contracts/errors';
import { migrateDb, openDb } from '@/server/db/client';
import { parseArgs } from '../../parse-args';
import { AMOUNT_OPTIONS, balanceJson, balanceLine, parseAmount } from './amounts';
import { findAccount } from './find-account';
import { readPassword } from './read-password';

export const help = `oomrl budget top-up --account NAME --user PERSON --reason TEXT [--tokens N] [--cpu-seconds N] [--wall-seconds N] [--money X] [--json]

Adds compute capital; this alone leaves the state out of money. PERSON must have the role approver and is asked for the password
(typed at the terminal, or the first line of standard input); name, reason and amount stand in the audit log.
`;

/** `oomrl budget top-up`. @throws AppError BAD_INPUT, NOT_SIGNED_IN, NOT_ALLOWED, NOT_FOUND */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { account: { type: 'string' }, user: { type: 'string' }, reason: { type: 'string' }, ...AMOUNT_OPTIONS, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (!values.user) throw new AppError('BAD_INPUT', '--user PERSON is needed: who justifies the capital.');
  if (!values.reason) throw new AppError('BAD_INPUT', '--reason TEXT is needed: why more capital is justified.');
  const amount = parseAmount(values, 'budget top-up');
  const db = openDb();
  try {
    migrateDb(db);
    const account = findAccount(db, values.account);
    const password = await readPassword(`Password of ${values.user}: `);
    const { user, sessionToken } = await signInWithPassword(db, { name: values.user, password, now: Date.now() });
    const actor = toActor(user);
    signOut(db, { token: sessionToken, actor, now: Date.now() });
    const balance = topUp(db, { accountId: account.id, amount, reason: values.reason, requestId: randomUUID(), actor, now: Date.now() });
    process.stdout.write(`${values.json ? JSON.stringify(balanceJson(balance)) : balanceLine(balance)}\n`);
    return 0;
  } finally {
    db.$client.close();
  }
}
