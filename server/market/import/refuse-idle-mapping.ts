import { toDayNumber } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import type { ConfirmedSplit, Finding, ImportMapping } from '../import-ledger';

/**
 * What a person says in a mapping and what finds nothing to act on was meant for something: an import that goes on as if it had not been
 * said looks confirmed and is not.
 */
export function refuseIdleFiles(mapping: ImportMapping | undefined, names: readonly string[]): void {
  const known = new Set(names.flatMap((name) => [name, name.slice(name.lastIndexOf('/') + 1)]));
  const idle = Object.keys(mapping?.files ?? {}).find((name) => !known.has(name));
  if (idle !== undefined) throw new AppError('BAD_INPUT', `files: the mapping speaks of ${idle}, and no such file was given (there are ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}). Nothing was imported.`, { file: idle });
}

/** A Qlib store has its own columns and units. @throws AppError BAD_INPUT naming the key of the mapping that would do nothing there */
export function refuseIdleForQlib(mapping: ImportMapping | undefined): void {
  const idle = (['columns', 'encoding', 'delimiter', 'symbol', 'volumeUnit', 'amountUnit', 'dateOrder', 'files'] as const).find((key) => mapping?.[key] !== undefined);
  if (idle) throw new AppError('BAD_INPUT', `${idle}: a Qlib folder names its columns and symbols itself, in shares and currency units; leave ${idle} out of the mapping. Nothing was imported.`);
}

/** @throws AppError BAD_INPUT for a confirmed split of a symbol or day without a row, or on a first row, which has no close before it */
export function refuseIdleSplits(splits: readonly ConfirmedSplit[], series: readonly { readonly symbol: string; readonly days: ArrayLike<number> }[], findings: readonly Finding[]): void {
  const used = new Set(findings.filter((f) => f.kind === 'split-confirmed').map((f) => `${f.symbol} ${f.date}`));
  for (const { symbol, date } of splits) {
    if (used.has(`${symbol} ${date}`)) continue;
    const own = series.find((s) => s.symbol === symbol);
    const alike = series.find((s) => s.symbol.toLowerCase().includes(symbol.toLowerCase()) || symbol.toLowerCase().includes(s.symbol.toLowerCase()));
    const why = !own
      ? `no symbol is written so here${alike ? `; did you mean ${alike.symbol}?` : ` (there are ${series.slice(0, 5).map((s) => s.symbol).join(', ')}${series.length > 5 ? ', …' : ''}).`}`
      : own.days[0] === toDayNumber(date)
        ? 'its first row is of that day, so there is no close before it to divide.'
        : 'it has no row on that day: give the first session at the new price.';
    throw new AppError('BAD_INPUT', `splits: ${symbol} on ${date}: ${why} Nothing was imported.`, { symbol, date });
  }
}
