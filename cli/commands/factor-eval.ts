import { readFileSync } from 'node:fs';
import { AppError } from '@/server/contracts/errors';
import { migrateDb, openDb } from '@/server/db/client';
import { getMarket, panelsDir } from '@/server/db/market-store';
import { loadPanel } from '@/server/db/panel-store';
import { barsOfPanel } from '@/server/factors/bars-of-panel';
import { FactorEvaluator } from '@/server/factors/evaluate';
import { parseFactor } from '@/server/factors/parse';
import { readBarsCsv, type SymbolBars } from '@/server/factors/read-bars-csv';
import { parseArgs } from '../parse-args';
import { printFactor } from './factor/print-factor';

function fromMarket(name: string): SymbolBars[] {
  const db = openDb();
  try {
    migrateDb(db);
    const panel = loadPanel(panelsDir(), getMarket(db, name).panelHash);
    return panel.symbols.map((_, stock) => barsOfPanel(panel, stock));
  } finally {
    db.$client.close();
  }
}

function readFileOrThrow(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('BAD_INPUT', `--bars: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); check the path.`);
  }
}

/** `oomrl factor eval --expr E (--market NAME | --bars FILE)`: {symbol: [[date, value|null], …]}, infinities null (the stable form that scripts read); --table for a person. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { expr: { type: 'string' }, market: { type: 'string' }, bars: { type: 'string' }, json: { type: 'boolean' }, table: { type: 'boolean' } } });
  if (values.json && values.table) throw new AppError('BAD_INPUT', 'factor eval takes --json or --table, not both.');
  if (!values.expr) throw new AppError('BAD_INPUT', 'factor eval needs --expr, for example --expr "Mean($close,5)/$close".');
  if (Boolean(values.market) === Boolean(values.bars)) throw new AppError('BAD_INPUT', 'factor eval needs either --market NAME or --bars FILE.');
  const expr = parseFactor(values.expr);
  const series = values.bars ? readBarsCsv(readFileOrThrow(values.bars), values.bars) : fromMarket(values.market!);
  const out: Record<string, [string, number | null][]> = {};
  for (const { symbol, dates, bars } of series) {
    const column = new FactorEvaluator(bars).evaluate(expr);
    out[symbol] = dates.map((date, t) => [date, Number.isFinite(column[t]!) ? column[t]! : null]);
  }
  process.stdout.write(`${values.table ? printFactor(out) : JSON.stringify(out)}\n`);
  return 0;
}
