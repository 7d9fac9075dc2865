import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FactorEvaluator } from './evaluate';
import { parseFactor } from './parse';
import { readBarsCsv } from './read-bars-csv';

const file = join(process.env.OOMRL_SHARED ?? '../shared', 'golden/golden_ops_w5.csv');

/** Column of the golden file → expression over x ($close) and v ($volume), window 5. */
const COLUMNS: Record<string, string> = {
  Ref: 'Ref($close,5)', Delta: 'Delta($close,5)', Sum: 'Sum($close,5)', Mean: 'Mean($close,5)', Std: 'Std($close,5)', Var: 'Var($close,5)', Skew: 'Skew($close,5)', Kurt: 'Kurt($close,5)',
  Max: 'Max($close,5)', Min: 'Min($close,5)', Med: 'Med($close,5)', Q80: 'Quantile($close,5,0.8)', Q20: 'Quantile($close,5,0.2)', Count: 'Count($close,5)', Rank: 'Rank($close,5)', IdxMax_qlib: 'IdxMax($close,5)',
  Mad: 'Mad($close,5)', WMA: 'WMA($close,5)', EMA: 'EMA($close,5)', Slope: 'Slope($close,5)', Rsquare: 'Rsquare($close,5)', Resi: 'Resi($close,5)',
  Corr: 'Corr($close,Log($volume+1),5)', Cov: 'Cov($close,Log($volume+1),5)',
};

/** pandas keeps running sums for the fourth moment and loses digits there (2.04394112 of 2.04394114); ours is two-pass. */
const TOLERANCE: Record<string, number> = { Kurt: 2e-8 };

it.skipIf(!existsSync(file))('guarantees that the 24 window operators equal their golden values (skipped without the shared golden files)', () => {
  const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => line.trim().split(','));
  const header = lines[0]!;
  const cell = (row: string[], name: string) => row[header.indexOf(name)] ?? '';
  const csv = ['date,open,high,low,close,volume', ...lines.slice(1).map((r) => [cell(r, 'date'), cell(r, 'x'), cell(r, 'x'), cell(r, 'x'), cell(r, 'x'), cell(r, 'v')].join(','))].join('\n');
  const { bars } = readBarsCsv(csv, 'golden')[0]!;
  const evaluator = new FactorEvaluator(bars);
  const wrong: string[] = [];
  for (const [name, expression] of Object.entries(COLUMNS)) {
    const got = evaluator.evaluate(parseFactor(expression));
    lines.slice(1).forEach((row, t) => {
      const text = cell(row, name);
      const want = text === '' ? Number.NaN : Number(text);
      const same = Number.isNaN(want) ? Number.isNaN(got[t]!) : Math.abs(got[t]! - want) <= (TOLERANCE[name] ?? 1e-9) * (1 + Math.abs(want));
      if (!same) wrong.push(`${name}[${t}]: ${got[t]} instead of ${text || 'NaN'}`);
    });
  }
  expect(wrong).toEqual([]);
});

it('guarantees that disorder, duplicates and words in number cells are refused with file and line', () => {
  const head = 'date,open,high,low,close,volume\n';
  expect(() => readBarsCsv(`${head}2024-01-03,1,1,1,1,1\n2024-01-02,1,1,1,1,1`, 'b.csv')).toThrow(/b\.csv:3: 2024-01-02 follows 2024-01-03/);
  expect(() => readBarsCsv(`${head}2024-01-03,1,1,1,1,1\n2024-01-03,1,1,1,1,1`, 'b.csv')).toThrow(/b\.csv:3/);
  expect(() => readBarsCsv(`${head}2024-01-03,1,x,1,1,1`, 'b.csv')).toThrow(/b\.csv:2: high is "x"/);
  expect(() => readBarsCsv('day,close\n', 'b.csv')).toThrow(/date, open, high, low, volume are missing/);
});
