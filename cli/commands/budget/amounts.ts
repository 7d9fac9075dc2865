import { z } from 'zod';
import type { Amount, Balance } from '@/server/agents/capital/account';
import { AppError } from '@/server/contracts/errors';
import { readValues } from '../../read-values';

/** Options that name an amount of compute capital. */
export const AMOUNT_OPTIONS = { tokens: { type: 'string' }, 'cpu-seconds': { type: 'string' }, 'wall-seconds': { type: 'string' }, money: { type: 'string' } } as const;

const number = z.coerce.number({ error: 'must be a number of 0 or more' }).min(0, 'must be 0 or more').max(1e12, 'must be at most 1e12');
const amountSchema = z.object({ tokens: number.int('must be a whole number of 0 or more').default(0), 'cpu-seconds': number.default(0), 'wall-seconds': number.optional(), money: number.max(1e9, 'must be at most 1e9').default(0) });

/** @throws AppError BAD_INPUT naming the option, or when none was given */
export function parseAmount(values: Readonly<Record<string, unknown>>, command: string): Amount {
  if (Object.keys(AMOUNT_OPTIONS).every((name) => values[name] === undefined)) throw new AppError('BAD_INPUT', `${command} needs at least one of --tokens, --cpu-seconds, --wall-seconds, --money.`);
  const parsed = readValues(amountSchema, values);
  return { tokens: parsed.tokens, cpuSeconds: parsed['cpu-seconds'], costMicros: Math.round(parsed.money * 1e6), ...(parsed['wall-seconds'] === undefined ? {} : { wallSeconds: parsed['wall-seconds'] }) };
}

/** A balance as JSON: money in whole units, wall seconds null when not limited. */
export function balanceJson({ account, limit, spent, left }: Balance) {
  const side = (amount: Required<Amount>) => ({ tokens: amount.tokens, cpuSeconds: amount.cpuSeconds, money: amount.costMicros / 1e6, wallSeconds: Number.isFinite(amount.wallSeconds) ? amount.wallSeconds : null });
  return { id: account.id, name: account.name, outOfMoney: account.exhausted, limit: side(limit), spent: side(spent), left: side(left) };
}

/** One line for a person. */
export function balanceLine(balance: Balance): string {
  const { name, outOfMoney, limit, left } = balanceJson(balance);
  const part = (what: string, l: number | null, of: number | null, digits: number) => (of === null ? `${what} without limit` : `${l!.toFixed(digits)} of ${of.toFixed(digits)} ${what}`);
  return `${name}: left ${[part('tokens', left.tokens, limit.tokens, 0), part('CPU s', left.cpuSeconds, limit.cpuSeconds, 1), part('wall s', left.wallSeconds, limit.wallSeconds, 1), part('money', left.money, limit.money, 2)].join(', ')}${outOfMoney ? '; out of money' : ''}`;
}
