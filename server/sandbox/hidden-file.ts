import { randomBytes } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Put bytes into a nameless file and return a read-only fd at offset 0. bwrap copies from it (--ro-bind-data), so nothing
 * is ever visible to another user, no directory must be searchable by the sandbox uid, and a crash leaves nothing behind.
 */
export function openHiddenFile(data: Buffer): number {
  const name = path.join(tmpdir(), `oomrl-${randomBytes(12).toString('hex')}`);
  const writer = openSync(name, 'wx', 0o600);
  try {
    for (let done = 0; done < data.length; ) done += writeSync(writer, data, done);
    return openSync(name, 'r');
  } finally {
    unlinkSync(name);
    closeSync(writer);
  }
}
