import { AppError } from '@/server/contracts/errors';
import { bwrapBackend } from './bwrap-backend';
import { dockerBackend } from './docker-backend';
import type { SandboxBackend, SandboxProcess, SandboxSpec } from './types';

const BACKENDS: Readonly<Record<string, SandboxBackend>> = { bwrap: bwrapBackend, docker: dockerBackend };

/** Name of the chosen isolation, which may not exist. */
export const sandboxName = (): string => process.env.OOMRL_SANDBOX || 'bwrap';

/** The isolation in use: OOMRL_SANDBOX, bubblewrap when not set. One is chosen; when its parts are missing nothing runs, in particular no other. */
export function sandboxBackend(): SandboxBackend {
  const name = sandboxName();
  const backend = Object.hasOwn(BACKENDS, name) ? BACKENDS[name] : undefined;
  if (!backend) throw new AppError('BAD_INPUT', `OOMRL_SANDBOX is ${JSON.stringify(name)}; it must be one of ${Object.keys(BACKENDS).join(', ')}.`);
  return backend;
}

/**
 * Start untrusted code. Call `await requireSandbox()` once before, which proves that this machine isolates.
 * @throws AppError MISSING_PART when a part is absent, INTERNAL when the spec or this process is unsafe
 */
export function spawnSandboxed(spec: SandboxSpec): SandboxProcess {
  return sandboxBackend().spawn(spec);
}
