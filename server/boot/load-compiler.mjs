import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

export const CACHE = 'typescript.cache';

/** The TypeScript compiler as `require` would load it, with the code that V8 made of it before. V8 refuses a cache of another Node, other flags or another text, and compiles. */
export function loadCompiler(cachedData) {
  const filename = createRequire(import.meta.url).resolve('typescript');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'utf8')}\n})`, { filename, cachedData });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
  return { script, ts: module.exports };
}
