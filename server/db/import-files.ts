import { AppError } from '@/server/contracts/errors';
import { expandFiles } from '@/server/market/import/expand-archive';
import type { SourceFile } from '@/server/market/import/guess-mapping';
import { refuseIdleForQlib } from '@/server/market/import/refuse-idle-mapping';
import { isQlibProvider, readQlibProvider } from '@/server/market/import/read-qlib';
import { type ImportOptions, type ImportResult, importBars, importTables } from '@/server/market/import-bars';
import { decodeParquet, isParquet } from './decode-parquet';

const TEXT = /\.(?:csv|tsv|txt)$/i;
const PARQUET = /\.(?:parquet|pq)$/i;
/** What stands beside data and is none. */
const BESIDE = /(?:^|\/)(?:readme|licen[cs]e|copying|changelog|notice|makefile)[^/]*$|\.(?:md|pdf|py|ipynb|r|sh|js|ts|json|ya?ml|toml|html?|png|jpe?g|svg|md5|sha\d*)$/i;

/**
 * Import files of any supported kind: CSV/TSV, Parquet, a Qlib provider folder (files named by their path in it), each also gzipped
 * or in a tar archive. A README, a licence, code or a picture beside bar files is left out; any other file that cannot be read is refused by
 * name, because it may be the bars of a share. @throws AppError BAD_INPUT, TOO_LARGE
 */
export async function importFiles(files: readonly SourceFile[], options: ImportOptions): Promise<ImportResult> {
  const expanded = await expandFiles(files);
  if (isQlibProvider(expanded)) {
    refuseIdleForQlib(options.mapping);
    const stored = readQlibProvider(expanded);
    options.onMapping?.(stored);
    return importTables(stored, options);
  }
  const bars = expanded.length === 1 ? expanded : expanded.filter((f) => isParquet(f.bytes) || !BESIDE.test(f.name));
  const strange = bars.find((f) => !isParquet(f.bytes) && (PARQUET.test(f.name) || (expanded.length > 1 && !TEXT.test(f.name))));
  if (strange) throw new AppError('BAD_INPUT', `${strange.name} is ${PARQUET.test(strange.name) ? 'no whole Parquet file (it is cut off or something else)' : 'no format that is read (.csv, .tsv, .txt, Parquet, a Qlib folder, each also in one .gz or .tar)'}; convert it or leave it out. Nothing was imported.`, { file: strange.name });
  if (bars.length === 0) throw new AppError('BAD_INPUT', `None of the ${expanded.length} files is a bar file (.csv, .tsv, .txt, Parquet or a Qlib folder).`);
  const tables: SourceFile[] = [];
  for (const file of bars) tables.push(isParquet(file.bytes) ? await decodeParquet(file) : file);
  return importBars(tables, options);
}
