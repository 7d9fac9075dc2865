import { formatInteger } from '../format';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import type { LedgerView } from './read-ledger';

const SHOWN = 300;

/** In what a file counts, and why the import took it so. */
function unitsOf({ volumeUnit, amountUnit, reasons }: LedgerView['files'][number]['mapping']): string {
  const units = `volume in ${volumeUnit}, amount in ${amountUnit === 'unit' ? 'currency units' : amountUnit}`;
  const why = reasons.filter((reason) => !reason.startsWith('symbol ')).map((reason) => reason.replace(`: ${units}`, '')).join('; ');
  return `${units}${why ? ` (${why})` : ''}`.replaceAll(/([a-z])-([a-z])/g, '$1 $2');
}

/** How each file was read: encoding, units, which of its columns became which field, and what was left. */
export function FilesTable({ files }: { files: LedgerView['files'] }) {
  return (
    <Table caption={files.length > SHOWN ? `The first ${SHOWN} files of the import` : 'Files of the import'}>
      <Thead>
        <Th>File</Th>
        <Th className="max-sm:hidden">Encoding</Th>
        <Th num>Rows kept</Th>
        <Th num>Refused</Th>
        <Th className="max-sm:hidden">Units</Th>
        <Th className="max-md:hidden">Columns</Th>
      </Thead>
      <tbody>
        {files.slice(0, SHOWN).map((file) => (
          <Tr key={file.name}>
            <Td className="font-mono text-xs break-all">{file.name}</Td>
            <Td className="text-ink-2 max-sm:hidden">{file.encoding}</Td>
            <Td num>{formatInteger(file.rowsKept)}</Td>
            <Td num>{formatInteger(file.rowsRefusedTotal)}</Td>
            <Td className="text-xs text-ink-2 max-sm:hidden">{unitsOf(file.mapping)}</Td>
            <Td className="text-xs text-ink-2 max-md:hidden">
              {Object.entries(file.mapping.columns)
                .filter(([, header]) => header !== null)
                .map(([field, header]) => (field === header ? field : `${field} ← ${header}`))
                .join(', ')}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
