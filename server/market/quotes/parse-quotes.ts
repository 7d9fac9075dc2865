import { isCalendarDate } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';

/** One level of an order-book snapshot, as read. Prices in ten-thousandths of the currency; null = nobody stands on that side. */
export interface Quote {
  readonly symbol: string;
  readonly date: string;
  readonly time: string;
  readonly level: number;
  readonly bidE4: number | null;
  readonly askE4: number | null;
  readonly bidShares: number;
  readonly askShares: number;
}

export interface ParsedQuotes {
  readonly quotes: readonly Quote[];
  readonly refused: readonly { readonly reason: string; readonly rows: number; readonly firstLine: number }[];
}

/** Names of the columns as data vendors write them, compared without case, spaces and underscores. */
const NAMES = {
  time: ['time', 'timestamp', 'datetime', 'tradetime'], date: ['date', 'tradedate', 'tradingday'], symbol: ['symbol', 'ticker', 'code', 'instrument', 'secid'],
  bid: ['bid', 'bidprice', 'bid1', 'bidprice1', 'bidpx'], ask: ['ask', 'askprice', 'ask1', 'askprice1', 'askpx', 'offer'],
  bidSize: ['bidsize', 'bidshares', 'bidvolume', 'bidvol', 'bidqty', 'bidsize1', 'bidvolume1'], askSize: ['asksize', 'askshares', 'askvolume', 'askvol', 'askqty', 'asksize1', 'askvolume1'], level: ['level', 'depth'],
} as const;
type Column = keyof typeof NAMES;
const REQUIRED: readonly Column[] = ['time', 'symbol', 'bid', 'ask', 'bidSize', 'askSize'];
const MAX_LEVEL = 50;

/**
 * Reads order-book snapshots (time, symbol, bid, ask, bid size, ask size; optional date, level) from delimited text. A row that
 * cannot be a snapshot is refused with its reason, never repaired. Times are the exchange's wall clock and stay text.
 * @throws AppError BAD_INPUT when a column is missing or no row can be kept
 */
export function parseQuotes(text: string, fileName: string): ParsedQuotes {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const head = lines[0] ?? '';
  const delimiter = ['\t', ';', ','].find((d) => head.includes(d)) ?? ',';
  const header = head.split(delimiter);
  const columns = findColumns(header, fileName);
  const quotes: Quote[] = [];
  const seen = new Set<string>();
  const refused = new Map<string, { rows: number; firstLine: number }>();
  for (let i = 1; i < lines.length; i++) {
    if (lines[i]!.trim() === '') continue;
    const cells = lines[i]!.split(delimiter).map((c) => c.trim().replace(/^"(.*)"$/, '$1'));
    const read = cells.length !== header.length ? 'the row has other cells than the header: it is cut off, or a number has thousands separators' : readRow((name) => (columns[name] === undefined ? '' : (cells[columns[name]] ?? '')));
    const reason = typeof read === 'string' ? read : seen.has(quoteKey(read)) ? 'the same symbol, time and level stands above' : null;
    if (reason !== null) {
      const before = refused.get(reason);
      refused.set(reason, { rows: (before?.rows ?? 0) + 1, firstLine: before?.firstLine ?? i + 1 });
    } else {
      seen.add(quoteKey(read as Quote));
      quotes.push(read as Quote);
    }
  }
  const ledger = [...refused].map(([reason, rest]) => ({ reason, ...rest }));
  if (quotes.length === 0) throw new AppError('BAD_INPUT', `${fileName}: no row could be kept${ledger[0] ? ` (line ${ledger[0].firstLine}: ${ledger[0].reason})` : ''}.`, { refused: ledger });
  return { quotes, refused: ledger };
}

/** What makes a snapshot level unique within a market. */
export const quoteKey = (q: Pick<Quote, 'symbol' | 'date' | 'time' | 'level'>): string => `${q.symbol}/${q.date}T${q.time}/${q.level}`;

function findColumns(header: readonly string[], fileName: string): Partial<Record<Column, number>> {
  const names = header.map((h) => h.trim().replace(/^"(.*)"$/, '$1').toLowerCase().replace(/[\s_]/g, ''));
  const found: Partial<Record<Column, number>> = {};
  for (const [column, aliases] of Object.entries(NAMES) as [Column, readonly string[]][]) {
    const at = names.findIndex((n) => aliases.includes(n));
    if (at >= 0) found[column] = at;
  }
  const missing = REQUIRED.filter((c) => found[c] === undefined);
  if (missing.length > 0) throw new AppError('BAD_INPUT', `${fileName}: no column for ${missing.join(', ')}; the header has ${names.join(', ')}.`, { missing });
  return found;
}

/** A quote, or why it is none. */
function readRow(cell: (name: Column) => string): Quote | string {
  const moment = readMoment(cell('date'), cell('time'));
  if (typeof moment === 'string') return moment;
  const symbol = cell('symbol');
  if (!/^[\w.:-]{1,32}$/.test(symbol)) return 'the symbol is empty or has other characters than letters, digits, dot, dash';
  const [bidE4, askE4] = [priceE4(cell('bid')), priceE4(cell('ask'))];
  if (bidE4 === undefined || askE4 === undefined) return 'a price is no positive number with at most four decimals';
  const [bidShares, askShares] = [shares(cell('bidSize')), shares(cell('askSize'))];
  if (bidShares === null || askShares === null) return 'a size is no whole number of shares';
  if (bidE4 === null && askE4 === null) return 'nobody stands on either side';
  if (bidE4 !== null && askE4 !== null && bidE4 >= askE4) return 'the bid is not below the ask (crossed or locked)';
  if ((bidE4 === null) !== (bidShares === 0) || (askE4 === null) !== (askShares === 0)) return 'a price without a size, or a size without a price';
  const level = cell('level') === '' ? 1 : Number(cell('level'));
  if (!Number.isInteger(level) || level < 1 || level > MAX_LEVEL) return `the level is no integer from 1 to ${MAX_LEVEL}`;
  return { symbol, ...moment, level, bidE4, askE4, bidShares, askShares };
}

/** Calendar date and wall-clock time; an offset is left off (what stands before it is the wall clock), UTC is refused. */
function readMoment(date: string, time: string): { date: string; time: string } | string {
  const text = date === '' ? time : `${date} ${time}`;
  const match = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})[T ](\d{2}):?(\d{2}):?(\d{2})?(?:\.(\d{1,9}))?(?:[+-]\d{2}:?\d{2})?$/.exec(text);
  if (!match) return /Z$/i.test(text) ? 'the time is UTC; give the wall clock of the exchange' : 'the time is no date with hours and minutes';
  const [, y, m, d, hour, minute, second = '00', fraction] = match;
  const day = `${y}-${m}-${d}`;
  if (!isCalendarDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return 'the time does not exist on the calendar or the clock';
  return { date: day, time: `${hour}:${minute}:${second}${fraction ? `.${fraction}` : ''}` };
}

/** Undefined = no price; null = an empty side (blank or 0). */
function priceE4(text: string): number | null | undefined {
  if (text === '' || /^0+(\.0+)?$/.test(text)) return null;
  const match = /^(\d{1,10})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  return decimals.length > 4 ? undefined : Number(match[1]) * 10_000 + Number(decimals.padEnd(4, '0'));
}

function shares(text: string): number | null {
  if (text === '') return 0;
  return /^\d{1,15}(\.0+)?$/.test(text) ? Number(text) : null;
}
