/** More is no count of one call. */
const MOST = 1e9;

/** Tokens as a server counts them, or null when that is no count: a negative one would refill the account, a fraction or a text is no number of tokens. */
export const readCount = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST ? value : null);
