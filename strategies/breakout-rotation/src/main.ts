/** A day of the market as this strategy reads it. */
export interface Snapshot {
  dayIndex: number;
  symbols: readonly string[];
  fields: { close: Float64Array[]; amount: Float64Array[]; factor: Float64Array[] };
  tradable: readonly boolean[];
  portfolio: { weights: Record<string, number> };
  parameters: { breadth: number };
}

/** A name with what it scored. */
export type Candidate = [symbol: string, score: number];

/** The knobs. cadence: sessions between rotations; span: sessions of the mean; stake: part invested; ceiling: largest weight. */
const POLICY = { cadence: 1, span: 6, stake: 0.95, ceiling: 0.09, floor: 60_000_000, patience: 0.15 };

export const lookbackDays = 25;

/** Arithmetic mean of the finite values, NaN when there is none. */
export const mean = (values: readonly number[]): number => {
  const finite = values.filter((value) => Number.isFinite(value));
  return finite.reduce((sum, value) => sum + value, 0) / finite.length;
};

/** How far the last price stands above the mean of all of them, as a fraction. */
export const stretch = (prices: readonly number[]): number => prices[prices.length - 1] / mean(prices) - 1;

/** Values of one name over the last `span` rows. */
export const history = (rows: readonly Float64Array[], name: number, span: number): number[] => rows.slice(-span).map((row) => row[name]);

/** Does a name with these daily amounts trade at least `floor` a day on average? */
export const thick = (amounts: readonly number[], floor: number): boolean => mean(amounts) >= floor;

/** Is this session one on which the basket is rotated? */
export const due = (session: number, cadence: number): boolean => session % cadence === 0;

/** Holdings under construction: at most `ceiling` per name. */
class Basket {
  private readonly slots = new Map<string, number>();

  put(symbol: string, weight: number, ceiling: number): void {
    this.slots.set(symbol, Math.min(weight, ceiling));
  }

  plain(): Record<string, number> {
    return Object.fromEntries(this.slots);
  }
}

/** Equal stakes in the `breadth` best candidates with a positive score. */
export const fill = (candidates: readonly Candidate[], breadth: number, stake: number, ceiling: number): Record<string, number> => {
  const ranked = candidates.filter((candidate) => candidate[1] > 0).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const basket = new Basket();
  ranked.slice(0, breadth).forEach((candidate) => basket.put(candidate[0], stake / breadth, ceiling));
  return basket.plain();
};

/** Sum of what would change hands between two baskets, one way. */
export const churn = (held: Record<string, number>, wanted: Record<string, number>): number => {
  const before = new Map(Object.entries(held));
  const after = new Map(Object.entries(wanted));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.reduce((sum, name) => sum + Math.abs((after.get(name) ?? 0) - (before.get(name) ?? 0)), 0) / 2;
};

/** Stay with what is held unless the change is larger than `patience`. */
export const steady = (held: Record<string, number>, wanted: Record<string, number>, patience: number): Record<string, number> | null =>
  churn(held, wanted) > patience ? wanted : null;

/** Candidates of today: tradable names and how far they stand above their mean price, adjusted for splits and dividends. */
export const candidates = (view: Snapshot, span: number): Candidate[] => {
  const { close, factor } = view.fields;
  const adjusted = close.map((row, day) => row.map((price, name) => price * factor[day][name]));
  const all = view.symbols.map((symbol, name): Candidate => [symbol, stretch(history(adjusted, name, span))]);
  return all.filter((_candidate, name) => view.tradable[name]);
};

/** The basket for today under a given cadence; null = keep. */
export const rotate = (view: Snapshot, cadence: number): { weights: Record<string, number> } | null => {
  if (!due(view.dayIndex, cadence)) return null;
  return { weights: fill(candidates(view, POLICY.span), view.parameters.breadth, POLICY.stake, POLICY.ceiling) };
};

export const decide = (view: Snapshot): { weights: Record<string, number> } | null => rotate(view, POLICY.cadence);
