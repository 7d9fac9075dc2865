import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { UnpricedHolding } from '../../contracts/unpriced-holding';
import { flag, json } from './columns';

/** One trading day of an episode with every component of eq. 1 and eq. 2. Written once, in one transaction with its orders and fills. */
export const steps = sqliteTable(
  'steps',
  {
    bookId: text('book_id').notNull(),
    episodeId: text('episode_id').notNull(),
    /** 0-based day of the episode. */
    dayIndex: integer('day_index').notNull(),
    date: text('date').notNull(),
    versionId: text('version_id').notNull(),
    equityFen: integer('equity_fen').notNull(),
    cashFen: integer('cash_fen').notNull(),
    pnlFen: integer('pnl_fen').notNull(),
    /** Net return of the day (after realised friction). */
    dayReturn: real('day_return').notNull(),
    benchmarkReturn: real('benchmark_return'),
    /** Σ ω r of eq. 1, before friction. */
    grossReturn: real('gross_return').notNull(),
    /** λ‖Δω‖₁ and γ√‖Δω‖ of eq. 1. */
    frictionLinear: real('friction_linear').notNull(),
    frictionRoot: real('friction_root').notNull(),
    /** R̃_t = gross − linear − root. */
    executionReturn: real('execution_return').notNull(),
    /** R_t of eq. 2. */
    reward: real('reward').notNull(),
    /** Realised friction from fills, in fen. */
    commissionFen: integer('commission_fen').notNull(),
    dutyFen: integer('duty_fen').notNull(),
    transferFen: integer('transfer_fen').notNull(),
    /** Exchange and regulatory fees. */
    otherFen: integer('other_fen').notNull().default(0),
    spreadFen: integer('spread_fen').notNull(),
    impactFen: integer('impact_fen').notNull(),
    /** One-way turnover of the day: Σ|trade| / 2 / mean equity. */
    turnover: real('turnover').notNull(),
    /** L_t = 1 − W_t / W_0. */
    principalLoss: real('principal_loss').notNull(),
    drawdown: real('drawdown').notNull(),
    terminal: flag('terminal').notNull(),
    /** Non-zero positions {symbol: shares} after the fills. */
    positions: json<Record<string, number>>('positions').notNull(),
    /** Holdings that had no price on the day, largest first; null on days stored before they were told. No part of the digest: it follows from the market. */
    unpriced: json<readonly UnpricedHolding[]>('unpriced'),
    /** Everything simulation.stepDay needs to go on tomorrow, incl. strategy memory; bit-exact JSON. */
    state: json<unknown>('state').notNull(),
    /** sha256 chain over the step's numbers: equal digests = equal runs, to the last bit. */
    digest: text('digest').notNull(),
    decideMs: real('decide_ms'),
  },
  (t) => [primaryKey({ columns: [t.episodeId, t.dayIndex] }), index('steps_book_date').on(t.bookId, t.date)],
);

export const orders = sqliteTable(
  'orders',
  {
    id: text('id').primaryKey(),
    bookId: text('book_id').notNull(),
    episodeId: text('episode_id').notNull(),
    dayIndex: integer('day_index').notNull(),
    date: text('date').notNull(),
    symbol: text('symbol').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    shares: integer('shares').notNull(),
    filledShares: integer('filled_shares').notNull(),
    status: text('status', { enum: ['filled', 'partial', 'rejected'] }).notNull(),
    /** Reason code of execution when partial or rejected. */
    reason: text('reason'),
  },
  (t) => [index('orders_day').on(t.episodeId, t.dayIndex)],
);

export const fills = sqliteTable(
  'fills',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    bookId: text('book_id').notNull(),
    episodeId: text('episode_id').notNull(),
    dayIndex: integer('day_index').notNull(),
    date: text('date').notNull(),
    symbol: text('symbol').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    shares: integer('shares').notNull(),
    /** Price paid or received per share, integer fen. Spread and impact in fen are exact on the amount. */
    priceFen: integer('price_fen').notNull(),
    /** Reference price (open) before spread and impact. */
    referenceFen: integer('reference_fen').notNull(),
    amountFen: integer('amount_fen').notNull(),
    commissionFen: integer('commission_fen').notNull(),
    dutyFen: integer('duty_fen').notNull(),
    transferFen: integer('transfer_fen').notNull(),
    /** Exchange and regulatory fees. */
    otherFen: integer('other_fen').notNull().default(0),
    spreadFen: integer('spread_fen').notNull(),
    impactFen: integer('impact_fen').notNull(),
    /** Shares filled / day volume. */
    participation: real('participation').notNull(),
  },
  (t) => [index('fills_day').on(t.episodeId, t.dayIndex)],
);
