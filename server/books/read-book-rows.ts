import { asc, desc, eq } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { fills, orders, packageVersions, steps } from '@/server/db/schema';
import type { StepState } from '@/server/simulation/types';
import { getLastStep, listDeployments } from './get-book';
import { realisedFrictionRatio, stepFigureColumns } from './step-figures';
import type { FillRow, OrderRow } from './step-rows';

export interface Holding {
  symbol: string;
  shares: number;
  /** Bought on the last day: not sellable before the next session. */
  lockedShares: number;
  priceFen: number;
  valueFen: number;
  /** Part of equity. */
  weight: number;
  /** Paid for the shares held, fees excluded. */
  costFen: number;
}

/** What an episode holds after its last day, largest first. */
export function readHoldings(db: DbOrTx, episodeId: string): Holding[] {
  const last = getLastStep(db, episodeId);
  if (!last) return [];
  return (last.state as StepState).ledger.positions
    .filter(([, shares]) => shares !== 0)
    .map(([symbol, shares, lockedShares, costFen, priceFen]) => ({ symbol, shares, lockedShares, costFen, priceFen, valueFen: shares * priceFen, weight: (shares * priceFen) / last.equityFen }))
    .sort((a, b) => b.valueFen - a.valueFen || (a.symbol < b.symbol ? -1 : 1));
}

interface Page {
  limit: number;
  offset?: number;
}
/** Orders of an episode, newest day first. */
export const listOrders = (db: DbOrTx, episodeId: string, { limit, offset = 0 }: Page): OrderRow[] =>
  db.select().from(orders).where(eq(orders.episodeId, episodeId)).orderBy(desc(orders.dayIndex), asc(orders.id)).limit(limit).offset(offset).all();
/** Fills of an episode, newest day first. */
export const listFills = (db: DbOrTx, episodeId: string, { limit, offset = 0 }: Page): FillRow[] =>
  db.select().from(fills).where(eq(fills.episodeId, episodeId)).orderBy(desc(fills.dayIndex), asc(fills.id)).limit(limit).offset(offset).all();

/** One stay of a version in an episode, and what it earned. */
export interface VersionSpell {
  deploymentId: string;
  label: string;
  commit: string;
  kind: 'initial' | 'deploy' | 'roll_back';
  from: string;
  /** Last day it decided; null while it is the one that trades. */
  to: string | null;
  days: number;
  pnlFen: number;
  cumulativeReturn: number | null;
  /** Mean one-way turnover of a day. */
  turnover: number | null;
  /** Mean realised friction of a day, ratio of equity. */
  frictionRealised: number | null;
  proposalId: string | null;
  actorName: string;
  at: number;
}

/** The stays of all versions of an episode, oldest first. A day belongs to the version that decided it. */
export function readVersionSpells(db: DbOrTx, input: { bookId: string; episodeId: string }): VersionSpell[] {
  const deployed = listDeployments(db, input.bookId, input.episodeId);
  const versions = new Map(db.select().from(packageVersions).all().map((v) => [v.id, v]));
  const days = db.select(stepFigureColumns).from(steps).where(eq(steps.episodeId, input.episodeId)).orderBy(asc(steps.dayIndex)).all();
  return deployed.map((d, i) => {
    const next = deployed[i + 1];
    const own = days.filter((s) => s.dayIndex >= d.fromDayIndex && (!next || s.dayIndex < next.fromDayIndex));
    const mean = (of: (s: (typeof own)[number]) => number) => (own.length > 0 ? own.reduce((sum, s) => sum + of(s), 0) / own.length : null);
    const version = versions.get(d.versionId);
    return {
      deploymentId: d.id,
      label: version?.label ?? d.versionId,
      commit: version?.commit ?? '',
      kind: d.kind,
      from: own[0]?.date ?? d.fromDate,
      to: next ? (own.at(-1)?.date ?? d.fromDate) : null,
      days: own.length,
      pnlFen: own.reduce((sum, s) => sum + s.pnlFen, 0),
      cumulativeReturn: own.length > 0 ? own.reduce((product, s) => product * (1 + s.dayReturn), 1) - 1 : null,
      turnover: mean((s) => s.turnover),
      frictionRealised: mean((s) => realisedFrictionRatio(s) ?? 0),
      proposalId: version?.proposalId ?? null,
      actorName: d.actorName,
      at: d.at,
    };
  });
}
