import { spawn } from 'node:child_process';

/**
 * A process that outlives a `kill -9` of the meter: it waits on a pipe, and when the pipe breaks before `done` was written it ends
 * the group it was told. In its own session, so that it is not killed along with the meter's group.
 */
export function startGuard(): { watch(groupId: number): void; dismiss(): void } {
  const guard = spawn('/bin/sh', ['-c', 'read -r group || exit 0; read -r _ || kill -s KILL -- "-$group"'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a shell there is no guard; the next run then ends what was left (exec-settle.ts).
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return {
    watch: (groupId) => void guard.stdin.write(`${groupId}\n`),
    dismiss: () => void guard.stdin.end('done\n'),
  };
}
