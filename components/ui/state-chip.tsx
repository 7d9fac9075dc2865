import type { HandlingState, Severity } from '@/server/contracts/alert';
import type { BookState } from '@/server/contracts/book-state';
import type { ProposalState } from '@/server/contracts/proposal';
import { cx } from '../cx';
import { Chip, type ChipShape, type ChipTone, Glyph } from './chip';

interface Look {
  label: string;
  tone: ChipTone;
  shape: ChipShape;
}

const bookLooks: Record<BookState, Look> = {
  running: { label: 'Running', tone: 'accent', shape: 'play' },
  halted: { label: 'Halted', tone: 'signal', shape: 'pause' },
  in_autopsy: { label: 'In autopsy', tone: 'signal', shape: 'half' },
  refactoring: { label: 'Refactoring', tone: 'neutral', shape: 'half' },
  in_review: { label: 'In review', tone: 'accent', shape: 'ring' },
  terminated: { label: 'Terminated', tone: 'strong', shape: 'square' },
};
export const bookStateLabel = (state: BookState): string => bookLooks[state].label;
export const bookGlyph = (state: BookState): ChipShape => bookLooks[state].shape;

const proposalLooks: Record<ProposalState, Look> = {
  queued: { label: 'Queued', tone: 'neutral', shape: 'ring' },
  running: { label: 'Agent at work', tone: 'accent', shape: 'half' },
  verified: { label: 'Verified', tone: 'accent', shape: 'check' },
  exhausted: { label: 'No attempt passed', tone: 'signal', shape: 'cross' },
  failed: { label: 'Failed', tone: 'signal', shape: 'cross' },
  stopped: { label: 'Stopped', tone: 'neutral', shape: 'dash' },
  holding: { label: 'Approved, holding', tone: 'accent', shape: 'pause' },
  deployed: { label: 'Deployed', tone: 'strong', shape: 'check' },
  rejected: { label: 'Rejected', tone: 'signal', shape: 'cross' },
  superseded: { label: 'Superseded', tone: 'neutral', shape: 'dash' },
};

const handlingLooks: Record<HandlingState, Look> = {
  open: { label: 'Open', tone: 'signal', shape: 'ring' },
  acknowledged: { label: 'Acknowledged', tone: 'neutral', shape: 'half' },
  in_autopsy: { label: 'In autopsy', tone: 'neutral', shape: 'half' },
  resolved: { label: 'Resolved', tone: 'neutral', shape: 'check' },
  dismissed: { label: 'Dismissed', tone: 'neutral', shape: 'dash' },
};

export type GateStatus = 'pass' | 'fail' | 'error' | 'skipped' | 'running';
const gateLooks: Record<GateStatus, Look> = {
  pass: { label: 'Pass', tone: 'accent', shape: 'check' },
  fail: { label: 'Fail', tone: 'signal', shape: 'cross' },
  error: { label: 'Error', tone: 'signal', shape: 'octagon' },
  skipped: { label: 'Not run', tone: 'neutral', shape: 'dash' },
  running: { label: 'Running', tone: 'neutral', shape: 'half' },
};

const severityLooks: Record<Severity, { label: string; shape: ChipShape; colour: string }> = {
  info: { label: 'Info', shape: 'ring', colour: 'text-ink-3' },
  warning: { label: 'Warning', shape: 'triangle', colour: 'text-signal' },
  critical: { label: 'Critical', shape: 'octagon', colour: 'text-signal' },
};

const chip = ({ label, tone, shape }: Look) => (
  <Chip tone={tone} shape={shape}>
    {label}
  </Chip>
);

export const BookStateChip = ({ state }: { state: BookState }) => chip(bookLooks[state]);
export const ProposalStateChip = ({ state }: { state: ProposalState }) => chip(proposalLooks[state]);
export const HandlingChip = ({ state }: { state: HandlingState }) => chip(handlingLooks[state]);
export const VerdictChip = ({ status }: { status: 'pass' | 'fail' | 'error' }) => chip(gateLooks[status]);

/** Result of one gate: glyph, and the word for those who do not see it. */
export function GateMark({ status }: { status: GateStatus }) {
  const look = gateLooks[status];
  return (
    <span className={cx('inline-flex items-center', look.tone === 'signal' ? 'text-signal' : look.tone === 'accent' ? 'text-accent' : 'text-ink-3')}>
      <Glyph shape={look.shape} />
      <span className="sr-only">{look.label}</span>
    </span>
  );
}

/** Severity has a shape of its own: ring, triangle, octagon. */
export function SeverityMark({ severity, withLabel = false }: { severity: Severity; withLabel?: boolean }) {
  const look = severityLooks[severity];
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', look.colour)}>
      <Glyph shape={look.shape} className="size-3.5" />
      <span className={withLabel ? 'text-xs font-medium' : 'sr-only'}>{look.label}</span>
    </span>
  );
}
