import type { Finding, ImportLedger } from '@/server/market/import-ledger';

export interface LedgerView {
  files: ImportLedger['files'];
  findings: Finding[];
  /** Rows refused in all files. */
  refused: number;
}

/** The stored ledger of an import; null where there was none (a generated market has no files). */
export function readLedger(stored: unknown): LedgerView | null {
  const ledger = stored as Partial<ImportLedger> | null;
  if (!ledger || !Array.isArray(ledger.files) || !Array.isArray(ledger.findings) || ledger.files.length === 0) return null;
  return { files: ledger.files, findings: ledger.findings, refused: ledger.files.reduce((sum, file) => sum + file.rowsRefusedTotal, 0) };
}
