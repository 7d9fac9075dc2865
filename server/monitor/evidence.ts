import { frictionRatio } from '@/server/books/list-book-rows';
import { realisedFrictionFen } from '@/server/books/step-rows';
import type { StoredDay } from '@/server/books/step-hooks';
import type { AlertEvidence } from '@/server/contracts/alert';
import type { Finding } from './findings';

const WORST = 5;

/** Name of a trading day as an evidence row. */
export const dayRef = (step: { bookId: string; episodeId: string; date: string }): AlertEvidence['ref'] => ({ kind: 'day', id: `${step.bookId}/${step.episodeId}/${step.date}` });

/** Rows that prove a finding: the day, its dearest fills, and the orders the market refused; of one holding what it stands at, and its orders. */
export function evidenceOf(day: StoredDay, finding: Finding): AlertEvidence[] {
  const { step } = day;
  const unpriced = (step.unpriced ?? []).filter((h) => (finding.subject ? h.symbol === finding.subject : finding.rule === 'stale_data')).slice(0, WORST);
  const stands = unpriced.map((h) => ({ ref: dayRef(step), label: `${h.symbol}: value in fen at the price of ${h.pricedOn ?? 'an earlier market'}`, value: h.valueFen }));
  const fills = [...day.fills].sort((a, b) => realisedFrictionFen(b) - realisedFrictionFen(a)).slice(0, WORST);
  const refused = day.orders.filter((o) => o.status !== 'filled' && (!finding.subject || o.symbol === finding.subject)).sort((a, b) => b.shares - b.filledShares - (a.shares - a.filledShares)).slice(0, WORST);
  const orders = refused.map((o) => ({ ref: { kind: 'order' as const, id: o.id }, label: `${o.side} ${o.symbol}: ${o.reason ?? o.status}, shares not filled`, value: o.shares - o.filledShares }));
  if (finding.subject) return [{ ref: dayRef(step), label: finding.rule, value: finding.value }, ...stands, ...orders];
  return [
    { ref: dayRef(step), label: finding.rule, value: finding.value },
    ...stands,
    { ref: dayRef(step), label: 'day_return', value: step.dayReturn },
    { ref: dayRef(step), label: 'friction_realised', value: frictionRatio(step) },
    { ref: dayRef(step), label: 'friction_modelled', value: step.frictionLinear + step.frictionRoot },
    ...fills.map((f) => ({ ref: { kind: 'fill' as const, id: f.id }, label: `${f.side} ${f.symbol}: cost in fen`, value: realisedFrictionFen(f) })),
    ...orders,
  ];
}
