import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { sha256Schema } from '@/server/contracts/ids';
import type { StrategyPackage } from '@/server/strategy/types';

/** Beside strategy.json: the hashes of tests, baseline and strategy.json (the thresholds) that people accepted. No proposal may write it. */
export const LOCK_FILE = 'strategy.lock';

const lockSchema = z.strictObject({ tests: sha256Schema, baseline: sha256Schema, manifest: sha256Schema });
export type TestsAnchor = z.output<typeof lockSchema>;

/** The accepted hashes, or null when the package has no lock. @throws AppError BAD_INPUT when the lock is not readable as one */
export function readTestsLock(dir: string): TestsAnchor | null {
  const file = path.join(dir, LOCK_FILE);
  if (!existsSync(file)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new AppError('BAD_INPUT', `${LOCK_FILE} is not JSON: ${error instanceof Error ? error.message : String(error)}; write it again with --accept-tests.`);
  }
  if (value !== null && typeof value === 'object' && !('manifest' in value)) throw new AppError('BAD_INPUT', `${LOCK_FILE} is of an earlier edition and holds no hash of strategy.json, whose thresholds are the owner's; look at strategy.json and run: oomrl verify --package DIR --accept-tests.`);
  return parseOrThrow(lockSchema, value, LOCK_FILE);
}

/** A person accepts tests, baseline and strategy.json as they stand. */
export function writeTestsLock(dir: string, pkg: StrategyPackage): TestsAnchor {
  const anchor = anchorOf(pkg);
  writeFileSync(path.join(dir, LOCK_FILE), `${JSON.stringify(anchor, null, 2)}\n`);
  return anchor;
}

export const anchorOf = (pkg: StrategyPackage): TestsAnchor => ({ tests: pkg.hashes.tests, baseline: pkg.hashes.baseline, manifest: pkg.hashes.manifest });
