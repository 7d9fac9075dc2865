import { formatDuration, formatInteger, formatNumber } from '@/components/format';

interface SpentProps {
  inputTokens: number | null;
  outputTokens: number | null;
  cpuSeconds?: number | null;
  costMicros: number | null;
  durationMs?: number | null;
}

/** What one act cost, leaving out what is zero. */
export function Spent({ inputTokens, outputTokens, cpuSeconds, costMicros, durationMs }: SpentProps) {
  const parts = [
    inputTokens || outputTokens ? `${formatInteger(inputTokens ?? 0)} + ${formatInteger(outputTokens ?? 0)} tokens` : null,
    cpuSeconds ? `${formatNumber(cpuSeconds, 1)} s CPU` : null,
    costMicros ? formatNumber(costMicros / 1e6, 4) : null,
    durationMs ? formatDuration(durationMs) : null,
  ].filter((p) => p !== null);
  return parts.length === 0 ? null : <span className="num text-xs whitespace-nowrap text-ink-3">{parts.join(' · ')}</span>;
}
