import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FactorBars, FactorEvaluator } from './evaluate';
import { parseFactor } from './parse';
import { printFactor } from './print';

const golden = join(process.env.OOMRL_SHARED ?? '../shared', 'golden');
const here = existsSync(join(golden, 'alpha158_golden.json'));
const read = (name: string) => JSON.parse(readFileSync(join(golden, name), 'utf8'));
const numbers = (list: (number | string | null)[]) => Float64Array.from(list, (v) => (v === null ? Number.NaN : typeof v === 'string' ? (v.startsWith('-') ? -Infinity : Infinity) : v));

it.skipIf(!here)('guarantees that all 158 factors of Alpha158 equal Qlib, NaN positions included (skipped without the shared golden files)', () => {
  const { inputs, outputs } = read('alpha158_golden.json');
  const bars = Object.fromEntries(Object.entries(inputs.CLEAN).map(([k, v]) => [k, numbers(v as number[])])) as unknown as FactorBars;
  const evaluator = new FactorEvaluator(bars);
  const wrong: string[] = [];
  for (const { name, expression } of read('alpha158.json') as { name: string; expression: string }[]) {
    const got = evaluator.evaluate(parseFactor(expression));
    const want = numbers(outputs.CLEAN[name]);
    for (let t = 0; t < want.length; t++) {
      const same = Number.isNaN(want[t]!) ? Number.isNaN(got[t]!) : got[t] === want[t] || Math.abs(got[t]! - want[t]!) <= 1e-8 + 1e-7 * Math.abs(want[t]!);
      if (!same) { wrong.push(`${name}[${t}]: ${got[t]} instead of ${want[t]}`); break; }
    }
  }
  expect(wrong).toEqual([]);
});

it.skipIf(!here)('guarantees that every Alpha158 text prints back to an equal tree (skipped without the shared golden files)', () => {
  for (const { expression } of read('alpha158.json') as { expression: string }[]) {
    const tree = parseFactor(expression);
    expect(parseFactor(printFactor(tree))).toEqual(tree);
  }
});
