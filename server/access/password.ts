import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@/server/contracts/errors';

// OWASP password storage: scrypt N=2^15, r=8, p=3; 32 MiB per attempt.
const COST = { N: 32768, r: 8, p: 3 };
const KEY_BYTES = 32;
export const MIN_PASSWORD_LENGTH = 10;

function derive(password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** `N$r$p$salt$hash`. @throws AppError BAD_INPUT when the password is too short or absurdly long */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH) throw new AppError('BAD_INPUT', `The password has ${password.length} characters; use at least ${MIN_PASSWORD_LENGTH}.`);
  if (password.length > 1024) throw new AppError('BAD_INPUT', 'The password is longer than 1024 characters.');
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return [COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

// A well-formed hash of nothing: an unknown name costs the same time as a known one.
const NOBODY = `${COST.N}$${COST.r}$${COST.p}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(KEY_BYTES).toString('base64url')}`;

/** Compares in constant time; with `stored` null it does the same work and answers false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [n, r, p, salt, hash] = (stored ?? NOBODY).split('$');
  const key = await derive(password.slice(0, 1024), Buffer.from(salt ?? '', 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  const same = timingSafeEqual(key, Buffer.from(hash ?? '', 'base64url'));
  return same && stored !== null;
}
