// What is done is not done again: content hashes, and one set-up at a time per checkout.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { log } from './log.mjs';
import { ROOT } from './process.mjs';

const SKIP = new Set(['node_modules', '.next', '.next-e2e', 'dist', 'data', '.git', 'test-results']);
const isTest = (name) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(name);

/** sha256 over paths and bytes; tests are left out, so that editing one does not rebuild the console. */
export function hashOf(paths, salt = '') {
  const hash = createHash('sha256').update(salt);
  const walk = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const entry of readdirSync(path).sort()) if (!SKIP.has(entry) && !isTest(entry)) walk(join(path, entry));
    } else hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0');
  };
  for (const path of paths) walk(resolve(ROOT, path));
  return hash.digest('hex');
}

export const stampHolds = (file, hash) => {
  try {
    return readFileSync(join(ROOT, file), 'utf8') === hash;
  } catch {
    return false;
  }
};
export const writeStamp = (file, hash) => writeFileSync(join(ROOT, file), hash);
export const dropStamp = (file) => rmSync(join(ROOT, file), { force: true });

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** One set-up at a time per checkout; a lock whose holder died is taken over (stack.md P27). */
export async function withLock(work) {
  mkdirSync(join(ROOT, 'data'), { recursive: true, mode: 0o700 });
  const file = join(ROOT, 'data/.boot.lock');
  for (let turn = 0; ; turn++) {
    try {
      const fd = openSync(file, 'wx');
      writeFileSync(fd, String(process.pid));
      closeSync(fd);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      let holder = 0;
      try { holder = Number(readFileSync(file, 'utf8')); } catch { /* released meanwhile */ }
      if (turn > 2 && !isAlive(holder)) { rmSync(file, { force: true }); continue; }
      if (turn === 3) log(`waiting for the set-up by process ${holder}`);
      await new Promise((next) => setTimeout(next, 200));
    }
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
