'use server';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { COST_SETTINGS } from '@/components/settings/cost-settings';
import { withValueAt } from '@/components/settings/last-changes';
import { createUser, disableUser, getUserRow, setRole as setUserRole } from '@/server/access/users';
import { issueSignInLink } from '@/server/access/sign-in';
import { setPrices } from '@/server/agents/capital/prices';
import { topUp as topUpAccount } from '@/server/agents/capital/spend';
import { appendAudit } from '@/server/audit/append-audit';
import { readBookConfig } from '@/server/books/book-config';
import { configureBook } from '@/server/books/configure-book';
import { getBook } from '@/server/books/get-book';
import { ruleNameSchema } from '@/server/contracts/alert';
import { AppError } from '@/server/contracts/errors';
import { idSchema } from '@/server/contracts/ids';
import { roleSchema } from '@/server/contracts/roles';
import { write } from '@/server/db/client';
import { setThresholds } from '@/server/monitor/thresholds';

const ofBook = z.object({ bookId: idSchema('book'), expectedRevision: z.int().min(0) });
const costNames = z.enum(COST_SETTINGS.map((s) => s.name) as [string, ...string[]]);

export const saveThresholds = defineAction({ what: 'Save thresholds', role: 'approver', schema: ofBook.extend({ changes: z.partialRecord(ruleNameSchema, z.number()) }) }, ({ db, actor, now }, { bookId, expectedRevision, changes }) => setThresholds(db, { bookId, thresholds: changes, expectedRevision, actor, now }).revision);

export const saveCosts = defineAction({ what: 'Save costs and limits', role: 'approver', schema: ofBook.extend({ changes: z.partialRecord(costNames, z.number()) }) }, ({ db, actor, now }, { bookId, expectedRevision, changes }) => {
  const config = Object.entries(changes).reduce((made, [name, value]) => withValueAt(made, name, value), readBookConfig(getBook(db, bookId)));
  return configureBook(db, { bookId, patch: config, expectedRevision, actor, now }).revision;
});

const linkOf = (name: string, link: { token: string; expiresAt: number }) => ({ name, path: `/sign-in?link=${link.token}`, expiresAt: link.expiresAt });

/** A person and their first sign-in link, or neither. */
export const addPerson = defineAction({ what: 'Add person', role: 'approver', schema: z.object({ name: z.string(), role: roleSchema }) }, ({ db, actor, now }, { name, role }) =>
  write(db, (tx) => {
    const user = createUser(tx, { name, role, actor, now });
    return linkOf(user.name, issueSignInLink(tx, { userId: user.id, now }));
  }),
);

const person = z.object({ userId: idSchema('user') });
export const newLink = defineAction({ what: 'New sign-in link', role: 'approver', schema: person }, ({ db, actor, now }, { userId }) =>
  write(db, (tx) => {
    const link = issueSignInLink(tx, { userId, now });
    appendAudit(tx, { actor, action: 'user.link', entity: userId, detail: { expiresAt: link.expiresAt }, now });
    return linkOf(getUserRow(tx, userId).name, link);
  }),
);
export const setRole = defineAction({ what: 'Change role', role: 'approver', schema: person.extend({ role: roleSchema }) }, ({ db, actor, now }, input) => setUserRole(db, { ...input, actor, now }).role);
export const disable = defineAction({ what: 'Disable person', role: 'approver', schema: person }, ({ db, actor, now }, { userId }) => {
  if (userId === actor.id) throw new AppError('BAD_INPUT', 'You cannot disable yourself; another approver can.');
  return disableUser(db, { userId, actor, now }).disabledAt;
});

const amount = z.number().min(0).max(1e12);
export const topUp = defineAction(
  { what: 'Top up', role: 'approver', schema: z.object({ accountId: idSchema('account'), tokens: amount, cpuSeconds: amount, wallSeconds: amount, money: z.number().min(0).max(1e9), reason: z.string().trim().min(3).max(1000), requestId: z.uuid() }) },
  ({ db, actor, now }, { accountId, tokens, cpuSeconds, wallSeconds, money, reason, requestId }) => topUpAccount(db, { accountId, amount: { tokens, cpuSeconds, ...(wallSeconds > 0 ? { wallSeconds } : {}), costMicros: Math.round(money * 1e6) }, reason, requestId, actor, now }).left,
);

export const savePrices = defineAction({ what: 'Save prices', role: 'approver', schema: z.object({ prices: z.array(z.unknown()).max(500) }) }, ({ db, actor, now }, { prices }) => setPrices(db, { prices, actor, now }).length);
