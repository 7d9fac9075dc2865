import { getTableColumns } from 'drizzle-orm';
import { steps } from '@/server/db/schema';
import type { StepRow } from './get-book';
import { realisedFrictionFen } from './step-rows';

/** A stored day without its (large) resume state: what screens read. */
export type StepFigures = Omit<StepRow, 'state'>;

const { state: _, ...columns } = getTableColumns(steps);
export const stepFigureColumns = columns;

/** Realised friction of a day as a part of equity before it; null when that was not positive. */
export function realisedFrictionRatio(step: Pick<StepFigures, 'equityFen' | 'pnlFen' | 'commissionFen' | 'dutyFen' | 'transferFen' | 'otherFen' | 'spreadFen' | 'impactFen'>): number | null {
  const before = step.equityFen - step.pnlFen;
  return before > 0 ? realisedFrictionFen(step) / before : null;
}
