import type { Sim2RealReport } from '@/server/simulation/sim2real/types';
import { formatNumber, formatPercent } from '../format';

/** What the report says in sentences. Observational: a replay of past days, one version, one simulator. */
export function sim2RealWords(report: Sim2RealReport): string {
  const { without, with: paid, gap, breakEvenLevel, capacity } = report;
  const gapWords = gap === null ? 'Too few days for an annual return.' : `Without costs the annual return is ${formatPercent(without.annualReturn)}, with them ${formatPercent(paid.annualReturn)}: costs take ${formatNumber(gap * 100, 2)} percentage points.`;
  const sign = breakEvenLevel === null ? ' Within these levels it does not reach 0.' : breakEvenLevel === 0 ? ' It is not positive even without costs.' : ` It reaches 0 at ${formatNumber(breakEvenLevel, 2)} times the costs.`;
  const largest = capacity.at(-1);
  const full = capacity.length > 1 && largest ? ` At the largest capital ${formatPercent(largest.unfilled, 1)} of the orders are refused or cut.` : '';
  return `${gapWords}${gap === null ? '' : sign}${full}`;
}

const MULTIPLES: Record<string, number> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

/** A sum as short as people write it, without losing a digit: 100000000 → "100M". */
export function shortSum(units: number): string {
  const [suffix, divisor] = units % 1e9 === 0 ? ['B', 1e9] : units % 1e6 === 0 ? ['M', 1e6] : units % 1e3 === 0 ? ['k', 1e3] : ['', 1];
  return `${units / divisor}${suffix}`;
}

/** `0.5, 2` or `1M, 2.5M, 1B` as numbers; null = a part of it is none. */
export function parseNumbers(text: string, allowed: (value: number) => boolean): number[] | null {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const numbers = parts.map((part) => {
    const [, digits, suffix] = /^(\d+(?:\.\d+)?)([kmb]?)$/i.exec(part) ?? [];
    return Number(digits) * (MULTIPLES[(suffix ?? '').toLowerCase()] ?? Number.NaN);
  });
  return numbers.every((value) => Number.isFinite(value) && allowed(value)) ? [...new Set(numbers)] : null;
}
