import { AppError } from '@/server/contracts/errors';
import type { SandboxSpec } from './types';

export const FIRST_EXTRA_FD = 3;
const MAX_FILE_BYTES = 64 << 20;

/** Refuse a spec that no backend can keep. @param lastFd highest fd the backend can place @throws AppError INTERNAL, TOO_LARGE */
export function checkSpec(spec: SandboxSpec, fileBytes: number, lastFd: number): void {
  const seen = new Set<number>();
  for (const { fd } of spec.extraFds ?? []) {
    if (!Number.isInteger(fd) || fd < FIRST_EXTRA_FD || fd > lastFd || seen.has(fd)) throw new AppError('INTERNAL', `Extra fd ${fd} must be a whole number from ${FIRST_EXTRA_FD} to ${lastFd}, each once.`);
    seen.add(fd);
  }
  for (const file of spec.files) {
    if (!file.at.startsWith('/w/') || file.at.includes('..')) throw new AppError('INTERNAL', `File ${file.at} must lie under /w/.`);
    if (file.data.length > Math.min(fileBytes, MAX_FILE_BYTES)) throw new AppError('TOO_LARGE', `File ${file.at} has ${file.data.length} bytes; the sandbox takes at most ${Math.min(fileBytes, MAX_FILE_BYTES)}.`);
  }
}
