import { AppError } from '@/server/contracts/errors';
import { codeOf } from '../board-rules';
import type { RawTable } from './raw-table';

/**
 * A table that is no bar file, though some of its rows could be read: nothing kept, more refused than kept, or a symbol without one
 * price. Holds for every format. @throws AppError BAD_INPUT naming file, line and value
 */
export function refuseUnusable(table: RawTable): void {
  const first = table.refused[0];
  const details = { file: table.name, refused: table.refused };
  if (table.rows === 0) throw new AppError('BAD_INPUT', `${table.name}${first ? `:${first.line}: ${first.reason}` : ' has a header but no rows'}; nothing was imported.`, details);
  if (first && table.refusedTotal > table.rows) {
    throw new AppError('BAD_INPUT', `${table.name}:${first.line}: ${first.reason}; ${table.refusedTotal} of ${table.refusedTotal + table.rows} rows are no bars. Nothing was imported: is the mapping right?`, details);
  }
  const priced = new Uint8Array(table.symbols.length);
  for (let r = 0; r < table.rows; r++) if (table.columns.close![r]! > 0) priced[table.symbolAt[r]!] = 1;
  const bare = table.symbols.find((_, k) => priced[k] === 0 && table.symbolAt.includes(k));
  if (bare !== undefined) throw new AppError('BAD_INPUT', `${table.name}: ${bare} has rows but no close on any of them; take it out or name the right column. Nothing was imported.`, details);
}

const HOME: readonly (readonly [RegExp, string])[] = [[/^[69]/, 'SH'], [/^[03]/, 'SZ'], [/^[48]/, 'BJ']];
const EXCHANGES: Readonly<Record<string, string>> = { SH: 'SH', SS: 'SH', XSHG: 'SH', SZ: 'SZ', XSHE: 'SZ', BJ: 'BJ' };

/** Exchange and code of an A-share symbol, however it is written; null when it is none. */
function listingOf(symbol: string): string | null {
  const code = codeOf(symbol);
  if (code === null) return null;
  const named = symbol.toUpperCase().split(code).map((part) => EXCHANGES[part.replace(/[^A-Z]/g, '')]).find((part) => part !== undefined);
  return `${named ?? HOME.find(([pattern]) => pattern.test(code))?.[1] ?? ''}${code}`;
}

/** One share under two spellings (sh600000, 600000.SH) would be held twice. @throws AppError BAD_INPUT naming both */
export function refuseTwoSpellings(symbols: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const symbol of symbols) {
    const listing = listingOf(symbol);
    if (listing === null) continue;
    const other = seen.get(listing);
    if (other !== undefined) throw new AppError('BAD_INPUT', `${other} and ${symbol} are the same listing (${listing}) under two names; write one name throughout. Nothing was imported.`, { symbols: [other, symbol] });
    seen.set(listing, symbol);
  }
}

/**
 * Digits that are no six-digit code: a spreadsheet has taken the zeros away (000001 → 1), or this is another country. Only a person knows.
 * @throws AppError BAD_INPUT naming them
 */
export function refuseLostZeros(symbols: readonly string[]): void {
  const short = symbols.filter((s) => /^\d{1,5}$/.test(s));
  if (short.length > 0) {
    throw new AppError('BAD_INPUT', `The symbols ${short.slice(0, 5).join(', ')}${short.length > 5 ? ` and ${short.length - 5} more` : ''} are digits but no six-digit code: a spreadsheet drops leading zeros (000001 becomes 1). Write the codes with six digits, or say the board in the mapping ({"board": "us"}) if this is another market.`, { symbols: short.slice(0, 50) });
  }
}
