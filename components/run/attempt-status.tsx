import { Chip, type ChipShape, type ChipTone } from '@/components/ui/chip';
import type { attempts } from '@/server/db/schema';

export type AttemptRow = typeof attempts.$inferSelect;

const LOOKS: Record<AttemptRow['status'], { label: string; tone: ChipTone; shape: ChipShape }> = {
  drafting: { label: 'Writing', tone: 'neutral', shape: 'half' },
  verifying: { label: 'Being verified', tone: 'neutral', shape: 'half' },
  passed: { label: 'Passed', tone: 'accent', shape: 'check' },
  failed: { label: 'Failed', tone: 'signal', shape: 'cross' },
  error: { label: 'Error', tone: 'signal', shape: 'octagon' },
};

/** How an attempt ended, or what it is doing. */
export function AttemptStatus({ status }: { status: AttemptRow['status'] }) {
  const { label, tone, shape } = LOOKS[status];
  return (
    <Chip tone={tone} shape={shape}>
      {label}
    </Chip>
  );
}
