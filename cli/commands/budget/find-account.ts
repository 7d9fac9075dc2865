import { asc, eq, or } from 'drizzle-orm';
import type { ComputeAccount } from '@/server/agents/capital/account';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { computeAccounts } from '@/server/db/schema';

/** An account by name or id. @throws AppError BAD_INPUT, NOT_FOUND naming the accounts there are */
export function findAccount(db: DbOrTx, name: string | undefined): ComputeAccount {
  if (!name) throw new AppError('BAD_INPUT', '--account NAME is needed; see oomrl budget list.');
  const account = db.select().from(computeAccounts).where(or(eq(computeAccounts.name, name), eq(computeAccounts.id, name))).get();
  if (account) return account;
  const names = db.select({ name: computeAccounts.name }).from(computeAccounts).orderBy(asc(computeAccounts.name)).all();
  throw new AppError('NOT_FOUND', `--account: there is no compute account ${name}; ${names.length > 0 ? `there are: ${names.map((n) => n.name).join(', ')}` : 'open one with oomrl budget open'}.`);
}
