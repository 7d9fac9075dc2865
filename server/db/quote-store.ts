import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import { decodeText } from '@/server/market/import/decode-text';
import { type ParsedQuotes, parseQuotes, quoteKey } from '@/server/market/quotes/parse-quotes';
import { createHash } from 'node:crypto';
import { type DbOrTx, write } from './client';
import { getMarket } from './market-store';
import { newId } from './new-id';
import { quoteImports, quotes } from './schema';

export type QuoteRow = typeof quotes.$inferSelect;
export type QuoteImport = typeof quoteImports.$inferSelect;

export interface StoredQuotes {
  readonly import: QuoteImport;
  readonly outcome: 'stored' | 'unchanged';
  /** Snapshots that another file had already brought; the first one stays. */
  readonly alreadyStored: number;
}

/**
 * Stores order-book snapshots of a market, all or nothing. The same content again changes nothing; a snapshot that contradicts
 * a stored one is an error, since evidence may cite it.
 * @throws AppError NOT_FOUND (market), BAD_INPUT (columns, no row kept, contradiction)
 */
export function storeQuotes(db: DbOrTx, input: { marketName: string; fileName: string; bytes: Uint8Array; now: number }): StoredQuotes {
  const { marketName, fileName, bytes, now } = input;
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  return write(db, (tx) => {
    getMarket(tx, marketName);
    const before = tx.select().from(quoteImports).where(and(eq(quoteImports.marketName, marketName), eq(quoteImports.contentHash, contentHash))).get();
    if (before) return { import: before, outcome: 'unchanged', alreadyStored: 0 };
    const parsed: ParsedQuotes = parseQuotes(new TextDecoder().decode(decodeText(bytes, fileName).utf8), fileName);
    const dates = parsed.quotes.map((q) => q.date).sort();
    const row = tx
      .insert(quoteImports)
      .values({ id: newId('import'), marketName, fileName, contentHash, rowsKept: parsed.quotes.length, refused: [...parsed.refused], firstDate: dates[0]!, lastDate: dates.at(-1)!, importedAt: now })
      .returning()
      .get();
    let alreadyStored = 0;
    for (const quote of parsed.quotes) {
      const id = `${marketName}/${quoteKey(quote)}`;
      if (tx.insert(quotes).values({ id, importId: row.id, marketName, ...quote }).onConflictDoNothing().run().changes > 0) continue;
      const stored = tx.select().from(quotes).where(eq(quotes.id, id)).get()!;
      const same = stored.bidE4 === quote.bidE4 && stored.askE4 === quote.askE4 && stored.bidShares === quote.bidShares && stored.askShares === quote.askShares;
      if (!same) throw new AppError('BAD_INPUT', `${fileName}: the snapshot ${id} is already stored with other numbers; evidence may cite it, so it never changes.`, { id });
      alreadyStored++;
    }
    return { import: row, outcome: 'stored', alreadyStored };
  });
}

const MAX_ROWS = 20_000;

/** Best-level snapshots of some names on some days, in order of time. */
export function readQuotes(db: DbOrTx, input: { marketName: string; symbols: readonly string[]; from: string; to: string }): QuoteRow[] {
  if (input.symbols.length === 0) return [];
  return db
    .select()
    .from(quotes)
    .where(and(eq(quotes.marketName, input.marketName), gte(quotes.date, input.from), lte(quotes.date, input.to), inArray(quotes.symbol, [...input.symbols]), eq(quotes.level, 1)))
    .orderBy(asc(quotes.date), asc(quotes.time), asc(quotes.symbol))
    .limit(MAX_ROWS)
    .all();
}
