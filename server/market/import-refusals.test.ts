import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { fromDayNumber, toDayNumber, weekdayOf } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { importFiles } from '@/server/db/import-files';
import type { ImportResult } from './import-bars';

// Files that read without an error and would have become a market that is not what they say.
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const HEAD = 'date,open,high,low,close,volume';
const DAYS: readonly string[] = Array.from({ length: 42 }, (_, i) => toDayNumber('2024-01-01') + i).filter((day) => weekdayOf(day) < 5).map(fromDayNumber);
const PRICES = DAYS.map((_, i) => 10 + i / 100);
const cells = (i: number): string[] => [DAYS[i]!, PRICES[i]!, PRICES[i]! + 1, PRICES[i]! - 1, PRICES[i]! + 0.5, 1000].map(String);
const table = (head: string, row: (i: number) => readonly string[], delimiter = ','): string => `${head.replaceAll(',', delimiter)}\n${DAYS.map((_, i) => `${row(i).join(delimiter)}\n`).join('')}`;
const GOOD = table(HEAD, cells);
const coded = (...codes: string[]): string => `code,${HEAD}\n${codes.flatMap((code) => DAYS.map((_, i) => `${[code, ...cells(i)].join(',')}\n`)).join('')}`;

const load = (files: Readonly<Record<string, string | Uint8Array>>, mapping = {}): Promise<ImportResult> =>
  importFiles(Object.entries(files).map(([name, body]) => ({ name, bytes: typeof body === 'string' ? utf8(body) : body })), { market: 'm', mapping });
async function refusal(files: Parameters<typeof load>[0]): Promise<string> {
  const error = await load(files).then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(AppError);
  return (error as AppError).message;
}

describe('numbers that two countries read differently, columns that stand twice', () => {
  it.each([
    ['a price with one comma and three digits behind it', table(HEAD, (i) => cells(i).map((c, k) => (k > 0 && k < 5 ? Number(c).toFixed(3).replace('.', ',') : c)), ';'), /600000\.csv:2: open "10,000" is not a number/],
    ['a header that names close twice', table(`${HEAD},close`, (i) => [...cells(i), '99']), /600000\.csv:1: the column "close" for close stands twice/],
    ['a header that names the date twice', table(`${HEAD},date`, (i) => [...cells(i), '2020-01-01']), /the column "date" for date stands twice/],
  ])('%s is refused', async (_name, text, reason) => expect(await refusal({ '600000.csv': text })).toMatch(reason));

  it('thousands separators in volumes and in prices with a point are read', async () => {
    const { panel } = await load({ '600000.csv': table(HEAD, (i) => [DAYS[i]!, '1,710.00', '1,720.50', '1,700.00', '1,715.00', '1,234,567'], '\t') });
    expect([panel.fields.open[0], panel.fields.volume[0]]).toEqual([1710, 1_234_567]);
  });

  it.each([
    ['preclose', '-10', /preclose -10 is negative/],
    ['factor', '0', /factor 0 is not positive/],
    ['factor', '-37.2', /factor -37\.2 is not positive/],
  ])('a %s of %s refuses its row, it is not passed over', async (column, value, reason) => {
    const { ledger } = await load({ '600000.csv': table(`${HEAD},${column}`, (i) => [...cells(i), i === 9 ? value : '10']) });
    expect(ledger.files[0]!.rowsRefused).toEqual([{ line: 11, reason: expect.stringMatching(reason) }]);
  });

  it('a close that would count as 0 fen is refused; one between two price steps is named', async () => {
    const { ledger } = await load({ 'PENNY.csv': table(HEAD, (i) => (i === 5 ? [DAYS[i]!, '0.004', '0.004', '0.004', '0.004', '500'] : [DAYS[i]!, '0.034', '0.036', '0.032', '0.0349', '500'])) });
    expect(ledger.files[0]!.rowsRefused).toEqual([{ line: 7, reason: expect.stringMatching(/below half of the smallest price step/) }]);
    expect(ledger.findings).toContainEqual(expect.objectContaining({ kind: 'finer-than-tick', evidence: expect.objectContaining({ rows: DAYS.length - 1, close: 0.0349 }) }));
  });
});

