import { Chip } from './chip';

/** Stands wherever numbers of a generated market stand. */
export function SyntheticBadge({ seed }: { seed?: number | null }) {
  return (
    <Chip tone="neutral" shape="dash" title={`Generated market${seed === null || seed === undefined ? '' : `, seed ${seed}`}: these prices never traded anywhere.`}>
      Synthetic data
    </Chip>
  );
}
