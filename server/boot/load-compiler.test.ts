import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCompiler, sealCache } from './load-compiler.mjs';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'compiler-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const HONEST = "exports.says = () => 'honest'; exports.more = () => exports.says() + '!';";
/** V8 compares the lengths of texts, and these are the same. */
const FORGED = HONEST.replace('honest', 'forged');

const says = ({ ts }: { ts: object }): string => (ts as { more(): string }).more();

/** A compiler of this text, run once so that its functions are compiled; what V8 made of it. */
function codeOf(name: string, text: string): { file: string; text: Buffer; code: Buffer } {
  const file = path.join(dir, name);
  writeFileSync(file, text);
  const loaded = loadCompiler(undefined, file);
  says(loaded);
  return { file, text: loaded.text, code: loaded.script.createCachedData() };
}

it('the code of another text of the same length is not run', () => {
  const [honest, forged] = [codeOf('honest.cjs', HONEST), codeOf('forged.cjs', FORGED)];
  expect(forged.text.length).toBe(honest.text.length);
  const loaded = loadCompiler(sealCache(forged.text, forged.code), honest.file);
  expect(loaded.script.cachedDataRejected).toBeUndefined();
  expect(says(loaded)).toBe('honest!');
});

it('a damaged cache, or half of one, is not shown to V8: the compiler compiles', () => {
  const { file, text, code } = codeOf('damaged.cjs', HONEST);
  const sealed = sealCache(text, code);
  const damaged = [0, 31, 32, 60, sealed.length >> 1, sealed.length - 1].map((at) => {
    const copy = Buffer.from(sealed);
    copy[at]! ^= 0x41;
    return copy;
  });
  for (const cache of [...damaged, ...[0, 20, 32, 40, sealed.length - 1].map((end) => sealed.subarray(0, end)), Buffer.concat([sealed, Buffer.of(0)])]) {
    const loaded = loadCompiler(cache, file);
    expect(loaded.script.cachedDataRejected).toBeUndefined();
    expect(says(loaded)).toBe('honest!');
  }
});

it('a whole cache of the same text is used, and that of another V8 refused by it', () => {
  const { file, text, code } = codeOf('whole.cjs', HONEST);
  expect(loadCompiler(sealCache(text, code), file).script.cachedDataRejected).toBe(false);
  const other = Buffer.from(code);
  other[4]! ^= 1; // its version
  const loaded = loadCompiler(sealCache(text, other), file);
  expect(says(loaded)).toBe('honest!');
});

it('without a file it is the compiler of this checkout', () => {
  expect(loadCompiler(undefined).ts).toHaveProperty('version', createRequire(import.meta.url)('typescript/package.json').version);
});
