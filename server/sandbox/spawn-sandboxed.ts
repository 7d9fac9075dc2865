import { bwrapBackend } from './bwrap-backend';
import type { SandboxBackend, SandboxProcess, SandboxSpec } from './types';

/** The isolation in use. There is one; when its parts are missing nothing runs. */
export function sandboxBackend(): SandboxBackend {
  return bwrapBackend;
}

/**
 * Start untrusted code. Call `await requireSandbox()` once before, which proves that this machine isolates.
 * @throws AppError MISSING_PART when a part is absent, INTERNAL when the spec or this process is unsafe
 */
export function spawnSandboxed(spec: SandboxSpec): SandboxProcess {
  return sandboxBackend().spawn(spec);
}
