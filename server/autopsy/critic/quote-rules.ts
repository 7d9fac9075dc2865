import type { QuoteRow } from '@/server/db/quote-store';
import { largest } from '../friction-of';
import { fillRef, quoteRef } from '../incident-rows';
import { clamp01, pct, type Rule } from './suspect';

/** Fills with snapshots below which nothing is claimed. */
const MIN_FILLS = 3;

/** Orders larger than all that stood at the best price of their side at any snapshot of the day: depth proved by the order book itself. */
export const bookDepthExceeded: Rule = ({ fills, quotes }) => {
  const byDay = new Map<string, QuoteRow[]>();
  for (const quote of quotes) byDay.set(`${quote.date} ${quote.symbol}`, [...(byDay.get(`${quote.date} ${quote.symbol}`) ?? []), quote]);
  const seen = fills.flatMap((fill) => {
    const snapshots = byDay.get(`${fill.date} ${fill.symbol}`);
    if (!snapshots) return [];
    const size = (q: QuoteRow): number => (fill.side === 'buy' ? q.askShares : q.bidShares);
    const best = largest(snapshots, size, 1)[0]!;
    return [{ fill, quote: best, shown: size(best), times: fill.shares / Math.max(1, size(best)) }];
  });
  const deep = seen.filter((s) => s.times > 1);
  if (deep.length < MIN_FILLS) return null;
  const share = deep.length / seen.length;
  const top = largest(deep, (s) => s.times, 4);
  const worst = top[0]!;
  return {
    mode: 'depth_exceeded', area: 'execution', title: 'Market depth exceeded',
    claim: `${deep.length} of ${seen.length} fills with order-book snapshots were larger than the best level ever showed that day (${pct(share, 0)}); the largest, ${worst.fill.shares} ${worst.fill.symbol}, met ${worst.shown} shares (${worst.times.toFixed(1)} times).`,
    strength: clamp01(0.35 + 0.35 * share + 0.1 * Math.log2(worst.times)),
    mandate: 'Cap each order at a small share of average daily volume and spread large trades over several days.',
    acceptance: { min_reward_delta: 0 },
    evidence: top.flatMap((s) => [quoteRef(s.quote), fillRef(s.fill)]),
  };
};
