import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { BROKEN_SIZING, fixtureFiles, fixturePackage, HONEST_SIZING } from '../attacks/fixture';
import { makeUnifiedDiff } from '../diff/make-unified-diff';
import type { VerifyInput } from '../verify/types';
import { verifyPackage } from '../verify-package';
import { replayRecord } from './replay-record';
import { ownPublicKey, publicKeyText, signingKey } from './signing-key';
import { makeRecord, openRecord, storeRecord, type VerdictRecord } from './verdict-record';

let dir: string;
beforeEach(async () => {
  await requireSandbox();
  dir = mkdtempSync(path.join(tmpdir(), 'oomrl-record-'));
  return () => rmSync(dir, { recursive: true, force: true });
});

const input = (from: string, to: string | null): VerifyInput => ({
  basePackage: fixturePackage(from), diff: to === null ? null : makeUnifiedDiff(fixtureFiles(from), fixtureFiles(to)), phase: 'logic_genesis',
  constraints: { allowed_paths: ['src/**'], max_ast_edits: 40, frozen_symbols: [] }, acceptance: {}, seed: 99,
});

it('a verdict can be reproduced from its record, and any change of the record is noticed', { timeout: 60_000 }, async () => {
  for (const [verified, wanted] of [[input(BROKEN_SIZING, HONEST_SIZING), 'pass'], [input(HONEST_SIZING, BROKEN_SIZING), 'fail']] as const) {
    const file = storeRecord(dir, makeRecord(verified, await verifyPackage(verified), signingKey(dir)));
    const text = readFileSync(file, 'utf8');
    expect(path.basename(file)).toBe(`${(JSON.parse(text) as VerdictRecord).hash}.json`);
    const { payload } = openRecord(text);
    expect(payload.verdict.status).toBe(wanted);
    const replay = await replayRecord(payload, null);
    expect(replay.differences).toEqual([]);
    expect(replay.reproduced).toBe(true);
    expect(() => openRecord(text.replace('"seed":99', '"seed":98'))).toThrow(/hash/);
    const forged = JSON.parse(text) as VerdictRecord;
    const other = makeRecord({ ...verified, seed: 1 }, { verdict: payload.verdict, verdictHash: payload.verdictHash, evidence: null }, signingKey(dir));
    expect(() => openRecord(JSON.stringify({ ...other, signature: forged.signature }))).toThrow(/signature/);
  }
});

it('a record that claims more than is true is not reproduced', { timeout: 60_000 }, async () => {
  const verified = input(HONEST_SIZING, null);
  const good = await verifyPackage(verified);
  const lie = makeRecord(input(BROKEN_SIZING, null), good, signingKey(dir));
  const replay = await replayRecord(openRecord(JSON.stringify(lie)).payload, null);
  expect(replay.reproduced).toBe(false);
  expect(replay.differences).toContain('status: pass → fail');
});

it('a record of another package than it names, or of other tests than ran, is not reproduced', { timeout: 60_000 }, async () => {
  const verified = input(HONEST_SIZING, null);
  const good = await verifyPackage(verified);
  const { hashes } = fixturePackage(BROKEN_SIZING);
  const replay = async (record: VerdictRecord) => replayRecord(openRecord(JSON.stringify(record)).payload, null);
  const otherBase = { ...good.verdict, hashes: { ...good.verdict.hashes, base: hashes.package } };
  const renamed = makeRecord({ ...verified, basePackage: { ...verified.basePackage, hashes } }, { verdict: otherBase, verdictHash: sha256Hex(canonicalJson(otherBase)), evidence: good.evidence }, signingKey(dir));
  expect((await replay(renamed)).differences.map((d) => d.split(':')[0])).toEqual(['base', 'package hash']);
  const fewer = { ...good.evidence!, tests: good.evidence!.tests.slice(1) };
  expect((await replay(makeRecord(verified, { ...good, evidence: fewer }, signingKey(dir)))).differences).toEqual(['run: the tests of the record are not those that ran']);
});

it('a key that others can read signs nothing more, and no half of a key is ever read', () => {
  expect(ownPublicKey(dir)).toBeNull();
  expect(publicKeyText(signingKey(dir))).toBe(ownPublicKey(dir));
  expect(readdirSync(path.join(dir, 'keys'))).toEqual(['verdict-ed25519.pem']);
  chmodSync(path.join(dir, 'keys/verdict-ed25519.pem'), 0o640);
  expect(() => signingKey(dir)).toThrow(/can be read or written by others \(mode 640\)/);
});

it('the key is made once and is its owner’s', () => {
  const first = signingKey(dir).export({ type: 'pkcs8', format: 'pem' });
  expect(signingKey(dir).export({ type: 'pkcs8', format: 'pem' })).toEqual(first);
  expect(statSync(path.join(dir, 'keys/verdict-ed25519.pem')).mode & 0o777).toBe(0o600);
});
