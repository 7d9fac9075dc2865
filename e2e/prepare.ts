import { rmSync } from 'node:fs';
import { halted, oomrl, runFolder } from './console';

/** Prepares the demo once: every spec starts from a copy of it. What the run made is removed at its end. */
export default function prepare(): () => void {
  oomrl(halted(), ['prepare']);
  return () => rmSync(runFolder(), { recursive: true, force: true, maxRetries: 5 });
}
