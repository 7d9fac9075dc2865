import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** A fresh module: a good result is kept per process. */
const load = () => import('./sandbox-self-test');

function stub(script: string): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'stub-bwrap-'));
  chmodSync(dir, 0o755);
  const file = path.join(dir, 'bwrap');
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}

it('A01 A10: every line of the containment table holds on this machine', async () => {
  const report = await (await load()).sandboxSelfTest();
  expect(report.checks.filter((check) => !check.ok)).toEqual([]);
  expect(report).toMatchObject({ ok: true, backend: 'bwrap', howToFix: null });
  expect(report.checks.length).toBeGreaterThan(25);
});

it('A11: refuses with the exact command when bubblewrap is missing', async () => {
  vi.stubEnv('OOMRL_BWRAP', '/nowhere/bwrap');
  const room = await load();
  expect(await room.sandboxSelfTest()).toMatchObject({ ok: false, howToFix: 'apt-get install -y bubblewrap' });
  await expect(room.requireSandbox()).rejects.toMatchObject({ code: 'MISSING_PART', message: expect.stringContaining('apt-get install -y bubblewrap') });
});

it.each([
  ['user namespaces are forbidden', '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n', 'No permissions to create new namespace'],
  ['a bwrap only runs the program without isolating it', '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n', 'probe'],
  ['the network is not cut off', `#!/bin/sh\nfor a; do shift; [ "$a" = --unshare-net ] || set -- "$@" "$a"; done\nexec /usr/bin/bwrap "$@"\n`, 'interfaces: expected "lo"'],
  ['the filter is not loaded', '#!/bin/sh\nfor a; do shift; case "$a" in --seccomp) skip=1;; *) if [ "$skip" = 1 ]; then skip=; else set -- "$@" "$a"; fi;; esac; done\nexec /usr/bin/bwrap "$@"\n', 'seccomp: expected "2", got "0"'],
])('A11: refuses when %s', async (_name, script, detail) => {
  const file = stub(script);
  vi.stubEnv('OOMRL_BWRAP', file);
  const report = await (await load()).sandboxSelfTest();
  rmSync(path.dirname(file), { recursive: true });
  expect(report.ok).toBe(false);
  expect(report.checks.filter((c) => !c.ok).map((c) => c.detail).join('; ')).toContain(detail);
});
