import type { FillRow, OrderRow } from '@/server/books/step-rows';
import { costOf } from '../book/fill-cost';

const RANK: Record<OrderRow['status'], number> = { rejected: 0, partial: 1, filled: 2 };

/** Fills that cost the most first. */
export const dearestFirst = (fills: readonly FillRow[]): FillRow[] => [...fills].sort((a, b) => costOf(b) - costOf(a));

/** Refused and cut orders first, because they explain more. */
export const unfilledFirst = (orders: readonly OrderRow[]): OrderRow[] => [...orders].sort((a, b) => RANK[a.status] - RANK[b.status]);
