import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openStepper } from '@/server/books/stepper';
import { readFriction } from '@/server/books/read-friction';
import { makeConsole } from '@/server/books/testing/make-console';
import { run } from './calibrate';

const FILLS = 'timestamp,symbol,side,quantity,reference_price,fill_price,commission,bar_volume,bar_high,bar_low,bar_close,submitted_at,filled_at';
const fill = (second: number, quantity: number, price: number) => `2026-05-14T00:01:${second}Z,X,buy,${quantity},100,${price},0.01,1000,100.1,99.9,100,2026-05-14T00:01:10Z,2026-05-14T00:01:${second}Z`;
const QUOTES = 'timestamp,symbol,bid,ask\n2026-05-14T00:01:00Z,X,99.99,100.01\n';

let dir: string;
let said: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'oomrl-calibrate-'));
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => { said += String(text); return true; });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function calibrate(fills: string, quotes = QUOTES, ...more: string[]): Promise<number> {
  writeFileSync(path.join(dir, 'fills.csv'), fills);
  writeFileSync(path.join(dir, 'quotes.csv'), quotes);
  return run(['--fills', path.join(dir, 'fills.csv'), '--quotes', path.join(dir, 'quotes.csv'), ...more]);
}

it('prints the fit, for people and as JSON, with a byte order mark and Windows line ends in the file', async () => {
  const rows = `\uFEFF${FILLS}\r\n${fill(20, 10, 100.02)}\r\n${fill(30, 40, 100.03)}\r\n`;
  expect(await calibrate(rows, QUOTES, '--json')).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ aligned: 2, unmatched: 0, latencySeconds: { median: 15 } });
  said = '';
  await calibrate(rows);
  expect(said).toMatch(/2 fills beside a quote[\s\S]*quoted spread\s+2\.000000/);
});

it.each([
  ['an empty cell is not 0', `${FILLS}\n${fill(20, 10, 100.02).replace(',0.01,', ',,')}`, /fills\.csv:2: commission: is empty/],
  ['a time needs its zone', `${FILLS}\n${fill(20, 10, 100.02).replaceAll('Z', '')}`, /fills\.csv:2: timestamp: must be a time with its zone/],
  ['a word is not a number', `${FILLS}\n${fill(20, 10, 100.02).replace(',100.02,', ',many,')}`, /fills\.csv:2: fill_price: is not a number/],
  ['a column is missing', `${FILLS.replace(',side', '')}\n${fill(20, 10, 100.02).replace(',buy', '')}`, /fills\.csv has no column side; its header is timestamp, symbol, quantity/],
  ['quotes are no fills', QUOTES, /fills\.csv has no column side; its header is timestamp, symbol, bid, ask/],
  ['a side is no word of its own', `${FILLS}\n${fill(20, 10, 100.02).replace(',buy,', ',B,')}`, /fills\.csv:2: side: must be buy or sell/],
  ['a row is too short', `${FILLS}\n1,2`, /fills\.csv:2: 2 columns where the header has 13/],
  ['there are no rows', FILLS, /no rows below its header/],
])('%s: refused, naming file and line', async (_what, fills, sentence) => {
  await expect(calibrate(fills)).rejects.toThrow(sentence);
});

