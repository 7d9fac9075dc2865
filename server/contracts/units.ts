/** Units and conversions that screens, CLI and rooms share. Money is integer minor units (fen, cents). */
export const FEN_PER_YUAN = 100;
export const TRADING_DAYS_PER_YEAR = 252;
/** Basis points of a ratio, as an integer: τ = 0.20 → 2000. */
export const toBp = (ratio: number): number => Math.round(ratio * 10_000);
export const fromBp = (bp: number): number => bp / 10_000;
