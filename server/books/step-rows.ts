import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import type { UnpricedHolding } from '@/server/contracts/unpriced-holding';
import type { fills, orders } from '@/server/db/schema';
import type { StepRecord, StepState } from '@/server/simulation/types';
import type { StepRow } from './get-book';

export type OrderRow = typeof orders.$inferSelect;
export type FillRow = typeof fills.$inferSelect;

/** What a day is chained to before the first one. */
export const GENESIS_DIGEST = '0'.repeat(64);

interface DayInput {
  bookId: string;
  episodeId: string;
  versionId: string;
  /** Content of the deciding version: ids differ from database to database, content does not. */
  sourceHash: string;
  /** State before the day, for profit and the chain. */
  before: { equityFen: number; digest: string };
  state: StepState;
  record: StepRecord;
  benchmarkReturn: number | null;
  unpriced: readonly UnpricedHolding[];
  decideMs: number;
}

/** The stored day. Its digest covers every number of the day and all days before it. */
export function toStepRow(input: DayInput): StepRow {
  const { record, state, before } = input;
  const { realised, reward } = record;
  return {
    bookId: input.bookId,
    episodeId: input.episodeId,
    dayIndex: state.dayIndex - 1,
    date: record.date,
    versionId: input.versionId,
    equityFen: record.equityFen,
    cashFen: record.cashFen,
    pnlFen: record.equityFen - before.equityFen,
    dayReturn: record.netReturn,
    benchmarkReturn: input.benchmarkReturn,
    grossReturn: reward.gross,
    frictionLinear: reward.lambdaTerm,
    frictionRoot: reward.gammaTerm,
    executionReturn: reward.executionAware,
    reward: reward.reward,
    commissionFen: realised.commissionFen,
    dutyFen: realised.dutyFen,
    transferFen: realised.transferFen,
    otherFen: realised.otherFen,
    spreadFen: realised.spreadFen,
    impactFen: realised.impactFen,
    turnover: record.turnover,
    principalLoss: reward.principalLoss,
    drawdown: reward.drawdown,
    terminal: reward.terminal,
    positions: Object.fromEntries(state.ledger.positions.map(([symbol, shares]) => [symbol, shares])),
    unpriced: input.unpriced,
    state,
    digest: sha256Hex(`${before.digest}\n${canonicalJson({ source: input.sourceHash, record, state, benchmarkReturn: input.benchmarkReturn })}`),
    decideMs: input.decideMs,
  };
}

/** Orders and fills of the day; ids say where they stand, so evidence can name them: `epi_…/12/SYN600001`. */
export function toOrderRows(step: StepRow, record: StepRecord): { orders: OrderRow[]; fills: FillRow[] } {
  const day = { bookId: step.bookId, episodeId: step.episodeId, dayIndex: step.dayIndex, date: step.date };
  const orderRows: OrderRow[] = [];
  const fillRows: FillRow[] = [];
  for (const order of record.orders) {
    const { symbol, side, fill } = order;
    const id = `${step.episodeId}/${step.dayIndex}/${symbol}`;
    orderRows.push({ id, ...day, symbol, side, shares: order.wantedShares, filledShares: order.filledShares, status: order.status, reason: order.reason });
    if (!fill) continue;
    const { cashFen: _, ...costs } = fill;
    fillRows.push({ id: `${id}/fill`, orderId: id, ...day, symbol, side, shares: order.filledShares, referenceFen: order.referenceFen ?? fill.priceFen, ...costs });
  }
  return { orders: orderRows, fills: fillRows };
}

/** Realised friction of a day in fen: what the fills cost against the reference price, fees included. */
export const realisedFrictionFen = (s: Pick<StepRow, 'commissionFen' | 'dutyFen' | 'transferFen' | 'otherFen' | 'spreadFen' | 'impactFen'>): number =>
  s.commissionFen + s.dutyFen + s.transferFen + s.otherFen + s.spreadFen + s.impactFen;
