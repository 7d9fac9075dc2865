import { spawn } from 'node:child_process';
import { RUN_VARIABLE } from './exec-tree';

/** Ends the group, then whoever carries the mark of the run and had left the group; twice, for those that were just starting. */
const SCRIPT = `read -r group || exit 0
read -r _ && exit 0
kill -s KILL -- "-$group"
for round in 1 2; do
  for process in /proc/[0-9]*; do
    if tr '\\0' '\\n' < "$process/environ" | grep -q "^$1=.*$2"; then kill -s KILL "\${process#/proc/}"; fi
  done
done`;

/**
 * A process that outlives a `kill -9` of the meter: it waits on a pipe, and when the pipe breaks before `done` was written it ends
 * the tree of the run. In its own session, so that it is not killed along with the meter's group.
 */
export function startGuard(runId: string): { watch(groupId: number): void; dismiss(): void } {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'oomrl-guard', RUN_VARIABLE, runId], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a shell there is no guard; the next run then ends what was left (exec-settle.ts).
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return {
    watch: (groupId) => void guard.stdin.write(`${groupId}\n`),
    dismiss: () => void guard.stdin.end('done\n'),
  };
}
