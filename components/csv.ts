/** A cell: text is guarded and quoted, numbers stand as they are, null is empty. */
export type CsvCell = string | number | null;

/** A spreadsheet runs a text cell that begins with = + - @ tab or CR; a leading apostrophe keeps it text (OWASP, CSV injection). */
const guardFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : quote(guardFormula(cell)))).join(',')}\r\n`;
