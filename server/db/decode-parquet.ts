import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AppError } from '@/server/contracts/errors';
import type { SourceFile } from '@/server/market/import/guess-mapping';

const MAX_ROWS = 5_000_000;
const MAX_HEAP_MB = 3072;
const DEADLINE_MS = 120_000;

/** True for a Parquet file (magic PAR1 at both ends). */
export function isParquet(bytes: Uint8Array): boolean {
  const magic = (at: number): boolean => bytes[at] === 0x50 && bytes[at + 1] === 0x41 && bytes[at + 2] === 0x52 && bytes[at + 3] === 0x31;
  return bytes.length >= 12 && magic(0) && magic(bytes.length - 4);
}

/**
 * A Parquet file as delimited text under the same name, so that it takes the one road of all tables: every check and every mapping
 * option holds for it too. Dates are the calendar day as stored (UTC), never shifted.
 * @throws AppError BAD_INPUT when the file is broken or takes longer than the deadline, TOO_LARGE beyond five million rows
 */
export async function decodeParquet(file: SourceFile, deadlineMs = DEADLINE_MS): Promise<SourceFile> {
  const answer = await decodeInThread(file.bytes, deadlineMs);
  if (answer.error !== undefined) throw new AppError('BAD_INPUT', `${file.name} is a broken Parquet file (${answer.error}).`, { file: file.name });
  if (answer.rows > MAX_ROWS) throw new AppError('TOO_LARGE', `${file.name} has more than ${MAX_ROWS} rows; import it in parts.`, { file: file.name });
  if (answer.rows === 0) throw new AppError('BAD_INPUT', `${file.name} has no rows; nothing was imported.`, { file: file.name });
  return { name: file.name, bytes: answer.utf8 };
}

type Answer = { readonly error: string } | { readonly error?: undefined; readonly rows: number; readonly utf8: Uint8Array };

/**
 * A bent page header sends the decoder into an endless synchronous loop (seen with a flipped size byte), which only another thread
 * can end; the heap limit turns a memory bomb into an error.
 */
function decodeInThread(bytes: Uint8Array, deadlineMs: number): Promise<Answer> {
  const require = createRequire(import.meta.url);
  const url = (name: string): string => pathToFileURL(require.resolve(name)).href;
  const copy = new Uint8Array(bytes);
  const worker = new Worker(DECODER, {
    eval: true,
    workerData: { bytes: copy, maxRows: MAX_ROWS, reader: url('hyparquet'), codecs: url('hyparquet-compressors') },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    env: {},
  });
  return new Promise((resolve) => {
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ error: `it was not read within ${deadlineMs} ms` }), deadlineMs);
    worker.once('message', end);
    worker.once('error', (error: Error) => end({ error: error.message }));
    worker.once('exit', () => end({ error: 'the reader ended without an answer' }));
  });
}

/** Runs in the thread: rows → delimited text. */
const DECODER = `
const { parentPort, workerData } = require('node:worker_threads');
const cell = (value) => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString().replace('T00:00:00.000Z', '').slice(0, 19);
  if (typeof value === 'boolean') return value ? '1' : '0';
  // A list or struct is no cell: in a column that is used, its row is refused by this word.
  const text = typeof value === 'object' ? '(nested)' : String(value);
  return /[",\\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
};
(async () => {
  const { parquetMetadata, parquetReadObjects, parquetSchema } = await import(workerData.reader);
  const names = parquetSchema(parquetMetadata(workerData.bytes.buffer)).children.map((child) => child.element.name);
  const twice = names.find((name, k) => names.indexOf(name) !== k);
  if (twice !== undefined) throw new Error('the column ' + JSON.stringify(twice) + ' stands twice');
  const { compressors } = await import(workerData.codecs);
  const rows = await parquetReadObjects({ file: workerData.bytes.buffer, compressors, rowEnd: workerData.maxRows + 1 });
  const headers = rows.length === 0 ? [] : Object.keys(rows[0]);
  const text = [headers.map(cell).join(','), ...rows.map((row) => headers.map((h) => cell(row[h])).join(','))].join('\\n') + '\\n';
  parentPort.postMessage({ rows: rows.length, utf8: new TextEncoder().encode(text) });
})().catch((error) => parentPort.postMessage({ error: String(error && error.message) }));
`;
