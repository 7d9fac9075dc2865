/** How the console prints numbers of a rule's unit: a share as percent, everything else as it is stored. */
const SHOWN: Readonly<Record<string, { unit: string; shift: number }>> = {
  ratio: { unit: '%', shift: 2 },
  'share of τ': { unit: '% of τ', shift: 2 },
};

/** Unit people read and type, and the powers of ten from the stored number to it. */
export const shownUnit = (unit: string): { unit: string; shift: number } => SHOWN[unit] ?? { unit, shift: 0 };
