import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@/server/contracts/errors';
import type { Panel } from '@/server/market/panel';
import { decodePanel, encodePanel, hashPanelBytes } from '@/server/market/panel-codec';

const HASH = /^[0-9a-f]{64}$/;

function panelPath(dir: string, hash: string): string {
  if (!HASH.test(hash)) throw new AppError('BAD_INPUT', `Panel hash ${JSON.stringify(hash)} is not 64 hex digits.`);
  return join(dir, `${hash}.panel`);
}

/** Store a panel under its content hash in `dir` (created when absent) and return the hash. A half-written file is never visible. */
export function savePanel(dir: string, panel: Panel): string {
  const bytes = encodePanel(panel);
  const hash = hashPanelBytes(bytes);
  const target = panelPath(dir, hash);
  if (existsSync(target)) return hash;
  mkdirSync(dir, { recursive: true });
  // Same directory, so the rename is atomic; the pid keeps two writers of one content apart.
  const temporary = `${target}.${process.pid}.tmp`;
  const fd = openSync(temporary, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, target);
  return hash;
}

/** Read a panel and verify its content. @throws AppError NOT_FOUND when absent, BINDING_MISMATCH when the bytes were altered. */
export function loadPanel(dir: string, hash: string): Panel {
  const path = panelPath(dir, hash);
  if (!existsSync(path)) throw new AppError('NOT_FOUND', `Panel ${hash.slice(0, 12)} is not in the store; import the market again.`, { hash });
  const bytes = readFileSync(path);
  const found = hashPanelBytes(bytes);
  if (found !== hash) {
    throw new AppError('BINDING_MISMATCH', `Panel ${hash.slice(0, 12)} was altered on disk (its bytes now hash to ${found.slice(0, 12)}); import the market again.`, { hash, found });
  }
  return decodePanel(bytes);
}
