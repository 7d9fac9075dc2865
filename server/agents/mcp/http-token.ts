import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '@/server/contracts/errors';

/** Shorter ones can be guessed. */
const LEAST_LENGTH = 16;

export interface HttpToken {
  readonly token: string;
  /** File that holds it; null when it came from the environment. */
  readonly file: string | null;
  /** It was made just now: the only time it is printed. */
  readonly fresh: boolean;
}

/**
 * The token without which the HTTP server answers nobody: OOMRL_MCP_TOKEN, or `<data>/keys/mcp-token`, made on first use and
 * readable by its owner only. @throws AppError BAD_INPUT (too short), NOT_ALLOWED (others may read the file)
 */
export function readHttpToken(dataDir: string, env: Readonly<Record<string, string | undefined>> = process.env): HttpToken {
  const given = env.OOMRL_MCP_TOKEN?.trim();
  if (given) return { token: checked(given, 'OOMRL_MCP_TOKEN'), file: null, fresh: false };
  const file = join(dataDir, 'keys', 'mcp-token');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const token = randomBytes(32).toString('base64url');
    // Two servers may be first at once: the one that creates the file wins, the other reads it.
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return { token, file, fresh: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { mode } = statSync(file);
  if ((mode & 0o077) !== 0) throw new AppError('NOT_ALLOWED', `The token file ${file} may be read by others (mode ${(mode & 0o777).toString(8)}); delete it, and the next start makes a new token.`);
  return { token: checked(readFileSync(file, 'utf8').trim(), file), file, fresh: false };
}

function checked(token: string, where: string): string {
  if (token.length < LEAST_LENGTH) throw new AppError('BAD_INPUT', `${where}: the token has ${token.length} characters; use ${LEAST_LENGTH} or more (openssl rand -base64 32).`);
  return token;
}
