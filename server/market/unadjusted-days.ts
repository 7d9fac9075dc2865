import { importLedgerSchema } from './import-ledger';

/** Days on which the import suspects a split or dividend that nobody has confirmed: a holding shows a loss there that it did not have. */
export interface UnadjustedDays {
  readonly splits: number;
  readonly exDays: number;
  readonly first: { readonly symbol: string; readonly date: string };
}

const findings = importLedgerSchema.pick({ findings: true });

/** What a market's stored ledger suspects between two days, both inclusive; null when nothing, or when it has no ledger (a generated market). */
export function unadjustedDays(ledger: unknown, from: string, to: string): UnadjustedDays | null {
  const read = findings.safeParse(ledger);
  if (!read.success) return null;
  const within = read.data.findings.flatMap(({ kind, symbol, date }) => ((kind === 'split-suspect' || kind === 'ex-day-suspect') && date !== null && from <= date && date <= to ? [{ kind, symbol, date }] : []));
  const [first] = within.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  if (!first) return null;
  const splits = within.filter((f) => f.kind === 'split-suspect').length;
  return { splits, exDays: within.length - splits, first: { symbol: first.symbol, date: first.date } };
}

/** The sentence that stands above the figures of such days, behind "Prices may be unadjusted". */
export function unadjustedWords({ splits, exDays, first }: UnadjustedDays): string {
  const of = (n: number, word: string): string[] => (n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`]);
  return `The import suspects ${[...of(splits, 'split'), ...of(exDays, 'ex-day')].join(' and ')} in these days (the first: ${first.symbol} on ${first.date}), and nobody confirmed ${splits + exDays === 1 ? 'it' : 'them'}. A holding of such a name shows a loss there that it did not have. The import ledger has the list and, for a split, the line that confirms it; for dividends give preclose or a factor with the bars.`;
}
