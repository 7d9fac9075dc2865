import { cpuSeconds } from './cpu-seconds';

interface Meter {
  seconds: number;
}
const open = new Set<Meter>();
let last = 0;

/** What was burnt since the last look is shared by those that were at work, so that the bills add up to what was burnt. */
function settle(): void {
  const now = cpuSeconds();
  const share = Math.max(0, now - last) / Math.max(1, open.size);
  for (const meter of open) meter.seconds += share;
  last = now;
}

/** Starts metering one call of this process; the function ends it and answers its CPU seconds (children that were reaped meanwhile included). */
export function openCpuMeter(): () => number {
  settle();
  const meter: Meter = { seconds: 0 };
  open.add(meter);
  return () => {
    if (open.has(meter)) settle();
    open.delete(meter);
    return meter.seconds;
  };
}
