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

/** `0.5, 2` as numbers; null = a part of it is none. */
export function parseNumbers(text: string, allowed: (value: number) => boolean): number[] | null {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const numbers = parts.map(Number);
  return numbers.every((value) => Number.isFinite(value) && allowed(value)) ? [...new Set(numbers)] : null;
}
