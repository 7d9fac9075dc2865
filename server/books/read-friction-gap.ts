import { and, desc, eq, gt, or } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { steps } from '@/server/db/schema';
import { type FrictionGap, GAP_DAYS, judgeFriction } from '@/server/execution/calibration/judge-friction';
import type { EpisodeRow } from './get-book';
import { frictionRatio } from './list-book-rows';
import { stepViewColumns } from './read-day';

/** Whether eq. 1 says about what trading cost in an episode lately; null in one without friction, where nothing is paid. */
export function readFrictionGap(db: DbOrTx, episode: Pick<EpisodeRow, 'id' | 'friction'>): FrictionGap | null {
  if (!episode.friction) return null;
  const traded = or(gt(steps.frictionLinear, 0), gt(steps.frictionRoot, 0), gt(steps.turnover, 0));
  const recent = db.select(stepViewColumns).from(steps).where(and(eq(steps.episodeId, episode.id), traded)).orderBy(desc(steps.dayIndex)).limit(GAP_DAYS).all().reverse();
  return judgeFriction(recent.map((step) => ({ modelled: step.frictionLinear + step.frictionRoot, realised: frictionRatio(step) })));
}
