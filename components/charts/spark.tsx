/** A word-sized curve (≤ 60 points): shape only, the numbers stand beside it. Drawn on the server, no script. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const width = 120;
  const height = 28;
  if (values.length < 2) return <span className="text-xs text-ink-3">no curve yet</span>;
  const low = Math.min(...values, 1);
  const high = Math.max(...values, 1);
  const span = high - low || 1;
  const y = (value: number) => 2 + (height - 4) * (1 - (value - low) / span);
  const path = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${((i / (values.length - 1)) * width).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="inline-block h-7 w-30 overflow-visible align-middle">
      <path d={`M0 ${y(1).toFixed(1)}H${width}`} stroke="var(--line-strong)" strokeDasharray="2 3" />
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
