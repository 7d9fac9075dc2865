import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { plainNumber } from '@/server/contracts/plain-number';

/** Rows of a small CSV with a header, each validated; blank lines are skipped. @throws AppError BAD_INPUT naming file, line and column */
export function parseRows<T>(text: string, file: string, schema: z.ZodType<T>): T[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = lines[0]!.split(',').map((name) => name.trim());
  const rows: T[] = [];
  for (const [k, line] of lines.entries()) {
    if (k === 0 || line.trim() === '') continue;
    const cells = line.split(',');
    if (cells.length !== header.length) throw new AppError('BAD_INPUT', `${file}:${k + 1}: ${cells.length} columns where the header has ${header.length}.`);
    const row = Object.fromEntries(header.map((name, i) => [name, cells[i]!.trim()]));
    const parsed = schema.safeParse(row);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      const column = issue.path.map(String).join('.');
      if (column !== '' && !(column in row)) throw new AppError('BAD_INPUT', `${file} has no column ${column}; its header is ${header.join(', ').slice(0, 300)}.`);
      throw new AppError('BAD_INPUT', `${file}:${k + 1}: ${column || 'row'}: ${issue.message}${row[column] ? `; value is ${JSON.stringify(row[column].slice(0, 40))}` : ''}.`);
    }
    rows.push(parsed.data);
  }
  if (rows.length === 0) throw new AppError('BAD_INPUT', `${file} has no rows below its header.`);
  return rows;
}

/** A cell that must hold a number: an empty cell is missing, not 0. */
export const numberCell = z.string({ error: 'the column is missing' }).min(1, { error: 'is empty' }).transform(plainNumber).pipe(z.number({ error: 'is not a number' }));
/** ISO 8601 with a zone; a time without one could be anywhere. */
export const timeCell = z.iso.datetime({ offset: true, error: 'must be a time with its zone, such as 2026-05-14T00:01:20Z' }).transform((text) => Date.parse(text));

const textCell = z.string({ error: 'the column is missing' }).min(1, { error: 'is empty' });
const moneyCell = numberCell.pipe(z.number().positive({ error: 'must be above 0' }));

/** A fill of a broker's file; the names of its columns are those of the help of `oomrl calibrate`. */
export const fillRow = z
  .object({
    timestamp: timeCell, symbol: textCell, side: z.enum(['buy', 'sell'], { error: 'must be buy or sell' }), quantity: numberCell, reference_price: numberCell, fill_price: numberCell, commission: numberCell,
    bar_volume: numberCell, bar_high: numberCell, bar_low: numberCell, bar_close: numberCell, submitted_at: timeCell, filled_at: timeCell, equity: moneyCell.optional(),
  })
  .transform((row) => ({
    time: row.timestamp, symbol: row.symbol, side: row.side, quantity: row.quantity, referencePrice: row.reference_price, fillPrice: row.fill_price, commission: row.commission,
    barVolume: row.bar_volume, barHigh: row.bar_high, barLow: row.bar_low, barClose: row.bar_close, submittedAt: row.submitted_at, filledAt: row.filled_at, equity: row.equity,
  }));
/** A quote: best bid and ask. */
export const quoteRow = z.object({ timestamp: timeCell, symbol: textCell, bid: numberCell, ask: numberCell }).transform(({ timestamp, ...rest }) => ({ time: timestamp, ...rest }));
/** Equity of the account on one day. */
export const equityRow = z.object({ date: textCell.pipe(dateSchema), equity: moneyCell });
