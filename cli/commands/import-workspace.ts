import { type ImportedAccount, importWorkspace } from '@/server/accounts/import-workspace';
import { type AccountReport, readAccountReport } from '@/server/accounts/read-account';
import { AppError } from '@/server/contracts/errors';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { migrateDb, openDb } from '@/server/db/client';
import { refusalLine } from '../explain';
import { parseArgs } from '../parse-args';

export const help = `oomrl import workspace DIR --book NAME [--json]

Reads a QuantPits workspace (DIR or DIR/data): daily_amount_log_full.csv, and where they are trade_log_full.csv and holding_log_full.csv.
Stores it as a read-only account: flow-neutral returns, every QuantPits figure, turnover and realised trades. The same files again change
nothing. Exit status: 0 stored or unchanged, 1 the files were refused and nothing was written, 2 wrong use.
`;

/** `oomrl import workspace`. @throws AppError on wrong use; refused files are exit status 1 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { book: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [dir, ...more] = positionals;
  if (dir === undefined || more.length > 0) throw new AppError('BAD_INPUT', 'import workspace needs one folder, a QuantPits workspace.');
  if (values.book === undefined) throw new AppError('BAD_INPUT', 'import workspace needs --book NAME, the name the account will have.');
  const db = openDb();
  try {
    migrateDb(db);
    const imported = importWorkspace(db, { dir, name: values.book, actor: CLI_ACTOR, now: Date.now() });
    const report = readAccountReport(db, { name: values.book });
    process.stdout.write(`${values.json ? JSON.stringify(asJson(imported, report)) : print(imported, report)}\n`);
    return 0;
  } catch (error) {
    // A file that is refused names its line; a folder that is not there is wrong use.
    if (!(error instanceof AppError) || (error.code !== 'BAD_INPUT' && error.code !== 'TOO_LARGE')) throw error;
    process.stderr.write(`${refusalLine(error, values.json)}\n`);
    if (values.json) process.stdout.write(`${JSON.stringify({ imported: false, error: { code: error.code, message: error.message } })}\n`);
    return 1;
  } finally {
    db.$client.close();
  }
}

const asJson = ({ account, outcome, days }: ImportedAccount, { figures, ledger }: AccountReport) => ({
  imported: true, outcome, account: { id: account.id, name: account.name, contentHash: account.contentHash, from: account.firstDate, to: account.lastDate, days: account.dayCount, trades: account.tradeCount },
  days, metrics: figures.metrics, causes: figures.causes, returns: figures.dates.map((date, i) => [date, figures.returns[i]]), ledger,
});

function print({ account, outcome, days }: ImportedAccount, { figures, ledger }: AccountReport): string {
  const width = Math.max(...Object.keys(figures.metrics).map((name) => name.length));
  return [
    `${account.name}: ${outcome}; ${account.dayCount} days ${account.firstDate} to ${account.lastDate}, ${account.tradeCount} trades (days: ${days.added} new, ${days.changed} changed, ${days.removed} gone)`,
    ...ledger.files.map((f) => `  ${f.name}: ${f.rowsKept} rows kept, ${f.rowsIgnoredTotal} ignored, ${f.encoding}`),
    ...(ledger.benchmark ? [`  benchmark ${ledger.benchmark.column}: ${ledger.benchmark.reason}`] : []),
    ...(ledger.reconciliation ? [`  holdings and cash tie with the NAV on ${ledger.reconciliation.daysThatTie} of ${ledger.reconciliation.daysChecked} days`] : []),
    ...ledger.findings.slice(0, 20).map((f) => `  ${f.kind}${f.date ? ` ${f.date}` : ''}: ${f.detail}`),
    '',
    'Figures under QuantPits’ names; returns, volatilities, drawdowns and shares are fractions (0.07 is 7 %):',
    ...Object.entries(figures.metrics).map(([name, value]) => `  ${name.padEnd(width)}  ${value === null ? `n/a (${figures.causes[name]})` : Number(value.toPrecision(10))}`),
  ].join('\n');
}