describe('codes that a spreadsheet has touched', () => {
  it.each([
    ['all lost their zeros', { 'x.csv': coded('1', '63', '2415') }],
    ['some lost their zeros', { 'x.csv': coded('1', '600000') }],
    ['as a data frame writes them', { 'x.csv': coded('1.0', '600000.0') }],
    ['in a file name', { '1.csv': GOOD }],
  ])('%s: refused, not taken for an American market without limits', async (_name, files) => expect(await refusal(files as Record<string, string>)).toMatch(/a spreadsheet drops leading zeros/));

  it('a person may say that digits are codes of another market', async () => {
    expect((await load({ 'x.csv': coded('1', '63') }, { board: 'us' })).panel.symbols).toEqual(['1', '63']);
  });

  it.each(['="000001"', '"=""000001"""', "'000001", '\t000001', '000001'])('%j is the code 000001', async (code) => {
    expect((await load({ 'x.csv': coded(code, '600000.0') })).panel.symbols).toEqual(['000001', '600000']);
  });

  it('"nan" is no code', async () => {
    expect((await load({ 'x.csv': coded('600000', 'nan') })).ledger.files[0]!.rowsRefused[0]!.reason).toBe('symbol "nan" is no code');
  });

  it('one share under two spellings is refused, an index and a share of one number are not', async () => {
    expect(await refusal({ 'sh600000.csv': GOOD, '600000.csv': GOOD })).toMatch(/are the same listing \(SH600000\) under two names/);
    expect(await refusal({ 'x.csv': coded('600000.SH', 'sh600000') })).toMatch(/600000\.SH and sh600000/);
    expect((await load({ 'x.csv': coded('sh000001', 'sz000001', '600000') })).ledger.benchmark).toBe('sh000001');
  });
});

describe('the calendar of the whole market', () => {
  const shifted = (by: number): string => table(HEAD, (i) => [fromDayNumber(toDayNumber(DAYS[i]!) + by), ...cells(i).slice(1)]);
  it('dates that are instants of another time zone, a day early or late, are refused', async () => {
    expect(await refusal({ '600000.csv': shifted(-1) })).toMatch(/2023-12-31 is a Sunday, and no Friday has a row: the dates are a day early/);
    expect(await refusal({ '600000.csv': shifted(1) })).toMatch(/2024-01-06 is a Saturday, and no Monday has a row: the dates are a day late/);
    expect(await refusal({ '600000.csv': table(HEAD, (i) => [`${fromDayNumber(toDayNumber(DAYS[i]!) - 1)}T16:00:00Z`, ...cells(i).slice(1)]) })).toMatch(/a day early/);
  });
  it('a weekend row and a hole longer than any holiday are named, a mistyped year with it', async () => {
    const lines = GOOD.trimEnd().split('\n');
    const saturday = lines[5]!.replace('2024-01-05', '2024-01-06');
    const { ledger } = await load({ '600000.csv': [...lines.slice(0, 6), saturday, ...lines.slice(6), lines[1]!.replace('2024-01-01', '2034-01-02'), ''].join('\n') });
    expect(ledger.findings).toContainEqual(expect.objectContaining({ kind: 'calendar-mismatch', symbol: '*', date: '2024-01-06', evidence: { days: 1, of: DAYS.length + 2 } }));
    expect(ledger.findings).toContainEqual(expect.objectContaining({ kind: 'missing-sessions', symbol: '*', date: '2034-01-02' }));
  });
  it('old Macintosh line ends are line ends', async () => {
    expect((await load({ '600000.csv': GOOD.replaceAll('\n', '\r') })).panel).toEqual((await load({ '600000.csv': GOOD })).panel);
  });
});

describe('rows within a day', () => {
  const minutes = (bars: number): string => `datetime,open,high,low,close,volume\n${DAYS.flatMap((day, i) => Array.from({ length: bars }, (_, k) => `${day} ${String(9 + Math.floor((30 + 15 * k) / 60)).padStart(2, '0')}:${String((30 + 15 * k) % 60).padStart(2, '0')}:00,10,${11 + k / 100},9,${(10 + i / 100 + k / 1000).toFixed(3)},100\n`)).join('')}`;
  it('I-17: 26 bars of 15 minutes make one session: a year has 252 of them, whatever the bars', async () => {
    const { panel, ledger } = await load({ 'ACME.csv': minutes(26) });
    expect(panel.dates).toEqual(DAYS);
    expect([panel.fields.volume[0], panel.fields.high[0], panel.fields.close[0]]).toEqual([2600, 11.25, 10.025]);
    expect(ledger.findings).toContainEqual(expect.objectContaining({ kind: 'intraday', evidence: { rows: 26 * DAYS.length, days: DAYS.length } }));
  });
  it('I-26: a row twice, and a file glued to itself, are refused by file and line', async () => {
    const lines = minutes(4).split('\n');
    expect(await refusal({ 'ACME.csv': [...lines.slice(0, 7), lines[6]!, ...lines.slice(7)].join('\n') })).toMatch(/ACME\.csv:8: ACME 2024-01-02 occurs twice \(first on line 7\)/);
    expect(await refusal({ 'ACME.csv': minutes(4) + lines.slice(1).join('\n') })).toMatch(/ACME\.csv:122: ACME 2024-01-01 stands after a later date/);
  });
});

