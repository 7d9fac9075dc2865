import { appendAudit } from '@/server/audit/append-audit';
import { AppError } from '@/server/contracts/errors';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { migrateDb, openDb, write } from '@/server/db/client';
import { type StoredQuotes, storeQuotes } from '@/server/db/quote-store';
import { readSourceFiles } from '@/server/db/read-source-files';
import { refusalLine } from '../explain';
import { parseArgs } from '../parse-args';

export const help = `oomrl import quotes FILE --market NAME [--json]

Order-book snapshots (CSV or TSV with a header): time, symbol, bid, ask, bid size, ask size; a date column and a level are optional.
Times are the wall clock of the exchange (2024-07-01 09:31:05.250) and stay text. Rows that cannot be a snapshot (crossed, no size, no
such day) are refused with their reason. Autopsies cite stored snapshots as evidence of kind orderbook. The same file again changes nothing.
Exit status: 0 stored or unchanged, 1 the file was refused and nothing was written, 2 wrong use.
`;

/** `oomrl import quotes`. @throws AppError on wrong use; a refused file is exit status 1 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { market: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (!values.market?.trim()) throw new AppError('BAD_INPUT', 'import quotes needs --market NAME, a market whose bars are imported.');
  if (positionals.length !== 1) throw new AppError('BAD_INPUT', 'import quotes takes exactly one file.');
  const [file] = readSourceFiles(positionals);
  if (!file) throw new AppError('BAD_INPUT', `${positionals[0]} holds no file.`);
  let stored: StoredQuotes;
  try {
    stored = store(values.market, file);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_INPUT') throw error;
    process.stderr.write(`${refusalLine(error, values.json)}\n`);
    if (values.json) process.stdout.write(`${JSON.stringify({ imported: false, error: { code: error.code, message: error.message, details: error.details ?? null } })}\n`);
    return 1;
  }
  process.stdout.write(`${values.json ? JSON.stringify({ imported: stored.outcome === 'stored', ...stored }) : print(stored)}\n`);
  return 0;
}

function store(marketName: string, file: { name: string; bytes: Uint8Array }): StoredQuotes {
  const db = openDb();
  const now = Date.now();
  try {
    migrateDb(db);
    return write(db, (tx) => {
      const stored = storeQuotes(tx, { marketName, fileName: file.name, bytes: file.bytes, now });
      const { id, contentHash, rowsKept } = stored.import;
      if (stored.outcome === 'stored') appendAudit(tx, { actor: CLI_ACTOR, action: 'quotes.import', entity: marketName, detail: { importId: id, contentHash, rowsKept, alreadyStored: stored.alreadyStored }, now });
      return stored;
    });
  } finally {
    db.$client.close();
  }
}

function print({ import: row, outcome, alreadyStored }: StoredQuotes): string {
  const refused = row.refused.map((r) => `refused  ${r.rows} rows, first line ${r.firstLine}: ${r.reason}`);
  return [`${outcome === 'stored' ? 'stored' : 'already stored'}  ${row.rowsKept} snapshots of ${row.marketName}, ${row.firstDate} to ${row.lastDate}${alreadyStored > 0 ? `; ${alreadyStored} were there before` : ''}`, ...refused].join('\n');
}
