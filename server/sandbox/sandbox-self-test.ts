import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import { expectedContainment } from './expected-containment';
import { innermostStatus } from './host-status';
import { readRepoFile } from './repo-file';
import { sandboxBackend, sandboxName, spawnSandboxed } from './spawn-sandboxed';
import type { SandboxBackend, SandboxReport } from './types';

const reportSchema = z.record(z.string(), z.string().or(z.number()));
const USERNS_FIX =
  'Allow unprivileged user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04 and later); in a container start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined.';

const HOW_TO_FIX: Readonly<Record<string, string>> = {
  bwrap: USERNS_FIX,
  docker: 'Docker must run as root with its default runtime, seccomp and the cgroup controllers memory and pids: see `docker info`.',
};

let proven: SandboxReport | null = null;
let running: Promise<SandboxReport> | null = null;

/**
 * Run the containment probe in the real sandbox and compare with what must come out. About 0.2 s; a good result is kept
 * for the life of the process, a bad one is tried anew. Never throws: a machine that cannot isolate is a report.
 */
export async function sandboxSelfTest(): Promise<SandboxReport> {
  if (proven?.backend === sandboxName()) return proven;
  running ??= testSandbox().finally(() => {
    running = null;
  });
  return running;
}

async function testSandbox(): Promise<SandboxReport> {
  let backend: SandboxBackend;
  try {
    backend = sandboxBackend();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, backend: 'none', checks: [{ name: 'chosen', ok: false, detail }], howToFix: detail, limits: null };
  }
  const { name } = backend;
  const fix = HOW_TO_FIX[name] ?? '';
  const missing = backend.missingParts();
  if (missing) {
    return { ok: false, backend: name, checks: [{ name: 'parts present', ok: false, detail: `missing: ${missing.missing}` }], howToFix: missing.howToFix, limits: null };
  }
  let outcome: Awaited<ReturnType<typeof runProbe>>;
  try {
    await backend.prepare?.();
    outcome = await runProbe();
  } catch (error) {
    return { ok: false, backend: name, checks: [{ name: 'starts', ok: false, detail: error instanceof Error ? error.message : String(error) }], howToFix: fix, limits: null };
  }
  const { answers, failure } = outcome;
  if (!answers) return { ok: false, backend: name, checks: [{ name: 'starts', ok: false, detail: failure }], howToFix: fix, limits: null };
  const checks = Object.entries(expectedContainment(name)).map(([key, { says, answer }]) => {
    const got = String(answers[key] ?? 'no answer');
    return { name: says, ok: got === answer, detail: got === answer ? got : `${key}: expected "${answer}", got "${got}"` };
  });
  const ok = checks.every((check) => check.ok);
  const report: SandboxReport = { ok, backend: name, checks, howToFix: ok ? null : `This machine does not isolate as required. ${fix}`, limits: backend.limits() };
  if (ok) proven = report;
  return report;
}

/** The gate before any untrusted code. @throws AppError MISSING_PART with what to install; there is no weaker fallback. */
export async function requireSandbox(): Promise<SandboxReport> {
  const report = await sandboxSelfTest();
  if (report.ok) return report;
  const failed = report.checks.filter((check) => !check.ok).map((check) => check.detail);
  throw new AppError('MISSING_PART', `No untrusted code is run without a working sandbox (${failed.slice(0, 3).join('; ')}). ${report.howToFix}`, { checks: report.checks, howToFix: report.howToFix });
}

async function runProbe(): Promise<{ answers: Record<string, string | number> | null; failure: string }> {
  const probe = spawnSandboxed({
    role: 'subject',
    runtime: 'node',
    runtimeArgs: ['--no-warnings', '--v8-pool-size=1', '--max-old-space-size=256'],
    files: [{ at: '/w/probe.cjs', data: readRepoFile('server/sandbox/probe.cjs') }],
    argv: ['/w/probe.cjs'],
    stdin: 'pipe',
    extraFds: [{ fd: 4, direction: 'out' }],
    wallMs: 15_000,
  });
  let text = '';
  let seen: Record<string, string> = {};
  probe.readable(4).on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    if (!text.endsWith('}')) return;
    const status = innermostStatus(probe.pid);
    if (status) {
      const hostUids = (status.Uid ?? '0').split(/\s+/);
      seen = { hostUid: hostUids.includes('0') ? '0' : 'not 0', capabilities: status.CapEff ?? '?', noNewPrivileges: status.NoNewPrivs ?? '?', seccomp: status.Seccomp ?? '?', interfaces: status.Interfaces ?? '?' };
    }
    probe.stdin!.end();
  });
  const exit = await probe.exited;
  const parsed = reportSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    return { answers: null, failure: `the probe did not answer (exit ${exit.code ?? exit.signal ?? exit.killedBy}): ${exit.stderr.trim().slice(0, 500) || 'no message'}` };
  }
  return { answers: { ...parsed.data, ...seen }, failure: '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