describe('volume', () => {
  it('a blank volume beside a price is 0 in the market, never NaN, and is named', async () => {
    const { panel, ledger } = await load({ '600000.csv': table(HEAD, (i) => (i % 3 === 0 ? [...cells(i).slice(0, 5), ''] : cells(i))) });
    expect([...panel.fields.volume.slice(0, 4)]).toEqual([0, 1000, 1000, 0]);
    expect(ledger.findings.filter((f) => f.kind === 'zero-volume')).toHaveLength(10);
  });
  it('a file without volumes says that nothing of it can be traded', async () => {
    const { ledger } = await load({ '600000.csv': table('date,open,high,low,close', (i) => cells(i).slice(0, 5)) });
    expect(ledger.findings).toContainEqual(expect.objectContaining({ kind: 'zero-volume', date: null, detail: expect.stringContaining('no order of this symbol is ever filled') }));
  });
});

describe('factors', () => {
  it('a blank factor is the one before, never 1; an ex-date among blank rows is kept (I-52)', async () => {
    const factor = (i: number): string => (i < 2 || (i > 9 && i < 13) ? '' : i < 10 ? '37.2' : '74.4');
    const { panel } = await load({ '600000.csv': table(`${HEAD},factor`, (i) => [...cells(i), factor(i)]) });
    expect([...panel.fields.factor.slice(0, 14)]).toEqual([...Array<number>(13).fill(37.2), 74.4]);
    expect(panel.fields.preclose[13]! / panel.fields.close[12]!).toBeCloseTo(0.5, 12);
  });
  it('adjusted closes of two decimals make no ex-day of their rounding, and a dividend is one', async () => {
    const adjusted = (i: number): string => ((PRICES[i]! + 0.5) * (i < 12 ? 0.7331 : 0.7512)).toFixed(2);
    const { panel, ledger } = await load({ 'ACME.csv': table(`${HEAD},adj_close`, (i) => [...cells(i), adjusted(i)]) });
    expect(ledger.counts.exDays).toBe(1);
    expect(panel.fields.preclose[12]! / panel.fields.close[11]!).toBeCloseTo(0.7331 / 0.7512, 3);
  });
});

describe('Qlib stores', () => {
  const bin = (start: number, values: readonly number[], swapped = false): Uint8Array => {
    const view = new DataView(new ArrayBuffer(4 * (values.length + 1)));
    for (const [i, v] of [start, ...values].entries()) view.setFloat32(4 * i, v, !swapped);
    return new Uint8Array(view.buffer);
  };
  const FACTOR = 2.5;
  const fields = { open: PRICES.map((p) => p * FACTOR), high: PRICES.map((p) => (p + 1) * FACTOR), low: PRICES.map((p) => (p - 1) * FACTOR), close: PRICES.map((p) => (p + 0.5) * FACTOR), volume: PRICES.map(() => 400), factor: PRICES.map(() => FACTOR) };
  type Field = keyof typeof fields;
  const store = (change: Partial<Record<Field, Uint8Array>> = {}, symbol = 'sh600000'): Record<string, string | Uint8Array> => ({
    'calendars/day.txt': DAYS.join('\n'),
    ...Object.fromEntries((Object.keys(fields) as Field[]).map((f) => [`features/${symbol}/${f}.day.bin`, change[f] ?? bin(0, fields[f])])),
  });
  const all = (make: (f: Field) => Uint8Array): Record<Field, Uint8Array> => Object.fromEntries((Object.keys(fields) as Field[]).map((f) => [f, make(f)])) as Record<Field, Uint8Array>;

  it.each(['open', 'high', 'low', 'close', 'volume', 'factor'] as const)('a %s column cut off at a value is refused by name, not read as a suspension or a delisting', async (field) => {
    expect(await refusal(store({ [field]: bin(0, fields[field].slice(0, 20)) }))).toMatch(field === 'close' ? /open\.day\.bin holds days 0 to 29 .* close\.day\.bin 0 to 19/ : new RegExp(`${field}\\.day\\.bin holds days 0 to 19`));
  });
  it('the other byte order is refused, whatever it starts with', async () => {
    expect(await refusal(store(all((f) => bin(0, fields[f], true))))).toMatch(/features\/sh600000:\d+: .* rows are no bars/);
    expect(await refusal(store(all((f) => bin(5, fields[f].slice(5), true))))).toMatch(/but the calendar has 30 days/);
  });
  it('a symbol without a price, or with none but refused rows, is refused and does not vanish beside others', async () => {
    expect(await refusal(store(all((f) => bin(0, fields[f].map(() => Number.NaN)))))).toMatch(/SH600000 has rows but no close on any of them/);
    expect(await refusal({ ...store(), ...store(all((f) => bin(0, fields[f].map(() => -1))), 'sh600001') })).toMatch(/features\/sh600001:1: /);
  });
  it('a price without its factor refuses the row; a store that begins with NaN is listed later', async () => {
    const { ledger } = await load(store({ factor: bin(0, fields.factor.map((f, i) => (i === 10 ? Number.NaN : f))) }));
    expect(ledger.files[0]!.rowsRefused).toEqual([{ line: 11, reason: 'factor is missing on a day with a price' }]);
    const { panel } = await load(store(all((f) => bin(0, fields[f].map((v, i) => (i < 5 ? Number.NaN : v))))));
    expect([...panel.status.slice(3, 7)]).toEqual([0, 0, 1, 1]);
    expect(panel.fields.factor[29]).toBe(FACTOR);
  });
});

