import { createPublicKey, sign, verify } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import { autopsySchema } from '@/server/contracts/autopsy';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { sha256Schema } from '@/server/contracts/ids';
import { phaseSchema, verdictSchema } from '@/server/contracts/verdict';
import { simulationConfigSchema } from '@/server/simulation/config';
import type { RunEvidence } from '../runner/types';
import type { Verification } from '../verify-package';
import type { VerifyInput } from '../verify/types';
import { publicKeyText } from './signing-key';

const fileSchema = z.strictObject({ path: z.string().max(400), text: z.string() });
const filesSchema = z.array(fileSchema).max(2000);

/** Everything a verdict depends on, and the verdict: enough to verify again on another machine. */
const payloadSchema = z.strictObject({
  version: z.literal(1),
  verdictHash: sha256Schema,
  verdict: verdictSchema,
  package: z.strictObject({ manifestText: z.string(), sources: filesSchema, tests: filesSchema, baseline: filesSchema, hashes: z.strictObject({ manifest: sha256Schema, package: sha256Schema }) }),
  diff: z.string().nullable(),
  phase: phaseSchema,
  constraints: autopsySchema.shape.constraints,
  acceptance: autopsySchema.shape.acceptance,
  seed: z.int(),
  market: z.strictObject({ name: z.string(), panelHash: z.string(), from: z.string().nullable(), to: z.string().nullable(), config: simulationConfigSchema }).nullable(),
  /** What the judge reported, test by test; null when no test ran. */
  run: z.strictObject({ plan: z.array(z.string()), tests: z.array(z.strictObject({ id: z.string(), ok: z.boolean() })), sources: sha256Schema, tests_hash: sha256Schema, bootstrap: sha256Schema }).nullable(),
  versions: z.strictObject({ node: z.string(), v8: z.string(), arch: z.string() }),
});
export type RecordPayload = z.output<typeof payloadSchema>;

const recordSchema = z.strictObject({ payload: z.unknown(), hash: sha256Schema, publicKey: z.string().max(200), signature: z.string().max(200) });
export type VerdictRecord = z.output<typeof recordSchema>;

/** The signed, content-addressed record of a verification. */
export function makeRecord(input: VerifyInput, { verdict, verdictHash, evidence }: Verification, key: KeyObject): VerdictRecord {
  const { basePackage: pkg, market } = input;
  const payload: RecordPayload = {
    version: 1, verdictHash, verdict,
    package: { manifestText: pkg.manifestText, sources: [...pkg.sources], tests: [...pkg.tests], baseline: [...pkg.baseline], hashes: { manifest: pkg.hashes.manifest, package: pkg.hashes.package } },
    diff: input.diff === null ? null : typeof input.diff === 'string' ? input.diff : Buffer.from(input.diff).toString('utf8'),
    phase: input.phase, constraints: input.constraints, acceptance: input.acceptance, seed: input.seed,
    market: market ? { name: market.name, panelHash: market.panelHash, from: market.from ?? null, to: market.to ?? null, config: simulationConfigSchema.parse(market.config) } : null,
    run: evidence ? { plan: evidence.plan.ids, tests: testsOf(evidence), sources: evidence.hashes.sources, tests_hash: evidence.hashes.tests, bootstrap: evidence.hashes.bootstrap } : null,
    versions: { node: process.versions.node, v8: process.versions.v8, arch: process.arch },
  };
  const text = canonicalJson(payload);
  return { payload, hash: sha256Hex(text), publicKey: publicKeyText(key), signature: sign(null, Buffer.from(text), key).toString('base64') };
}

/** Which tests passed, in the order of their names: the order they ran in is another each time. */
export const testsOf = (evidence: RunEvidence) => evidence.tests.map(({ id, ok }) => ({ id, ok })).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Writes the record under its own hash; the same record twice is one file. Returns the path. */
export function storeRecord(dataDir: string, record: VerdictRecord): string {
  const file = path.join(dataDir, 'records', `${record.hash}.json`);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, canonicalJson(record));
  return file;
}

/** The payload of a record whose hash, signature and verdict hash agree. @throws AppError BAD_INPUT naming what does not */
export function openRecord(text: string): { payload: RecordPayload; publicKey: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('BAD_INPUT', `The record is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const record = parseOrThrow(recordSchema, value, 'record');
  const bytes = canonicalJson(record.payload);
  if (sha256Hex(bytes) !== record.hash) throw new AppError('BAD_INPUT', 'The record was altered: its content does not have the hash it names.');
  if (!isSigned(bytes, record)) throw new AppError('BAD_INPUT', 'The record was altered: its signature does not fit its content.');
  const payload = parseOrThrow(payloadSchema, record.payload, 'record.payload');
  if (sha256Hex(canonicalJson(payload.verdict)) !== payload.verdictHash) throw new AppError('BAD_INPUT', 'The record was altered: its verdict does not have the hash it names.');
  return { payload, publicKey: record.publicKey };
}

function isSigned(bytes: string, { publicKey, signature }: VerdictRecord): boolean {
  try {
    return verify(null, Buffer.from(bytes), createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
