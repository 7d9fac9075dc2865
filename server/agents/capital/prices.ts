import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { providerNameSchema } from '@/server/contracts/proposal';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { settings } from '@/server/db/schema';

const micros = z.int().min(0).max(1_000_000_000_000);
/** One dated price. Per million tokens, in millionths of the account's currency: 3.00 per million tokens = 3,000,000. A local model costs an explicit 0. */
export const priceSchema = z.strictObject({
  provider: providerNameSchema,
  /** Model id as the provider names it; `*` for every model of the provider. */
  model: z.string().min(1).max(200),
  from: dateSchema,
  inputMicrosPerMillion: micros,
  outputMicrosPerMillion: micros,
  cpuSecondMicros: micros.default(0),
});
export type Price = z.output<typeof priceSchema>;
const tableSchema = z.array(priceSchema).max(500);
const KEY = 'agents.prices';

/** The search agent needs no model, and whoever hands in a patch pays for their own: both cost CPU seconds, which have their own limit. */
const BUILT_IN: readonly Price[] = (['search', 'mcp'] as const).map((provider) => ({ provider, model: '*', from: '1970-01-01', inputMicrosPerMillion: 0, outputMicrosPerMillion: 0, cpuSecondMicros: 0 }));

/** Prices a person entered, newest last. */
export function listPrices(db: DbOrTx): Price[] {
  const row = db.select().from(settings).where(eq(settings.key, KEY)).get();
  return row ? parseOrThrow(tableSchema, row.value, KEY) : [];
}

/** Replaces the price table. @throws AppError NOT_ALLOWED, BAD_INPUT */
export function setPrices(db: DbOrTx, input: { prices: unknown; actor: Actor; now: number }): Price[] {
  if (!roleAtLeast(input.actor.role, 'approver')) throw new AppError('NOT_ALLOWED', `Changing prices needs the role approver; ${input.actor.name} is ${input.actor.role}.`, { need: 'approver' });
  const prices = parseOrThrow(tableSchema, input.prices, 'prices');
  const days = new Set<string>();
  for (const { provider, model, from } of prices) {
    const key = JSON.stringify([provider, model, from]);
    if (days.has(key)) throw new AppError('BAD_INPUT', `prices: ${provider} ${model} has two prices from ${from} on; keep one.`);
    days.add(key);
  }
  return write(db, (tx) => {
    const row = { value: prices, updatedAt: input.now, updatedBy: input.actor.name };
    tx.insert(settings).values({ key: KEY, ...row }).onConflictDoUpdate({ target: settings.key, set: row }).run();
    appendAudit(tx, { actor: input.actor, action: 'settings.prices', entity: KEY, detail: { prices }, now: input.now });
    return prices;
  });
}

/** The price in force on a day. Unknown is not free. @throws AppError OUT_OF_MONEY when no price is known */
export function priceOf(db: DbOrTx, input: { provider: Price['provider']; model: string; date: string }): Price {
  const known = [...BUILT_IN, ...listPrices(db)]
    .filter((p) => p.provider === input.provider && (p.model === input.model || p.model === '*') && p.from <= input.date)
    .sort((a, b) => Number(a.model !== '*') - Number(b.model !== '*') || (a.from < b.from ? -1 : 1));
  const price = known.at(-1);
  if (!price) throw new AppError('OUT_OF_MONEY', `The price of ${input.provider} model ${input.model} is unknown; enter it in Settings › Agents and budgets › Prices (0 for a local model) before it may run.`, { provider: input.provider, model: input.model });
  return price;
}

/** Cost of a call in micros, rounded up: money is never lost to rounding. */
export function costOf(price: Price, usage: { inputTokens: number; outputTokens: number; cpuSeconds: number }): number {
  return Math.ceil((usage.inputTokens * price.inputMicrosPerMillion + usage.outputTokens * price.outputMicrosPerMillion) / 1e6 + usage.cpuSeconds * price.cpuSecondMicros);
}
