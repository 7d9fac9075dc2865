import type { FileMapping } from '@/server/market/import-ledger';

interface Mapped {
  readonly name: string;
  readonly mapping: FileMapping;
}

/** The guess before it is used: files that are read alike are one paragraph. */
export function printMappings(files: readonly Mapped[]): string {
  const alike = new Map<string, Mapped[]>();
  for (const file of files) {
    const { symbol, reasons: _reasons, ...how } = file.mapping;
    const key = JSON.stringify([how, symbol === null]);
    alike.set(key, [...(alike.get(key) ?? []), file]);
  }
  return [...alike.values()].map(paragraph).join('\n');
}

function paragraph(group: readonly Mapped[]): string {
  const [{ name, mapping }] = group as [Mapped];
  const columns = Object.entries(mapping.columns).filter((entry): entry is [string, string] => entry[1] !== null);
  const ratherThanText = mapping.encoding === 'binary' ? 'a Qlib store, float32 by symbol and field' : /\.(?:parquet|pq)$/i.test(name) ? 'Parquet' : null;
  const separator = mapping.delimiter === '\t' ? 'tab' : JSON.stringify(mapping.delimiter);
  const facts = [
    ratherThanText ? `  format    ${ratherThanText}` : `  text      ${mapping.encoding}, cells separated by ${separator}${mapping.dateOrder ? `, dates ${mapping.dateOrder === 'dmy' ? 'day first' : 'month first'}` : ''}`,
    `  columns   ${columns.map(([field, header]) => (field === header ? field : `${field} = ${JSON.stringify(header)}`)).join(', ')}`,
    `  units     volume in ${mapping.volumeUnit}, amount in ${mapping.amountUnit === 'unit' ? 'currency units' : mapping.amountUnit}`,
    ...(mapping.symbol === null ? [] : [`  symbol    from the name of the ${mapping.encoding === 'binary' ? 'folder' : 'file or the mapping'}: ${group.slice(0, 5).map((f) => f.mapping.symbol).join(', ')}${group.length > 5 ? ', …' : ''}`]),
    ...(mapping.ignored.length === 0 ? [] : [`  not used  ${mapping.ignored.slice(0, 20).join(', ')}`]),
    ...mapping.reasons.filter((reason) => !reason.startsWith('symbol ')).map((reason) => `  because   ${reason}`),
  ];
  return [`mapping of ${group.length === 1 ? name : `${group.length} files such as ${name}`}`, ...facts].join('\n');
}
