import { csvLine } from '../csv';

export interface AuditExportRow {
  readonly seq: number;
  readonly at: number;
  readonly actorKind: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly action: string;
  readonly entity: string;
  readonly detail: Record<string, unknown>;
  readonly prevHash: string;
  readonly hash: string;
}

const COLUMNS = ['seq', 'at', 'zone', 'actor_kind', 'actor_id', 'actor_name', 'action', 'entity', 'detail', 'prev_hash', 'hash'] as const;
export const auditCsvHeader = (): string => `${COLUMNS.join(',')}\r\n`;

/** One CSV line: time in ISO UTC with its zone in a column, text cells guarded against formulas. */
export const auditCsvLine = (row: AuditExportRow): string => csvLine([row.seq, new Date(row.at).toISOString(), 'UTC', row.actorKind, row.actorId, row.actorName, row.action, row.entity, JSON.stringify(row.detail), row.prevHash, row.hash]);
