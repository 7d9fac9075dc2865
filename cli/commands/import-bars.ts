import { existsSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError } from '@/server/contracts/errors';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { type DbOrTx, dbPath, migrateDb, openDb, write } from '@/server/db/client';
import { importFiles } from '@/server/db/import-files';
import { listMarkets } from '@/server/db/list-markets';
import { loadMarketPanel, registerMarket } from '@/server/db/market-store';
import { readSourceFiles } from '@/server/db/read-source-files';
import { books } from '@/server/db/schema';
import { comparePanels, type PanelChange } from '@/server/market/compare-panels';
import { type ImportMapping, parseImportMapping } from '@/server/market/import-ledger';
import type { ImportResult } from '@/server/market/import-bars';
import type { Panel } from '@/server/market/panel';
import { refusalLine } from '../explain';
import { parseArgs } from '../parse-args';
import { printLedger } from './import/print-ledger';
import { printMappings } from './import/print-mappings';

export const help = `oomrl import bars FILE… --market NAME [--mapping FILE] [--dry-run] [--replace] [--json]

Reads daily (or hourly) bars into a market: CSV or TSV, Parquet, a Qlib provider folder, each also gzipped or in a tar archive; folders
are read whole. The mapping it guesses stands on stderr before it is used; --mapping FILE (JSON) wins over the guess:
  {"columns": {"close": "HEADER"}, "volumeUnit": "lots", "amountUnit": "thousand", "dateOrder": "dmy", "encoding": "gb18030",
   "board": "cn-a", "benchmark": "000300.SH", "boardRules": [rows as in docs/operator/02-your-data.md], "splits": [{"symbol": "600000", "date": "2021-07-14", "ratio": 1.3}],
   "files": {"NAME.csv": {"symbol": "SH600000"}}}
A market that is there already is replaced, and what it was is printed. Needed is --replace when the board or currency becomes another,
when more than a fifth of its bars would vanish, or when bars would change that a book trades on.
Exit status: 0 imported, 1 the files were refused and nothing was written, 2 wrong use. --dry-run answers the same, what it would replace
included, and writes nothing.
`;

/** What the person said on the command line, or a message. @throws AppError */
function readMapping(path: string | undefined): ImportMapping | undefined {
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('BAD_INPUT', `--mapping: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); check the path.`);
  }
  return parseImportMapping(text, path);
}

interface Stored {
  /** null = not stored. */
  readonly panelHash: string | null;
  /** Against the market of this name that was there before; null when there was none. */
  readonly change: PanelChange | null;
}

/** The part of a market's bars that may vanish without being asked for. */
const MAY_VANISH = 0.2;

/** Why an import may not take the place of the market of this name unasked; null when it may. */
function whyNotReplace(name: string, change: PanelChange, panel: Panel, trading: readonly string[]): string | null {
  const { was, goneBars, changedBars, firstChange, otherKind } = change;
  const wayOut = 'import under another name, or say --replace.';
  if (otherKind && was.board === panel.meta.board && was.currency === panel.meta.currency) return `These files put the market ${name} under another table of board rules (boardRules of the mapping), so limits and lots of its days would be others; ${wayOut}`;
  if (otherKind) return `The market ${name} is of board ${was.board} in ${was.currency}, these files are of board ${panel.meta.board} in ${panel.meta.currency}; ${wayOut}`;
  if (firstChange && trading.length > 0) return `${changedBars} ${changedBars === 1 ? 'bar' : 'bars'} of the market ${name} would change or vanish (the first: ${firstChange.symbol} ${firstChange.date}), and ${trading.join(', ')} ${trading.length === 1 ? 'trades' : 'trade'} on it; ${wayOut}`;
  if (goneBars > MAY_VANISH * was.bars) return `${goneBars} of the ${was.bars} bars of the market ${name} (${was.symbols} symbols, ${was.from} to ${was.to}) would vanish; ${wayOut}`;
  return null;
}

/** What an import would change, and why it may not do so unasked (null = it may). */
function compare(db: DbOrTx, name: string, panel: Panel): { change: PanelChange | null; whyNot: string | null } {
  const before = listMarkets(db).find((m) => m.name === name);
  const change = before ? comparePanels(loadMarketPanel(before), panel) : null;
  const trading = db.select({ name: books.name }).from(books).where(eq(books.marketName, name)).all().map((b) => b.name);
  return { change, whyNot: change && whyNotReplace(name, change, panel, trading) };
}

/** Market row and its audit row in one transaction. @throws AppError STALE when it would replace what only --replace may */
function store(name: string, { panel, ledger }: ImportResult, replace: boolean): Stored {
  const db = openDb();
  const now = Date.now();
  try {
    migrateDb(db);
    return write(db, (tx) => {
      const { change, whyNot } = compare(tx, name, panel);
      if (whyNot && !replace) throw new AppError('STALE', whyNot, { ...change });
      const row = registerMarket(tx, { name, panel, ledger, now });
      appendAudit(tx, { actor: CLI_ACTOR, action: 'market.import', entity: name, detail: { panelHash: row.panelHash, symbols: row.symbolCount, days: row.dayCount, findings: ledger.findings.length, ...(change ? { change } : {}) }, now });
      return { panelHash: row.panelHash, change };
    });
  } finally {
    db.$client.close();
  }
}

/** The same without writing: a dry run answers as the import would. A database that is not there is not made. @throws AppError STALE as the import would */
function tryStore(name: string, { panel }: ImportResult, replace: boolean): Stored {
  if (!existsSync(dbPath())) return { panelHash: null, change: null };
  const db = openDb();
  try {
    migrateDb(db);
    const { change, whyNot } = compare(db, name, panel);
    if (whyNot && !replace) throw new AppError('STALE', whyNot, { ...change });
    return { panelHash: null, change };
  } finally {
    db.$client.close();
  }
}

const sizeOf = (bytes: number): string => (bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** `oomrl import bars`. @throws AppError on wrong use; a refused file is exit status 1 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args, allowPositionals: true,
    options: { market: { type: 'string' }, mapping: { type: 'string' }, 'dry-run': { type: 'boolean', default: false }, replace: { type: 'boolean', default: false }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const market = values.market;
  if (market === undefined || market.trim() === '') throw new AppError('BAD_INPUT', 'import bars needs --market NAME, the name the market will have.');
  if (positionals.length === 0) throw new AppError('BAD_INPUT', 'import bars needs at least one file or folder.');
  const mapping = readMapping(values.mapping);
  const files = readSourceFiles(positionals);
  const say = (line: string): boolean => process.stderr.write(`${line}\n`);
  say(`read ${files.length} file${files.length === 1 ? '' : 's'}, ${sizeOf(files.reduce((sum, f) => sum + f.bytes.length, 0))}`);
  let result: ImportResult;
  let stored: Stored;
  try {
    result = await importFiles(files, { market, ...(mapping ? { mapping } : {}), onMapping: (guessed) => say(printMappings(guessed)) });
    stored = (values['dry-run'] ? tryStore : store)(market, result, values.replace);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say(refusalLine(error, values.json));
    if (values.json) process.stdout.write(`${JSON.stringify({ imported: false, market, error: { code: error.code, message: error.message, details: error.details ?? null } })}\n`);
    return 1;
  }
  const { panelHash, change } = stored;
  const summary = { imported: panelHash !== null, panelHash, change, ...result.ledger };
  process.stdout.write(`${values.json ? JSON.stringify(summary) : printLedger(result.ledger, panelHash, change)}\n`);
  return 0;
}
