import { eq } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { settings } from '@/server/db/schema';
import { type AuditContent, GENESIS_HASH, HEAD_KEY, hashAuditRow } from './chain';

export type AuditVerdict = { ok: true; rows: number; head: string } | { ok: false; rows: number; firstBadSeq: number; why: string };

type RawRow = Omit<AuditContent, 'detail'> & { detail: string; prevHash: string; hash: string };
const COLUMNS = 'seq, at, actor_kind AS actorKind, actor_id AS actorId, actor_name AS actorName, action, entity, detail, prev_hash AS prevHash, hash';

function faultOf(row: RawRow, seq: number, prevHash: string): string | null {
  if (row.seq !== seq) return `row ${seq} is missing (the next one found is ${row.seq})`;
  if (row.prevHash !== prevHash) return `row ${seq} does not continue the row before it`;
  const { prevHash: _, hash, detail, ...rest } = row;
  try {
    if (hashAuditRow(prevHash, { ...rest, detail: JSON.parse(detail) as Record<string, unknown> }) !== hash) return `row ${seq} was altered: its content does not match its hash`;
  } catch {
    return `row ${seq} was altered: its detail is no JSON`;
  }
  return null;
}

/**
 * Recomputes the whole chain, row by row without holding it in memory, and names the first row that is altered, missing or out of place.
 * Who can rewrite the file can rewrite the chain from a row on; keeping `head` elsewhere (it is printed) is what shows that.
 */
export function verifyAudit(db: Db): AuditVerdict {
  let prevHash = GENESIS_HASH;
  let seq = 0;
  for (const row of db.$client.prepare(`SELECT ${COLUMNS} FROM audit_log ORDER BY seq`).iterate() as Iterable<RawRow>) {
    seq += 1;
    const why = faultOf(row, seq, prevHash);
    if (why) return { ok: false, rows: seq, firstBadSeq: seq, why };
    prevHash = row.hash;
  }
  const head = db.select({ value: settings.value }).from(settings).where(eq(settings.key, HEAD_KEY)).get()?.value as { seq: number; hash: string } | undefined;
  if (seq !== (head?.seq ?? 0)) return { ok: false, rows: seq, firstBadSeq: Math.min(seq, head?.seq ?? 0) + 1, why: `the log ends at row ${seq} but its recorded end is row ${head?.seq ?? 0}` };
  if (head && head.hash !== prevHash) return { ok: false, rows: seq, firstBadSeq: seq, why: `row ${seq} is not the one recorded as the last` };
  return { ok: true, rows: seq, head: prevHash };
}
