import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { boardRulesSchema } from './board-rules';
import { BAR_FIELDS, type BarField, type Panel } from './panel';

/**
 * One panel, one byte string: magic, header length, JSON header, padding to 8, then Float64 columns (little endian), then the
 * status and flag bytes. Columns are aligned, so a reader may lay typed arrays over the file without copying.
 * The same panel always gives the same bytes; the name of a stored panel is the SHA-256 of them.
 */
const MAGIC = 'OOMPANL1';
const PREFIX = 12;

const headerSchema = z.object({
  meta: z.object({
    name: z.string(),
    board: z.enum(['cn-a', 'us']),
    currency: z.enum(['CNY', 'USD']),
    synthetic: z.boolean(),
    seed: z.number().nullable(),
    benchmark: z.string().nullable(),
    boardRules: boardRulesSchema.optional(),
  }),
  dates: z.array(z.string()),
  symbols: z.array(z.string()),
  fields: z.array(z.enum(BAR_FIELDS)),
  benchmark: z.boolean(),
});

const align8 = (n: number): number => (n + 7) & ~7;

/** Bytes of a panel; deterministic. @throws AppError BAD_INPUT when an array has not T × N cells. */
export function encodePanel(panel: Panel): Uint8Array {
  const cells = panel.dates.length * panel.symbols.length;
  for (const field of BAR_FIELDS) {
    if (panel.fields[field].length !== cells) throw new AppError('BAD_INPUT', `Panel field ${field} has ${panel.fields[field].length} cells, expected ${cells}.`);
  }
  if (panel.status.length !== cells || panel.flags.length !== cells) throw new AppError('BAD_INPUT', `Panel status or flags have not ${cells} cells.`);
  const { name, board, currency, synthetic, seed, benchmark, boardRules } = panel.meta;
  const header = new TextEncoder().encode(
    JSON.stringify({ meta: { name, board, currency, synthetic, seed, benchmark, boardRules }, dates: panel.dates, symbols: panel.symbols, fields: BAR_FIELDS, benchmark: panel.benchmark !== null }),
  );
  const start = align8(PREFIX + header.length);
  const columns = panel.benchmark ? [...BAR_FIELDS.map((f) => panel.fields[f]), panel.benchmark] : BAR_FIELDS.map((f) => panel.fields[f]);
  const floats = columns.reduce((sum, column) => sum + column.length, 0);
  const bytes = new Uint8Array(start + floats * 8 + cells * 2);
  bytes.set(new TextEncoder().encode(MAGIC), 0);
  new DataView(bytes.buffer).setUint32(8, header.length, true);
  bytes.set(header, PREFIX);
  let at = start;
  for (const column of columns) {
    const target = new Float64Array(bytes.buffer, at, column.length);
    target.set(column);
    // A NaN has many bit patterns; one content must have one hash.
    for (let i = 0; i < target.length; i++) if (Number.isNaN(target[i])) target[i] = Number.NaN;
    at += column.length * 8;
  }
  bytes.set(panel.status, at);
  bytes.set(panel.flags, at + cells);
  return bytes;
}

/** The panel in `bytes`; arrays are views on a copy. @throws AppError BAD_INPUT on anything that is not a whole panel. */
export function decodePanel(bytes: Uint8Array): Panel {
  if (bytes.length < PREFIX || new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== MAGIC) {
    throw new AppError('BAD_INPUT', 'This is not a panel file (wrong magic); import the market again.');
  }
  // A copy, and not bytes.slice(): on a Node Buffer that is a view into a shared pool.
  const buffer = new Uint8Array(bytes).buffer;
  const headerLength = new DataView(buffer).getUint32(8, true);
  const start = align8(PREFIX + headerLength);
  if (start > bytes.length) throw new AppError('BAD_INPUT', 'Panel file ends inside its header; import the market again.');
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, PREFIX, headerLength)));
  } catch {
    throw new AppError('BAD_INPUT', 'Panel file has a broken header; import the market again.');
  }
  const header = parseOrThrow(headerSchema, json, 'panel header');
  const days = header.dates.length;
  const cells = days * header.symbols.length;
  const expected = start + (header.fields.length * cells + (header.benchmark ? days : 0)) * 8 + cells * 2;
  if (bytes.length !== expected) throw new AppError('BAD_INPUT', `Panel file has ${bytes.length} bytes, its header says ${expected}; import the market again.`);
  let at = start;
  const take = (length: number): Float64Array => {
    const column = new Float64Array(buffer, at, length);
    at += length * 8;
    return column;
  };
  const fields: Partial<Record<BarField, Float64Array>> = {};
  for (const field of header.fields) fields[field] = take(cells);
  for (const field of BAR_FIELDS) if (!fields[field]) throw new AppError('BAD_INPUT', `Panel file lacks the field ${field}; import the market again.`);
  const benchmark = header.benchmark ? take(days) : null;
  return {
    meta: header.meta,
    dates: header.dates,
    symbols: header.symbols,
    fields: fields as Record<BarField, Float64Array>,
    status: new Uint8Array(buffer, at, cells),
    flags: new Uint8Array(buffer, at + cells, cells),
    benchmark,
  };
}

/** Hex SHA-256 of panel bytes: the content address. */
export function hashPanelBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Content address of a panel. */
export function panelHash(panel: Panel): string {
  return hashPanelBytes(encodePanel(panel));
}
