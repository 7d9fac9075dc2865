import { AppError } from '@/server/contracts/errors';
import type { FillMeasure, ObservedFill, ObservedQuote } from './types';

const RANGE_SHARE = 0.1;

/** Each fill beside the newest quote of its name that is not later than it; fills before any quote are set aside, never matched to a later one. */
export function measureFills(fills: readonly ObservedFill[], quotes: readonly ObservedQuote[]): { measured: FillMeasure[]; unmatched: ObservedFill[] } {
  const bySymbol = new Map<string, ObservedQuote[]>();
  for (const quote of quotes) {
    if (!(quote.bid > 0 && quote.ask >= quote.bid)) throw new AppError('BAD_INPUT', `A quote of ${quote.symbol} has bid ${quote.bid} and ask ${quote.ask}; the ask must not be below a positive bid.`);
    const list = bySymbol.get(quote.symbol);
    if (list) list.push(quote);
    else bySymbol.set(quote.symbol, [quote]);
  }
  for (const list of bySymbol.values()) list.sort((a, b) => a.time - b.time);
  const measured: FillMeasure[] = [];
  const unmatched: ObservedFill[] = [];
  for (const fill of fills) {
    const quote = newestNotAfter(bySymbol.get(fill.symbol) ?? [], fill.time);
    if (quote) measured.push(measure(fill, quote));
    else unmatched.push(fill);
  }
  return { measured, unmatched };
}

function newestNotAfter(quotes: readonly ObservedQuote[], time: number): ObservedQuote | null {
  let low = 0;
  let high = quotes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (quotes[middle]!.time <= time) low = middle + 1;
    else high = middle;
  }
  return quotes[low - 1] ?? null;
}

function measure(fill: ObservedFill, quote: ObservedQuote): FillMeasure {
  const { quantity, referencePrice, fillPrice } = fill;
  if (!(quantity > 0 && referencePrice > 0 && fillPrice > 0 && fill.barVolume > 0 && fill.barClose > 0)) {
    throw new AppError('BAD_INPUT', `A fill of ${fill.symbol} has quantity ${quantity}, reference ${referencePrice}, price ${fillPrice}, bar volume ${fill.barVolume}; all must be positive.`);
  }
  const spread = ((quote.ask - quote.bid) / ((quote.ask + quote.bid) / 2)) * 1e4;
  return {
    fill,
    shortfallBp: ((fill.side === 'buy' ? fillPrice - referencePrice : referencePrice - fillPrice) / referencePrice) * 1e4,
    spreadBp: spread,
    halfSpreadBp: spread / 2,
    rangeBp: ((RANGE_SHARE * (fill.barHigh - fill.barLow)) / fill.barClose) * 1e4,
    commissionBp: (fill.commission / (quantity * fillPrice)) * 1e4,
    participation: quantity / fill.barVolume,
    latencySeconds: (fill.filledAt - fill.submittedAt) / 1000,
    quoteAgeSeconds: (fill.time - quote.time) / 1000,
  };
}