it('with the equity of the account it fits λ and γ from three days on, fills without a quote included', async () => {
  const days = [5, 6, 7].map((day, k) => fill(20, 10 * (k + 1), 100.02).replaceAll('05-14', `05-${String(day).padStart(2, '0')}`));
  const rows = `${FILLS}\n${[fill(20, 10, 100.02), fill(30, 40, 100.03), ...days].join('\n')}\n`;
  expect(await calibrate(rows, QUOTES, '--equity', '100000', '--json')).toBe(0);
  const { aligned, unmatched, friction } = JSON.parse(said);
  expect([aligned, unmatched, friction.days, friction.lambda >= 0, friction.gamma >= 0, friction.r2 > 0.9]).toEqual([2, 3, 4, true, true, true]);
  said = '';
  await calibrate(rows, QUOTES, '--equity', '100000');
  expect(said).toMatch(/eq\. 1 +λ \d\.\d{4}e-\d, γ \d\.\d{4}e[-+]\d over 4 days/);
  await expect(calibrate(rows, QUOTES, '--equity', '0')).rejects.toThrow(/--equity: value is "0"/);

  // The same equity written by day, and in a column of the fills, gives the same numbers.
  const whole = JSON.stringify({ friction });
  const dates = ['2026-05-05', '2026-05-06', '2026-05-07', '2026-05-14'];
  const byDay = path.join(dir, 'equity.csv');
  writeFileSync(byDay, `date,equity\n${dates.map((date) => `${date},100000`).join('\n')}\n`);
  said = '';
  await calibrate(rows, QUOTES, '--equity', byDay, '--json');
  const said1 = JSON.parse(said);
  expect(JSON.stringify({ friction: said1.friction })).toBe(whole);
  expect(said1.byDay.map((day: { date: string }) => day.date)).toEqual(dates);
  said = '';
  await calibrate(rows.trim().split('\n').map((line, k) => `${line},${k === 0 ? 'equity' : '100000'}`).join('\n'), QUOTES, '--json');
  const { friction: columnFit, byDay: columnDays } = JSON.parse(said);
  expect([columnFit, columnDays]).toEqual([friction, said1.byDay]);
  said = '';
  await calibrate(rows);
  expect(said).toContain('none was given');
});

it('prints what the fills of a book say beside what it is configured with', async () => {
  const world = makeConsole();
  onTestFinished(() => world.close());
  const book = world.book();
  const stepper = openStepper(world.db, book.id, { clock: () => 1 });
  for (let i = 0; i < 8; i++) await stepper.step();
  await stepper.close();
  const page = readFriction(world.db, { bookId: book.id });
  expect(page.fitted).not.toBeNull();
  expect(await run(['--book', book.name, '--json'])).toBe(0);
  expect(JSON.parse(said)).toEqual(JSON.parse(JSON.stringify(page)));
  said = '';
  await run(['--book', book.name]);
  const row = (label: string): string[] => said.split('\n').find((line) => line.startsWith(label))!.slice(20).trim().split(/ +/);
  expect([row('λ, linear')[0], Number(row('λ, linear')[1]), Number(row('γ, root')[1])]).toEqual(['0.0008', Number(page.fitted!.lambda.toPrecision(4)), Number(page.fitted!.gamma.toPrecision(4))]);
  expect(said).toContain(`${book.name}, episode 1, market test (SYNTHETIC DATA, seed 7)`);
  await expect(run(['--book', 'nobody'])).rejects.toThrow(/no book of that name; allowed: Test/);
  await expect(run(['--book', book.name, '--fills', 'x'])).rejects.toThrow(/either --book NAME or --fills/);
});

it('fewer than three days of fills fit no λ and γ, but everything else is said: spread, impact, realised against modelled', async () => {
  const rows = `${FILLS}\n${fill(20, 10, 100.02)}\n${fill(30, 40, 100.03)}\n`;
  expect(await calibrate(rows, QUOTES, '--equity', '100000')).toBe(0);
  expect(said).toMatch(/quoted spread[\s\S]*eq\. 1 +λ and γ need at least three days with trades; there is 1\. Realised against modelled alone:\na day, bp of equity +realised \d/);
  expect(said).toMatch(/realised +modelled\n +X +[\d.]+ +[\d.]+ +2 fills$/m);
  said = '';
  await calibrate(rows, QUOTES, '--equity', '100000', '--json');
  expect(JSON.parse(said)).toMatchObject({ friction: null, byDay: [{ date: '2026-05-14', fitted: null }], byName: [{ symbol: 'X', fittedBp: null }] });
});

it('an equity with thousands separators is refused as an amount, not looked for as a file', async () => {
  await expect(calibrate(`${FILLS}\n${fill(20, 10, 100.02)}\n${fill(30, 40, 100.03)}\n`, QUOTES, '--equity', '1,000,000')).rejects.toThrow(/--equity: value is "1,000,000"; allowed: a positive amount in the currency of the fills, such as 1000000/);
});
