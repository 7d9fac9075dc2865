import { asc, eq } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { deployments, packageVersions, steps } from '@/server/db/schema';
import { frictionRatio } from './list-book-rows';

/** One stretch of days that a version decided. `to` is null while it is the one now. */
export interface VersionStretch {
  deploymentId: string;
  versionId: string;
  label: string;
  commit: string;
  kind: 'initial' | 'deploy' | 'roll_back';
  episodeId: string;
  from: string;
  to: string | null;
  days: number;
  pnlFen: number;
  /** Compounded net return of its days. */
  cumReturn: number;
  /** Sum of one-way turnover and of realised friction, as fractions of equity. */
  turnover: number;
  frictionRealised: number;
  proposalId: string | null;
  deployedBy: string;
  at: number;
}

/** All stretches of a book in order, with what each earned. */
export function listVersions(db: DbOrTx, bookId: string): VersionStretch[] {
  const stretches = db.select().from(deployments).innerJoin(packageVersions, eq(packageVersions.id, deployments.versionId)).where(eq(deployments.bookId, bookId)).orderBy(asc(deployments.at), asc(deployments.fromDayIndex)).all();
  const { episodeId, dayIndex, date, dayReturn, pnlFen, equityFen, turnover, commissionFen, dutyFen, transferFen, otherFen, spreadFen, impactFen } = steps;
  const days = db.select({ episodeId, dayIndex, date, dayReturn, pnlFen, equityFen, turnover, commissionFen, dutyFen, transferFen, otherFen, spreadFen, impactFen }).from(steps).where(eq(steps.bookId, bookId)).orderBy(asc(steps.dayIndex)).all();
  return stretches.map(({ deployments: d, package_versions: v }, i) => {
    const next = stretches[i + 1]?.deployments;
    const until = next && next.episodeId === d.episodeId ? next.fromDayIndex : Number.POSITIVE_INFINITY;
    const own = days.filter((s) => s.episodeId === d.episodeId && s.dayIndex >= d.fromDayIndex && s.dayIndex < until);
    return {
      deploymentId: d.id,
      versionId: v.id,
      label: v.label,
      commit: v.commit,
      kind: d.kind,
      episodeId: d.episodeId,
      from: d.fromDate,
      to: next ? (own.at(-1)?.date ?? next.fromDate) : null,
      days: own.length,
      pnlFen: own.reduce((sum, s) => sum + s.pnlFen, 0),
      cumReturn: own.reduce((product, s) => product * (1 + s.dayReturn), 1) - 1,
      turnover: own.reduce((sum, s) => sum + s.turnover, 0),
      frictionRealised: own.reduce((sum, s) => sum + frictionRatio(s), 0),
      proposalId: v.proposalId,
      deployedBy: d.actorName,
      at: d.at,
    };
  });
}
