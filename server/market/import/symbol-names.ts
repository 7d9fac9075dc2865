const NO_SYMBOL = new Set(['', '-', '--', 'nan', 'null', 'none', 'n/a', '#n/a']);

/**
 * A symbol as the cell means it: spreadsheets write ="000001" or '000001 to keep the zeros, data frames 600000.0. Null when it is no
 * code. What a spreadsheet took away (000001 → 1) is not put back here: 1 may be a code elsewhere.
 */
export function cleanSymbol(cell: string): string | null {
  const text = cell.replace(/^="+(.*?)"+$/, '$1').replace(/^'/, '').replace(/^(\d{1,6})\.0$/, '$1').trim();
  if (NO_SYMBOL.has(text.toLowerCase()) || text.length > 40 || /["'()=<>\t\r\n]/.test(text)) return null;
  return text;
}

/** Symbol inside a file name: an A-share code with its exchange, else the name up to the first underscore. */
export function symbolFromFileName(fileName: string): string {
  const base = fileName.slice(fileName.lastIndexOf('/') + 1).replace(/\.(?:csv|tsv|txt|gz|parquet)+$/gi, '').replace(/\.(?:csv|tsv|txt|parquet)$/i, '');
  const code = /(?:sh|sz|bj)\d{6}|\d{6}\.(?:SH|SZ|BJ|XSHG|XSHE|SS)|(?<!\d)\d{6}(?!\d)/i.exec(base);
  if (code) return code[0];
  const cut = base.indexOf('_');
  return cut > 0 ? base.slice(0, cut) : base;
}

/** True for well-known index symbols: Shanghai 000xxx, Shenzhen 399xxx, CSI, ^GSPC and its like. */
export function isIndexSymbol(symbol: string): boolean {
  if (/^\^/.test(symbol) || /^(?:GSPC|DJI|IXIC|NDX|RUT|VIX|SPX)$/i.test(symbol)) return true;
  if (/^(?:sh000|sz399|csi\d|bj899)/i.test(symbol)) return true;
  return /^(?:000\d{3}\.(?:SH|SS|XSHG|CSI)|399\d{3}\.(?:SZ|XSHE|CSI)|899\d{3}\.BJ)$/i.test(symbol);
}

/** Indices in the order in which they make a benchmark. */
const BENCHMARKS = [/000300/, /000905/, /000852/, /000001/, /GSPC/i, /SPX/i];

/** The best benchmark among index symbols, or null. */
export function preferredBenchmark(symbols: readonly string[]): string | null {
  for (const pattern of BENCHMARKS) {
    const found = symbols.find((s) => isIndexSymbol(s) && pattern.test(s));
    if (found !== undefined) return found;
  }
  return symbols.find(isIndexSymbol) ?? null;
}
