import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '@/server/contracts/errors';
import { guessMapping } from './import/guess-mapping';
import { importBars } from './import-bars';
import { importLedgerSchema, parseImportMapping } from './import-ledger';
import { CELL, FLAG } from './panel';

const text = (name: string, body: string): { name: string; bytes: Uint8Array } => ({ name, bytes: new TextEncoder().encode(body) });
const HEAD = 'date,open,high,low,close,volume,amount\n';
const DAYS = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
const rows = (close: readonly number[], volume = 1000): string => close.map((c, k) => `${DAYS[k]},${c},${c},${c},${c},${volume},${c * volume}`).join('\n');
const kinds = (result: ReturnType<typeof importBars>): string[] => result.ledger.findings.map((f) => `${f.kind} ${f.symbol} ${f.date}`);

it('finds columns by name in any order, English or Chinese, UTF-8, BOM and GB18030, and shows the guess', () => {
  // 日期,收盘,开盘,最高,最低,成交量(手),成交额(千元) in GB18030.
  const gb = [0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0xca, 0xd5, 0xc5, 0xcc, 0x2c, 0xbf, 0xaa, 0xc5, 0xcc, 0x2c, 0xd7, 0xee, 0xb8, 0xdf, 0x2c, 0xd7, 0xee, 0xb5, 0xcd, 0x2c, 0xb3, 0xc9, 0xbd, 0xbb, 0xc1, 0xbf, 0x28, 0xca, 0xd6, 0x29, 0x2c, 0xb3, 0xc9, 0xbd, 0xbb, 0xb6, 0xee, 0x28, 0xc7, 0xa7, 0xd4, 0xaa, 0x29, 0x0a];
  const body = '2024/1/2,10.1,10,10.2,9.9,12.34,12.4\n20240103,10.2,10.1,10.3,10,10,10.2\n';
  const file = { name: '600000.csv', bytes: Uint8Array.from([...gb, ...new TextEncoder().encode(body)]) };
  expect(guessMapping(file)).toMatchObject({ encoding: 'gb18030', columns: { close: '收盘', open: '开盘' }, volumeUnit: 'lots', amountUnit: 'thousand', symbol: '600000' });
  const { panel, ledger } = importBars([file], { market: 'm' });
  expect(panel.dates).toEqual(['2024-01-02', '2024-01-03']);
  expect([panel.fields.open[0], panel.fields.close[0], panel.fields.volume[0], panel.fields.amount[0]]).toEqual([10, 10.1, 1234, 12400]);
  expect(importLedgerSchema.parse(ledger).files[0]).toMatchObject({ encoding: 'gb18030', rowsKept: 2, rowsRefusedTotal: 0 });
  const bom = text('sz000001.csv', `\ufeff${HEAD.replaceAll(',', '\t')}${rows([10, 11]).replaceAll(',', '\t')}\r\n`);
  expect(guessMapping(bom)).toMatchObject({ encoding: 'utf-8-bom', delimiter: '\t', symbol: 'sz000001' });
  expect(importBars([bom], { market: 'm' }).panel.meta).toMatchObject({ board: 'cn-a', currency: 'CNY' });
});

it('lets the mapping win over the guess, per file too', () => {
  const file = text('a/600000.csv', `when,o,h,l,c,vol\n01/02/2024,1,1,1,1,5\n01/03/2024,1,1,1,1,5\n`);
  expect(() => importBars([file], { market: 'm' })).toThrow(/no column for date among when, o, h/);
  const columns = { date: 'when', open: 'o', high: 'h', low: 'l', close: 'c' };
  expect(() => importBars([file], { market: 'm', mapping: { columns } })).toThrow(/600000.csv:2: date "01\/02\/2024".*dateOrder/);
  const result = importBars([file], { market: 'm', mapping: { columns, files: { '600000.csv': { dateOrder: 'dmy', volumeUnit: 'lots', symbol: 'SYN600001' } } } });
  expect(result.panel.dates).toEqual(['2024-02-01', '2024-03-01']);
  expect(result.panel.symbols).toEqual(['SYN600001']);
  expect(result.panel.fields.volume[0]).toBe(500);
});

it('reads a mapping file strictly, with board, benchmark and splits, and notices units that do not fit', () => {
  expect(() => parseImportMapping('{"colums": {}}', 'map.json')).toThrow(/map.json.*colums/);
  expect(() => parseImportMapping('{', 'map.json')).toThrow(/map.json is not JSON/);
  expect(() => parseImportMapping('{"splits": [{"symbol": "600000", "date": "2024-02-30", "ratio": 2}]}', 'map.json')).toThrow(/splits.0.date/);
  const mapping = parseImportMapping('{"board": "us", "benchmark": "600001", "volumeUnit": "lots", "amountUnit": "unit"}', 'map.json');
  const result = importBars(['600000', '600001'].map((s) => text(`${s}.csv`, HEAD + rows([10, 10.1]))), { market: 'm', mapping });
  expect(result.panel.meta).toMatchObject({ board: 'us', benchmark: '600001' });
  expect(result.panel.symbols).toEqual(['600000']);
  expect(kinds(result)).toContain('units-unknown 600000 null');
});

