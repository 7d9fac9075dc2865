// `node server/boot/cache-compiler.mjs FOLDER`: puts the compiler's cache into the folder of a bundle. A file is parsed first, so that what that takes is in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, loadCompiler, sealCache } from './load-compiler.mjs';

const { script, text, ts } = loadCompiler();
ts.createSourceFile('a.ts', readFileSync(new URL(import.meta.url), 'utf8'), ts.ScriptTarget.ES2022, false, ts.ScriptKind.TS);
writeFileSync(join(process.argv[2], CACHE), sealCache(text, script.createCachedData()));
