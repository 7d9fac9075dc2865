import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayNumberOf, fromDayNumber } from '@/server/contracts/calendar-date';
import { importBars } from './import-bars';
import { BAR_FIELDS, type Panel } from './panel';

const file = (name: string, body: string): { name: string; bytes: Uint8Array } => ({ name, bytes: new TextEncoder().encode(body) });
const SYMBOLS = ['600000', '600001', '000002', '300003'];
const START = dayNumberOf(2024, 1, 1);

/** Weekday rows of one share: date and a walk of closes, at a scale of 1 to 100. */
interface Walk {
  readonly steps: readonly number[];
  readonly start: number;
}
const walk: fc.Arbitrary<Walk> = fc.record({ steps: fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 30, maxLength: 30 }), start: fc.integer({ min: 500, max: 9000 }) });
const weekdays = Array.from({ length: 60 }, (_, i) => START + i).filter((d) => ((d + 3) % 7 + 7) % 7 < 5).slice(0, 30).map(fromDayNumber);

function rowsOf({ steps, start }: Walk): string[] {
  let close = start;
  return steps.map((step, t) => {
    close = Math.max(100, Math.round(close * (1 + step / 1000)));
    const c = (close / 100).toFixed(2);
    return `${weekdays[t]},${c},${(close / 100 + 0.02).toFixed(2)},${(close / 100 - 0.02).toFixed(2)},${c},${1000 + t}`;
  });
}
const HEAD = 'date,open,high,low,close,volume\n';
const importAll = (walks: readonly Walk[], days: number): Panel => importBars(SYMBOLS.map((s, k) => file(`${s}.csv`, `${HEAD}${rowsOf(walks[k]!).slice(0, days).join('\n')}\n`)), { market: 'm' }).panel;
const walks = fc.tuple(walk, walk, walk, walk);

it('truncation: what is known of a day does not change when later days are cut off (user-cases I-27, no look-ahead)', () => {
  fc.assert(fc.property(walks, fc.integer({ min: 2, max: 29 }), (all, cut) => {
    const whole = importAll(all, 30);
    const part = importAll(all, cut);
    expect(part.dates).toEqual(whole.dates.slice(0, cut));
    const cells = cut * SYMBOLS.length;
    for (const field of BAR_FIELDS) expect(part.fields[field]).toEqual(whole.fields[field].slice(0, cells));
    expect(part.status).toEqual(whole.status.slice(0, cells));
  }), { numRuns: 40 });
});

it('truncation: on the first day without a row nobody can tell whether rows come again: a gap and an end are one suspension', () => {
  const without = fc.array(fc.array(fc.integer({ min: 1, max: 29 }), { maxLength: 20 }), { minLength: 3, maxLength: 3 });
  const endsAfter = fc.array(fc.integer({ min: 2, max: 30 }), { minLength: 3, maxLength: 3 });
  fc.assert(fc.property(walks, without, endsAfter, fc.integer({ min: 2, max: 29 }), (all, gaps, ends, cut) => {
    // The first name has every row, so that the days of the market do not depend on the others.
    const rowOf = (k: number, t: number) => k === 0 || (t < ends[k - 1]! && !gaps[k - 1]!.includes(t));
    const upTo = (days: number): Panel => importBars(SYMBOLS.map((s, k) => file(`${s}.csv`, `${HEAD}${rowsOf(all[k]!).slice(0, days).filter((_, t) => rowOf(k, t)).join('\n')}\n`)), { market: 'm' }).panel;
    const [whole, part] = [upTo(30), upTo(cut)];
    const cells = cut * SYMBOLS.length;
    for (const field of BAR_FIELDS) expect(part.fields[field]).toEqual(whole.fields[field].slice(0, cells));
    expect(part.status).toEqual(whole.status.slice(0, cells));
    expect(part.flags).toEqual(whole.flags.slice(0, cells));
  }), { numRuns: 60 });
});

it('permutation: the order of files, of symbols inside one file and of columns does not change the panel', () => {
  const fields = ['date', 'symbol', 'open', 'high', 'low', 'close', 'volume'];
  fc.assert(fc.property(walks, fc.shuffledSubarray(SYMBOLS, { minLength: 4 }), fc.shuffledSubarray(fields, { minLength: 7 }), (all, order, columns) => {
    const apart = importAll(all, 30);
    const rows = order.flatMap((symbol) => rowsOf(all[SYMBOLS.indexOf(symbol)]!).map((row) => {
      const [date, open, high, low, close, volume] = row.split(',');
      return columns.map((c) => ({ date, symbol, open, high, low, close, volume })[c as 'date']).join(',');
    }));
    const together = importBars([file('all.csv', `${columns.join(',')}\n${rows.join('\n')}\n`)], { market: 'm' }).panel;
    expect(together).toEqual(apart);
  }), { numRuns: 25 });
});

it('scale: lots are a hundred shares and thousands a thousand, whoever says so', () => {
  fc.assert(fc.property(walk, (one) => {
    const rows = rowsOf(one).map((r) => r.split(','));
    const shares = importBars([file('600000.csv', `${HEAD.trim()},amount\n${rows.map((r) => `${r.slice(0, 5).join(',')},${Number(r[5]) * 100},${Number(r[4]) * Number(r[5]) * 100}`).join('\n')}\n`)], { market: 'm' }).panel;
    const lots = importBars([file('600000.csv', `date,open,high,low,close,vol(lots),amount(thousand)\n${rows.map((r) => `${r.join(',')},${(Number(r[4]) * Number(r[5])) / 10}`).join('\n')}\n`)], { market: 'm' }).panel;
    expect(lots.fields.volume).toEqual(shares.fields.volume);
    for (const [at, amount] of lots.fields.amount.entries()) expect(amount).toBeCloseTo(shares.fields.amount[at]!, 4);
  }), { numRuns: 25 });
});

it('time zone: a zone suffix and a time of day never move a bar to another day (user-cases I-24)', () => {
  const zone = fc.constantFrom('', 'Z', '+08:00', '-05:00', ' +0800', ' UTC');
  fc.assert(fc.property(walk, zone, fc.constantFrom('T00:00:00', ' 15:00:00', 'T23:59:59'), (one, suffix, time) => {
    const dated = rowsOf(one).map((row) => row.replace(/^[\d-]+/, (d) => `${d}${time}${suffix}`));
    expect(importBars([file('600000.csv', `${HEAD}${dated.join('\n')}\n`)], { market: 'm' }).panel.dates).toEqual(weekdays);
  }), { numRuns: 40 });
});