describe('files beside bar files', () => {
  const tar = (name: string, body: Uint8Array): Promise<Buffer> => {
    const archive = pack();
    archive.entry({ name: '600000.csv' }, GOOD);
    archive.entry({ name }, Buffer.from(body));
    archive.finalize();
    return new Promise((resolve) => {
      const parts: Buffer[] = [];
      archive.on('data', (part) => { parts.push(part as Buffer); });
      archive.on('end', () => resolve(Buffer.concat(parts)));
    });
  };
  it.each([
    ['600001.xlsx', /600001\.xlsx is no format that is read/],
    ['600001.csv.bak', /600001\.csv\.bak is no format that is read/],
    ['600001.parquet', /600001\.parquet is no whole Parquet file/],
  ])('%s is refused by name, not passed over', async (name, reason) => {
    expect(await refusal({ '600000.csv': GOOD, [name]: 'PAR1 and then nothing' })).toMatch(reason);
  });
  it('a Parquet file that is cut off says so, alone too', async () => {
    expect(await refusal({ '600001.parquet': 'PAR1 and then nothing' })).toMatch(/600001\.parquet is no whole Parquet file/);
  });
  it('an archive inside an archive is refused by name', async () => {
    expect(await refusal({ 'a.tgz': gzipSync(await tar('600001.csv.gz', gzipSync(GOOD))) })).toMatch(/600001\.csv\.gz is no format that is read/);
  });
  it('a README beside them is left out', async () => {
    expect((await load({ '600000.csv': GOOD, 'README.txt': 'hello', 'notes.md': 'hello' })).panel.symbols).toEqual(['600000']);
  });
});

describe('what a mapping says and what finds nothing to act on is refused, not forgotten', () => {
  const refused = (mapping: object, files: Parameters<typeof load>[0] = { '600000.SH.csv': GOOD }) => expect(load(files, mapping)).rejects;

  it.each([
    ['a split of a symbol that is written otherwise', { splits: [{ symbol: '600000', date: DAYS[5], ratio: 1.4 }] }, /splits: 600000 on 2024-01-08: no symbol is written so here; did you mean 600000\.SH\? Nothing was imported/],
    ['a split of a symbol that is not there', { splits: [{ symbol: '000002.SZ', date: DAYS[5], ratio: 1.4 }] }, /splits: 000002\.SZ on 2024-01-08: no symbol is written so here \(there are 600000\.SH\)/],
    ['a split on a day without a row', { splits: [{ symbol: '600000.SH', date: '2024-01-06', ratio: 1.4 }] }, /splits: 600000\.SH on 2024-01-06: it has no row on that day: give the first session at the new price/],
    ['a split on the first row', { splits: [{ symbol: '600000.SH', date: DAYS[0], ratio: 1.4 }] }, /its first row is of that day, so there is no close before it/],
    ['a file that was not given', { files: { '600001.csv': { volumeUnit: 'lots' } } }, /files: the mapping speaks of 600001\.csv, and no such file was given \(there are 600000\.SH\.csv\)/],
  ])('%s', (_name, mapping, reason) => refused(mapping).toThrow(reason));

  it('a suspected split carries the words that confirm it, and with them it is gone', async () => {
    const halved = table(HEAD, (i) => (i < 20 ? cells(i) : [DAYS[i]!, ...[5.35, 5.5, 5.2, 5.4, 2000].map(String)]));
    const suspect = (await load({ '600000.SH.csv': halved })).ledger.findings.find((f) => f.kind === 'split-suspect');
    const mapping = JSON.parse(/in the mapping, with the ratio that was announced: (\{.*\})\.$/.exec(suspect!.detail)![1]!) as object;
    expect(mapping).toEqual({ splits: [{ symbol: '600000.SH', date: DAYS[20], ratio: 2 }] });
    const { findings } = (await load({ '600000.SH.csv': halved }, mapping)).ledger;
    expect(findings.map((f) => f.kind).filter((kind) => kind.startsWith('split'))).toEqual(['split-confirmed']);
  });
});
