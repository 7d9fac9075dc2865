import { AppError } from '@/server/contracts/errors';
import { expandFiles } from '@/server/market/import/expand-archive';
import type { SourceFile } from '@/server/market/import/guess-mapping';
import { isQlibProvider, readQlibProvider } from '@/server/market/import/read-qlib';
import { type ImportOptions, type ImportResult, importBars, importTables } from '@/server/market/import-bars';
import { decodeParquet, isParquet } from './decode-parquet';

const TEXT = /\.(?:csv|tsv|txt)$/i;

/**
 * Import files of any supported kind: CSV/TSV, Parquet, a Qlib provider folder (files named by their path in it), each also gzipped
 * or in a tar archive. What is no bar file in an archive or folder (a README) is refused by name when it stands alone, and left out
 * beside others. @throws AppError BAD_INPUT, TOO_LARGE
 */
export async function importFiles(files: readonly SourceFile[], options: ImportOptions): Promise<ImportResult> {
  const expanded = await expandFiles(files);
  if (isQlibProvider(expanded)) return importTables(readQlibProvider(expanded), options);
  const bars = expanded.filter((f) => isParquet(f.bytes) || TEXT.test(f.name) || expanded.length === 1);
  if (bars.length === 0) throw new AppError('BAD_INPUT', `None of the ${expanded.length} files is a bar file (.csv, .tsv, .txt, Parquet or a Qlib folder).`);
  const tables: SourceFile[] = [];
  for (const file of bars) tables.push(isParquet(file.bytes) ? await decodeParquet(file) : file);
  return importBars(tables, options);
}
