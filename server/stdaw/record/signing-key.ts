import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The ed25519 key of this installation, made on first use and readable by its owner only. It says which console made a record, not
 * that the record is true: whoever holds the key can sign anything, so records are also reproducible.
 */
export function signingKey(dataDir: string): KeyObject {
  const file = path.join(dataDir, 'keys', 'verdict-ed25519.pem');
  const read = () => createPrivateKey(readFileSync(file, 'utf8'));
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  try {
    // Two processes may be first at once: the one that creates the file wins, the other reads it.
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return read();
}

/** Public half as SPKI in base64, as it stands in records. */
export const publicKeyText = (key: KeyObject): string => createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
