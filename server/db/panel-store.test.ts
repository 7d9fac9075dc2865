import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { loadPanel, savePanel } from './panel-store';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'panels-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const panel = generateSyntheticMarket({ seed: 3, symbols: 4, years: 1 });

it('stores once under the content hash and loads the same panel', () => {
  const hash = savePanel(dir, panel);
  expect(savePanel(dir, panel)).toBe(hash);
  expect(readdirSync(dir)).toEqual([`${hash}.panel`]);
  expect(loadPanel(dir, hash)).toEqual(panel);
});

it('notices one altered byte, an absent file and a path instead of a hash', () => {
  const hash = savePanel(dir, panel);
  const path = join(dir, `${hash}.panel`);
  const bytes = readFileSync(path);
  bytes[bytes.length - 10]! ^= 1;
  writeFileSync(path, bytes);
  expect(() => loadPanel(dir, hash)).toThrow(/altered/);
  expect(() => loadPanel(dir, 'a'.repeat(64))).toThrow(/not in the store/);
  expect(() => loadPanel(dir, '../../etc/passwd')).toThrow(/64 hex/);
});
