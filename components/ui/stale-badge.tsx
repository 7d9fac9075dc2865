import { formatSpan } from '../format';
import { Chip } from './chip';

/** Marks a figure whose source is older than it should be; says how old. */
export function StaleBadge({ ageMs, limitMs }: { ageMs: number; limitMs: number }) {
  if (ageMs < limitMs) return null;
  return (
    <Chip tone="signal" shape="triangle" title={`Expected at least every ${formatSpan(limitMs)}.`}>
      {formatSpan(ageMs)} old
    </Chip>
  );
}
