import { PAPER_DEFINITIONS, PAPER_PHASES, PAPER_REGRESSION, PHASE_CAVEAT } from '@/server/analytics/paper-figures';
import { parsePhases } from '@/server/analytics/parse-phases';
import { type Phase, type PhaseReport, phaseTable } from '@/server/analytics/phase-table';
import { headerOf, readReturns } from '@/server/analytics/read-returns';
import type { Style } from '@/server/analytics/style-proxies';
import { listAccounts, readAccountReport } from '@/server/accounts/read-account';
import { getBookByName } from '@/server/books/get-book';
import { listNavBooks } from '@/server/books/list-nav-books';
import { readPaperReport } from '@/server/books/read-paper-report';
import { AppError } from '@/server/contracts/errors';
import { migrateDb, openDb } from '@/server/db/client';
import { namedStyles } from '@/server/db/market-styles';
import { parseArgs } from '../parse-args';
import { parseRate, readReturnsFile, readTextFile } from './metrics';
import { printReport } from './report/print-report';

export const help = `oomrl report --book NAME [--episode N] [--phases "NAME=FROM..TO, …"] [--json]
oomrl report --book ACCOUNT [--market NAME] [--phases "NAME=FROM..TO, …"] [--json]
oomrl report --returns FILE [--column port] [--benchmark-column bench] [--market NAME] [--phases "NAME=FROM..TO, …"] [--rf 0.0135] [--json]

A book's days in the two tables of the OOM-RL paper, with the paper's row beside a phase of the same name ("entire", "phase 1", …).
Phases are the deployed versions (of an imported account: calendar years) unless --phases gives dates, both ends inclusive. A book takes its
style proxies from its market; an account and a file of returns from the imported market that --market names, or the file has them itself,
in columns liq, mom and vol.
`;

export interface Report {
  title: string;
  synthetic: boolean;
  rows: PhaseReport[];
}

function ofBook(name: string, episode: string | undefined, phases: Phase[] | null, market: string | undefined): Report {
  const number = episode === undefined ? null : Number(episode);
  if (number !== null && !Number.isSafeInteger(number)) throw new AppError('BAD_INPUT', `--episode: value is ${JSON.stringify(episode)}; allowed: a number such as 1.`);
  const db = openDb();
  try {
    migrateDb(db);
    const accounts = listAccounts(db).map((a) => a.name);
    const books = listNavBooks(db).map((b) => b.name);
    if (accounts.includes(name)) return { title: `${name}, an imported account`, synthetic: false, rows: [...readAccountReport(db, { name, phases, market }).rows] };
    if (market !== undefined) throw new AppError('BAD_INPUT', '--market: a book has its own market; leave it out.');
    if (!books.includes(name)) throw new AppError('NOT_FOUND', `--book: value is ${JSON.stringify(name)}, and there is no book or account of that name; allowed: ${[...books, ...accounts].join(', ') || 'none yet, a book begins in the console'}.`);
    const report = readPaperReport(db, { bookId: getBookByName(db, name).id, episodeNumber: number, phases });
    const own = report.market;
    return { title: `${report.bookName}, episode ${report.episode.number}${report.episode.friction ? '' : ' without friction (phase 0)'}, market ${own.name}${own.synthetic ? ` (SYNTHETIC DATA, seed ${own.seed})` : ''}`, synthetic: own.synthetic, rows: report.rows };
  } finally {
    db.$client.close();
  }
}

/** The three style columns of a returns file, or null when it has not all of them. */
function stylesOf(path: string): Record<Style, Float64Array> | null {
  const text = readTextFile(path, '--returns');
  const { headers } = headerOf(text);
  if (!['liq', 'mom', 'vol'].every((h) => headers.includes(h))) return null;
  const column = (name: string): Float64Array => readReturns(text, path, { column: name }).returns;
  return { liquidity: column('liq'), momentum: column('mom'), volatility: column('vol') };
}

/** Style proxies from the bars of an imported market. */
function stylesOfMarket(name: string, dates: readonly string[]): Record<Style, Float64Array> {
  const db = openDb();
  try {
    migrateDb(db);
    return namedStyles(db, name, dates);
  } finally {
    db.$client.close();
  }
}

function ofReturns(path: string, columns: { column: string; benchmark: string | undefined; market: string | undefined }, phases: Phase[], rf: number): Report {
  const { dates, returns, benchmark } = readReturnsFile(path, columns.column, columns.benchmark);
  if (!dates) throw new AppError('BAD_INPUT', `${path} has no date column; phases are made of dates.`);
  return { title: path, synthetic: false, rows: phaseTable({ dates, returns, benchmark, styles: columns.market === undefined ? stylesOf(path) : stylesOfMarket(columns.market, dates), phases, rf }) };
}

/** `oomrl report`. @throws AppError */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      book: { type: 'string' }, episode: { type: 'string' }, returns: { type: 'string' }, column: { type: 'string', default: 'port' }, 'benchmark-column': { type: 'string' }, market: { type: 'string' },
      phases: { type: 'string' }, rf: { type: 'string', default: '0.0135' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (Boolean(values.book) === Boolean(values.returns)) throw new AppError('BAD_INPUT', 'report needs either --book NAME or --returns FILE.');
  const phases = values.phases === undefined ? null : parsePhases(values.phases);
  const report = values.book ? ofBook(values.book, values.episode, phases, values.market) : ofReturns(values.returns!, { column: values.column, benchmark: values['benchmark-column'], market: values.market }, phases ?? [], parseRate(values.rf));
  if (report.rows.length === 0) throw new AppError('BAD_INPUT', `${report.title}: no trading day is stored yet; there is nothing to report.`);
  const json = () => ({
    title: report.title, synthetic: report.synthetic,
    phases: report.rows.map(({ report: full, regression, ...row }) => ({ ...row, regression, metrics: full.metrics, causes: full.causes })),
    paper: { phases: PAPER_PHASES, regression: PAPER_REGRESSION }, definitions: PAPER_DEFINITIONS, note: PHASE_CAVEAT,
  });
  process.stdout.write(`${values.json ? JSON.stringify(json()) : printReport(report)}\n`);
  return 0;
}