it('refuses duplicates and disorder whole, with file and line', () => {
  const line = (d: string): string => `${d},1,1,1,1,5,5`;
  const twice = text('600000.csv', HEAD + [DAYS[0], DAYS[1], DAYS[1]].map((d) => line(d!)).join('\n'));
  expect(() => importBars([twice], { market: 'm' })).toThrow('Nothing was imported: 600000.csv:4: 600000 2024-01-03 occurs twice (first on line 3)');
  const mixed = text('600000.csv', HEAD + [DAYS[0], DAYS[2], DAYS[1], DAYS[3]].map((d) => line(d!)).join('\n'));
  expect(() => importBars([mixed], { market: 'm' })).toThrow(/600000.csv:4: 600000 2024-01-03 stands after a later date/);
  const again = text('b/600000.csv', HEAD + line(DAYS[0]!));
  expect(() => importBars([text('a/600000.csv', HEAD + line(DAYS[0]!)), again], { market: 'm' })).toThrow(/is also covered by/);
});

it('turns a newest-first file round and says so; joins files of one symbol that follow each other', () => {
  const line = (d: string): string => `${d},1,1,1,1,5,5`;
  const down = text('600000.csv', HEAD + [...DAYS].reverse().map(line).join('\n'));
  const result = importBars([down], { market: 'm' });
  expect(result.panel.dates).toEqual(DAYS);
  expect(kinds(result)).toContain('descending 600000 null');
  const parts = [text('b/600000.csv', HEAD + DAYS.slice(2).map(line).join('\n')), text('a/600000.csv', HEAD + DAYS.slice(0, 2).map(line).join('\n'))];
  expect(importBars(parts, { market: 'm' }).panel.dates).toEqual(DAYS);
});

it('takes both encodings of a suspended day and missing rows as suspensions', () => {
  const a = text('600000.csv', `${HEAD.trim()},tradestatus\n${DAYS[0]},9,9,9,9,100,900,1\n${DAYS[1]},9,9,9,9,0,0,0\n${DAYS[2]},9,9,9,9,,,0\n${DAYS[3]},9,9.1,8.9,9,100,900,1`);
  const b = text('600001.csv', `${HEAD}${DAYS[0]},5,5,5,5,10,50\n${DAYS[3]},5,5,5,5,10,50`);
  const c = text('600002.csv', HEAD + rows([7, 7, 7, 7]));
  const { panel, ledger } = importBars([a, b, c], { market: 'm' });
  const S = CELL.SUSPENDED;
  expect([...panel.status]).toEqual([1, 1, 1, S, S, 1, S, S, 1, 1, 1, 1]);
  expect([panel.fields.close[3], panel.fields.open[3], panel.fields.volume[3], panel.fields.close[4], panel.fields.preclose[4]]).toEqual([9, Number.NaN, 0, 5, 5]);
  expect(ledger.findings.find((f) => f.kind === 'missing-sessions')).toMatchObject({ symbol: '600001', date: DAYS[1], evidence: { sessions: 2 } });
});

it('a name whose rows end before the last session of the market is named in the ledger with its last day and the sessions it misses', () => {
  const bars = (days: readonly string[]) => days.map((day) => `${day},10,10,10,10,5`).join('\n');
  const head = 'date,open,high,low,close,volume\n';
  const { panel, ledger } = importBars([text('600000.csv', `${head}${bars(DAYS)}\n`), text('600001.csv', `${head}${bars(DAYS.slice(0, 2))}\n`)], { market: 'm' });
  expect(ledger.findings.filter((f) => f.kind === 'missing-sessions')).toEqual([
    { kind: 'missing-sessions', symbol: '600001', date: DAYS[1], detail: expect.stringContaining('a holding of it keeps its last price'), evidence: { sessions: DAYS.length - 2 } },
  ]);
  expect([panel.status.at(-1), panel.flags.at(-1)]).toEqual([CELL.SUSPENDED, FLAG.NO_ROW]);
});

it('counts an ex-day inside a suspension (user-cases I-52) and derives preclose where it is not given', () => {
  const a = text('600000.csv', `date,open,high,low,close,preclose,volume\n${DAYS[0]},10,10,10,10,10,5\n${DAYS[1]},9,9,9,9,9,0\n${DAYS[2]},9,9,9,9,9,5`);
  const { panel } = importBars([a], { market: 'm' });
  expect([...panel.fields.factor]).toEqual([1, 10 / 9, 10 / 9]);
  expect([...panel.flags].map((f) => f & FLAG.EX_DAY)).toEqual([0, FLAG.EX_DAY, 0]);
  const b = importBars([text('600000.csv', HEAD + rows([10, 10.5, 10.2]))], { market: 'm' }).panel;
  expect([...b.fields.preclose]).toEqual([Number.NaN, 10, 10.5]);
});

