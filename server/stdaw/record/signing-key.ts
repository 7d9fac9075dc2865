import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@/server/contracts/errors';

/**
 * The ed25519 key of this installation, made on first use and readable by its owner only. It says which console made a record, not
 * that the record is true: whoever holds the key can sign anything, so records are also reproducible.
 */
export function signingKey(dataDir: string): KeyObject {
  const file = keyFile(dataDir);
  const known = readKey(file);
  if (known) return known;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  // Two processes may be first at once: whoever links a whole file first wins, the other reads it. Nobody sees half a key.
  const own = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  writeFileSync(own, pem, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readKey(file)!;
}

/** The public half of this installation's key as it stands in records; null when it has signed nothing yet. @throws AppError MISSING_PART */
export function ownPublicKey(dataDir: string): string | null {
  const key = readKey(keyFile(dataDir));
  return key && publicKeyText(key);
}

const keyFile = (dataDir: string) => path.join(dataDir, 'keys', 'verdict-ed25519.pem');

/** Null when there is none. A key that others can read or write says nothing about who signed. @throws AppError MISSING_PART */
function readKey(file: string): KeyObject | null {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { mode } = fstatSync(fd);
    if (mode & 0o077) throw new AppError('MISSING_PART', `The signing key ${file} can be read or written by others (mode ${(mode & 0o777).toString(8)}). If nobody else had it, run "chmod 600" on it; else remove it, and a new one is made.`);
    return createPrivateKey(readFileSync(fd, 'utf8'));
  } finally {
    closeSync(fd);
  }
}

/** Public half as SPKI in base64, as it stands in records. */
export const publicKeyText = (key: KeyObject): string => createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
