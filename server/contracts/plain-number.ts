const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The finite number that a cell of a file writes in decimal notation, or null. `Number` alone also reads '' as 0 and '0x10' as 16: a file
 * would be read as what nobody wrote.
 */
export function plainNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!PLAIN.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}
