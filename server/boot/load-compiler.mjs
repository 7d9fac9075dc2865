import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

export const CACHE = 'typescript.cache';
const SEAL_BYTES = 32;

/** A cache is worth something with the very text it was made of: V8 looks at its length only, and runs whatever a damaged cache holds. */
const sealOf = (text, code) => createHash('sha256').update(text).update(code).digest();

/** What the file of a cache holds for a compiler of this text: the hash of both, then V8's code. */
export const sealCache = (text, code) => Buffer.concat([sealOf(text, code), code]);

/** V8's code; undefined for a file that is damaged, or was made of another text. */
function unsealCache(text, file) {
  const code = file.subarray(SEAL_BYTES);
  return sealOf(text, code).equals(file.subarray(0, SEAL_BYTES)) ? code : undefined;
}

/**
 * The TypeScript compiler as `require` would load it, with the code that V8 made of it before. A cache that does not belong to this text is
 * not shown to V8, which itself refuses that of another version or other flags; without one it compiles.
 */
export function loadCompiler(cache, filename = createRequire(import.meta.url).resolve('typescript')) {
  const text = readFileSync(filename);
  const cachedData = cache === undefined ? undefined : unsealCache(text, cache);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text.toString()}\n})`, { filename, cachedData });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
  return { script, text, ts: module.exports };
}
