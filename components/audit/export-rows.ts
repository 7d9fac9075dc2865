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
export function auditCsvLine(row: AuditExportRow): string {
  const cells = [String(row.seq), new Date(row.at).toISOString(), 'UTC', ...[row.actorKind, row.actorId, row.actorName, row.action, row.entity, JSON.stringify(row.detail), row.prevHash, row.hash].map(guardFormula)];
  return `${cells.map(quote).join(',')}\r\n`;
}

/** A spreadsheet runs a text cell that begins with = + - @ tab or CR; a leading apostrophe keeps it text (OWASP, CSV injection). */
const guardFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