it('names unadjusted splits with evidence, applies a confirmed one, and leaves true crashes alone', () => {
  const file = text('600000.csv', HEAD + rows([13, 13, 10, 10.1]));
  const suspect = importBars([file], { market: 'm' });
  expect(suspect.ledger.findings.find((f) => f.kind === 'split-suspect')).toMatchObject({ date: DAYS[2], evidence: { ratio: 1.3, preclose: 13, open: 10 } });
  expect(suspect.panel.fields.preclose[2]).toBe(13);
  const confirmed = importBars([file], { market: 'm', splits: [{ symbol: '600000', date: DAYS[2]!, ratio: 1.3 }] });
  expect(confirmed.panel.fields.preclose[2]).toBe(10);
  expect(kinds(confirmed)).toContain(`split-confirmed 600000 ${DAYS[2]}`);
  expect(kinds(confirmed).some((k) => k.startsWith('split-suspect'))).toBe(false);
  const crash = importBars([text('META.csv', `${HEAD}${rows([300, 301, 302])}\n${DAYS[3]},200,210,198,205,9000,1845000`)], { market: 'm' });
  expect(kinds(crash)).toEqual([`true-move META ${DAYS[3]}`, `no-final-newline META ${DAYS[3]}`]);
});

it('refuses rows that are no bars with line and reason, and keeps the rest', () => {
  const body = ['2024-01-02,1,1,1,1,5,5', '2024-01-03,1,1,1,abc,5,5', '2024-01-03,1,1', '2024-01-04,9,5,1,3,5,5', '2024-01-05,1,1,1,1,-5,5', 'x,1,1,1,1,5,5', '2024-01-08,1,1,1,1,5,5,9', ...['09', '10', '11', '12', '15'].map((d) => `2024-01-${d},2,2,2,2,5,10`)];
  const { ledger } = importBars([text('600000.csv', HEAD + body.join('\n'))], { market: 'm' });
  expect(ledger.files[0]).toMatchObject({ rowsKept: 6, rowsRefusedTotal: 6 });
  expect(ledger.files[0]!.rowsRefused.map((r) => `${r.line}: ${r.reason}`)).toEqual([
    '3: close "abc" is not a number', '4: row has 3 of 7 cells', '5: open 9 or close 3 lies outside low 1 and high 5', '6: volume -5 is negative',
    '7: date "x" is not a calendar date (say dateOrder in the mapping if day or month stands first)', '8: row has more than 7 cells',
  ]);
  // A wrong mapping refuses most rows: then the few that fit are chance.
  expect(() => importBars([text('600000.csv', HEAD + body.slice(0, 8).join('\n'))], { market: 'm' })).toThrow('600000.csv:3: close "abc" is not a number; 6 of 8 rows are no bars. Nothing was imported: is the mapping right?');
});

it('reads quoted cells, quoted thousands and newlines in quotes', () => {
  const { panel } = importBars([text('600000.csv', `"date","open","high","low","close","volume","note, long"\n"2024-01-02","1","1","1","1","1,234","a ""b""\nc"\n2024-01-03,1,1,1,1,5,\n`)], { market: 'm' });
  expect([...panel.fields.volume]).toEqual([1234, 5]);
});

it('sets a stranger calendar aside by name', () => {
  const stock = (name: string): { name: string; bytes: Uint8Array } => text(`${name}.csv`, HEAD + rows([10, 10, 10, 10]));
  const coin = text('BTC.csv', HEAD + ['2023-12-30', '2023-12-31', ...DAYS, '2024-01-06', '2024-01-07'].map((d) => `${d},1,1,1,1,5,5`).join('\n'));
  const result = importBars([stock('AAA'), stock('BBB'), stock('CCC'), stock('DDD'), stock('EEE'), coin], { market: 'm' });
  expect(result.panel.dates).toEqual(DAYS);
  expect(kinds(result)).toContain('calendar-mismatch BTC null');
  expect(result.panel.symbols).not.toContain('BTC');
});

it('does not depend on the order of the files (property)', () => {
  const files = ['600000', '600001', '000002', '300003'].map((s, k) => text(`${s}.csv`, HEAD + rows([10 + k, 10.1 + k, 10.2 + k])));
  const base = importBars(files, { market: 'm' }).panel;
  fc.assert(fc.property(fc.shuffledSubarray(files, { minLength: 4 }), (shuffled) => {
    expect(importBars(shuffled, { market: 'm' }).panel).toEqual(base);
  }), { numRuns: 10 });
});

it('survives junk: truncated, binary, ten thousand columns, random bytes (fuzz)', () => {
  const good = HEAD + rows([10, 10.5, 10.2, 10.4]);
  const attempt = (bytes: Uint8Array): void => {
    try {
      importBars([{ name: '600000.csv', bytes }], { market: 'm' });
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  };
  for (let cut = 0; cut < good.length; cut++) attempt(new TextEncoder().encode(good.slice(0, cut)));
  attempt(new TextEncoder().encode(`${'a,'.repeat(10_000_000)}\n`));
  attempt(new TextEncoder().encode(`${'a,'.repeat(5_000)}\n`));
  attempt(new Uint8Array(100_000));
  attempt(new TextEncoder().encode(`${HEAD}"`));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (junk) => attempt(junk)), { numRuns: 300 });
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (junk) => attempt(new TextEncoder().encode(HEAD + junk))), { numRuns: 300 });
});
