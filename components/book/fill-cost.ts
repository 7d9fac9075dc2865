import type { FillRow } from '@/server/books/step-rows';

/** Commission, duty, transfer and other fees of a fill, in fen. */
export const feesOf = (fill: FillRow): number => fill.commissionFen + fill.dutyFen + fill.transferFen + fill.otherFen;

/** All that a fill cost against the reference price, in fen: fees, spread and impact. */
export const costOf = (fill: FillRow): number => feesOf(fill) + fill.spreadFen + fill.impactFen;
