import { expect, it } from 'vitest';
import type { AppError } from '@/server/contracts/errors';
import { parseQuotes } from '@/server/market/quotes/parse-quotes';
import { openTestDb } from './client';
import { readQuotes, storeQuotes } from './quote-store';
import { markets, quotes } from './schema';

const HEAD = 'time,symbol,bid,ask,bid size,ask size\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const message = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return `${(error as AppError).code}: ${(error as AppError).message}`;
  }
  return 'nothing thrown';
};

it('reads vendors’ headers and times; prices and dates stay exact text and integers', () => {
  const { quotes: rows } = parseQuotes('Trade_Date;Time;Ticker;Bid Price;Ask Price;Bid Volume;Ask Volume;Level\n20240701;093105.250;600000.SH;9.995;10.01;1200;800;2\n', 'a.csv');
  expect(rows).toEqual([{ symbol: '600000.SH', date: '2024-07-01', time: '09:31:05.250', level: 2, bidE4: 99_950, askE4: 100_100, bidShares: 1200, askShares: 800 }]);
  expect(parseQuotes(`${HEAD}2024-07-01T09:31+08:00,A,0.1,0.3,1,1\n`, 'a.csv').quotes[0]).toMatchObject({ date: '2024-07-01', time: '09:31:00', bidE4: 1000, askE4: 3000 });
  // A name locked at its limit has one side only.
  expect(parseQuotes(`${HEAD}2024-07-01 09:31:00,A,11.00,,500,0\n`, 'a.csv').quotes[0]).toMatchObject({ bidE4: 110_000, askE4: null });
});

it('thousands separators without quotes and a row cut off are refused, not read as other sizes', () => {
  const { quotes: kept, refused } = parseQuotes(`${HEAD}2024-07-01 09:31:00,A,1,2,1,500,200\n2024-07-01 09:31:01,A,1,2,5,6\n2024-07-01 09:31:02,A,1`, 'a.csv');
  expect(kept.map((q) => q.time)).toEqual(['09:31:01']);
  expect(refused).toEqual([{ reason: expect.stringContaining('other cells than the header'), rows: 2, firstLine: 2 }]);
});

it('refuses what can be no snapshot, each with its reason and first line', () => {
  const bad = ['2024-02-30 09:31:00,A,1,2,1,1', '2024-07-01T01:31:00Z,A,1,2,1,1', '2024-07-01 09:31:00,A,2,2,1,1', '2024-07-01 09:31:00,A,1,2,0,1', '2024-07-01 09:31:00,A,1.00001,2,1,1', '2024-07-01 09:31:00,A,1,2,1.5,1', '2024-07-01 09:31:00,,1,2,1,1', '2024-07-01 09:31:00,A,,,0,0', '2024-07-01,A,1,2,1,1', '2024-07-01 09:31:00,A,1,2,5,6', '2024-07-01 09:31:00,A,1,2,5,6'];
  const { quotes: kept, refused } = parseQuotes(HEAD + bad.join('\n'), 'a.csv');
  expect(kept).toHaveLength(1);
  expect(refused).toHaveLength(10);
  expect(new Set(refused.map((r) => r.firstLine))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12]));
  expect(message(() => parseQuotes(`time,symbol,bid,ask\n`, 'a.csv'))).toBe('BAD_INPUT: a.csv: no column for bidSize, askSize; the header has time, symbol, bid, ask.');
  expect(message(() => parseQuotes(`${HEAD}${bad[2]}\n`, 'a.csv'))).toMatch(/no row could be kept \(line 2: the bid is not below the ask/);
});

it('stores once, keeps what evidence may cite, and refuses a contradiction whole', () => {
  const db = openTestDb();
  db.insert(markets).values({ name: 'm', panelHash: 'p', board: 'cn-a', currency: 'CNY', synthetic: true, firstDate: '2024-07-01', lastDate: '2024-07-02', symbolCount: 1, dayCount: 2, ledger: {}, createdAt: 1 }).run();
  const store = (text: string, marketName = 'm') => storeQuotes(db, { marketName, fileName: 'q.csv', bytes: bytes(HEAD + text), now: 5 });
  const row = '2024-07-01 09:31:00,A,1,2,5,6\n';
  expect(store(row)).toMatchObject({ outcome: 'stored', import: { rowsKept: 1, firstDate: '2024-07-01' } });
  expect(store(row).outcome).toBe('unchanged');
  expect(store(`${row}2024-07-02 09:31:00,A,1,2,5,6\n`)).toMatchObject({ outcome: 'stored', alreadyStored: 1 });
  expect(message(() => store('2024-07-03 09:31:00,A,1,2,5,6\n2024-07-01 09:31:00,A,1,2,5,7\n'))).toMatch(/m\/A\/2024-07-01T09:31:00\/1 is already stored with other numbers/);
  expect(readQuotes(db, { marketName: 'm', symbols: ['A', 'B'], from: '2024-07-01', to: '2024-07-31' }).map((q) => q.id)).toEqual(['m/A/2024-07-01T09:31:00/1', 'm/A/2024-07-02T09:31:00/1']);
  expect(message(() => store(row, 'none'))).toMatch(/^NOT_FOUND/);
  expect(() => db.update(quotes).set({ bidShares: 1 }).run()).toThrow(/never changes/);
});
