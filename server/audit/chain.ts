import { canonicalJson, sha256Hex } from './canonical-json';

/** What a row of the audit log commits to. `hash` = sha256(prevHash, canonical JSON of this). */
export interface AuditContent {
  seq: number;
  at: number;
  actorKind: string;
  actorId: string;
  actorName: string;
  action: string;
  entity: string;
  detail: Record<string, unknown>;
}

/** prevHash of the first row. */
export const GENESIS_HASH = '0'.repeat(64);
/** Settings key with {seq, hash} of the last row: shows that rows are missing at the end, which the chain alone cannot. */
export const HEAD_KEY = 'audit.head';

/** Hash of one row, chained to the row before it. */
export const hashAuditRow = (prevHash: string, row: AuditContent): string => sha256Hex(`${prevHash}\n${canonicalJson(row)}`);
