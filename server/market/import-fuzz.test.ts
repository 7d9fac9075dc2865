import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/server/contracts/errors';
import { importFiles } from '@/server/db/import-files';
import { importBars } from './import-bars';
import { BAR_FIELDS } from './panel';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const HEAD = 'date,open,high,low,close,volume,amount\n';
const DAYS = Array.from({ length: 40 }, (_, i) => `2024-0${1 + Math.floor(i / 28)}-${String(1 + (i % 28)).padStart(2, '0')}`);
const line = (date: string, i: number): string => `${date},${10 + i / 100},${11 + i / 100},${9 + i / 100},${10.5 + i / 100},${1000 + i},${(1000 + i) * 10.5}\n`;
const GOOD = HEAD + DAYS.map(line).join('');
/** A file must be refused, or imported, within this time; generous, since the machine may be busy. */
const DEADLINE_MS = 20_000;

/** Imports, in time, or refuses with an error that a person can act on and that names the file. */
async function attempt(name: string, bytes: Uint8Array): Promise<Awaited<ReturnType<typeof importFiles>> | AppError> {
  const startedAt = performance.now();
  const result = await importFiles([{ name, bytes }], { market: 'm' }).catch((error: unknown) => error);
  expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS);
  if (!(result instanceof Error)) return result as Awaited<ReturnType<typeof importFiles>>;
  expect(result, result.stack).toBeInstanceOf(AppError);
  expect(result.message).toContain(name.replace(/\.(?:gz|tgz)$/, ''));
  return result as AppError;
}
async function refused(name: string, bytes: Uint8Array, reason: RegExp): Promise<void> {
  const result = await attempt(name, bytes);
  expect(result).toBeInstanceOf(AppError);
  expect((result as AppError).message).toMatch(reason);
}
function tar(entries: readonly { name: string; body?: Uint8Array; type?: 'symlink' | 'link' | 'character-device' }[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, body, type } of entries) {
    if (type) archive.entry({ name, type, linkname: '/etc/passwd' });
    else archive.entry({ name }, Buffer.from(body!));
  }
  archive.finalize();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    archive.on('data', (part) => {
      parts.push(part as Buffer);
    });
    archive.on('end', () => resolve(Buffer.concat(parts)));
  });
}

describe('a corpus of files that are no bars is refused by name', () => {
  const big = (text: string, times: number): Uint8Array => Buffer.alloc(text.length * times, text);
  it.each<[string, () => Uint8Array, RegExp]>([
    ['nothing', () => utf8(''), /header/],
    ['only line breaks', () => utf8('\n\n\n'), /header/],
    ['a header alone', () => utf8(HEAD), /has a header but no rows/],
    ['zero bytes', () => new Uint8Array(1_000_000), /zero bytes/],
    ['a zero byte deep in the file', () => utf8(`${GOOD}${DAYS.map(line).join('')}\0\n`), /zero bytes/],
    ['an executable', () => Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, ...Array(200).keys()]), /zero bytes/],
    ['a picture without zeros', () => Uint8Array.from({ length: 5000 }, (_, i) => 1 + ((i * 131) % 255)), /neither UTF-8 nor GB18030|header/],
    ['two encodings in one file', () => Uint8Array.from([...utf8(GOOD.replace('date', '日期')), 0xc8, 0xd5, 0xff, 0x0a]), /neither UTF-8 nor GB18030|header|no column/],
    ['ten million columns in the header', () => big('a,', 10_000_000), /header line is 20000000 bytes/],
    ['ten million columns in a row', () => Buffer.concat([utf8(HEAD), big('1,', 10_000_000), utf8('\n')]), /date "1" is not|more than 7 cells/],
    ['a quote that is never closed', () => utf8(`${GOOD}2024-03-01,1,1,1,"1,5,5\n`), /ends in the middle of a row/],
    ['a cell of 40 MB', () => Buffer.concat([utf8(HEAD), big('9', 40_000_000), utf8(',1,1,1,1,5,5\n')]), /date "9+" is not a calendar date/],
    ['a number of 40 MB', () => Buffer.concat([utf8(`${HEAD}2024-01-02,1,1,1,`), big('9', 40_000_000), utf8(',5,5\n')]), /close "9+" is not a number/],
    ['numbers beyond any market', () => utf8(`${HEAD}2024-01-02,1e300,1e300,1e300,1e300,5,5\n`), /close 1e\+300 or preclose is beyond any market/],
    ['an infinite number', () => utf8(`${HEAD}2024-01-02,1,1,1,1e999,5,5\n`), /close "1e999" is not a number/],
    ['dates that are none', () => utf8(`${HEAD}2024-02-30,1,1,1,1,5,5\n`), /not a calendar date/],
    ['JSON', () => utf8('{"bars": [1, 2, 3, 4, 5, 6]}'), /no column for date/],
    ['HTML', () => utf8('<html><head><title>a, b, c, d, e</title></head></html>'), /no column for date/],
    ['more symbols than a country lists', () => utf8(`date,symbol,open,high,low,close,volume\n${Array.from({ length: 20_001 }, (_, i) => `2024-01-02,S${i},1,1,1,1,5\n`).join('')}`), /The files name 20001 symbols; at most 20000/],
  ])('%s', async (_name, make, reason) => {
    const result = await importFiles([{ name: 'x.csv', bytes: make() }], { market: 'm' }).catch((error: unknown) => error);
    expect(result).toBeInstanceOf(AppError);
    expect((result as AppError).message).toMatch(reason);
    if ((result as AppError).code === 'BAD_INPUT') expect((result as AppError).message).toContain('x.csv');
  }, DEADLINE_MS * 2);
});

it('a file cut off anywhere inside a row is refused whole; at a row end the open end is named', async () => {
  const bytes = utf8(GOOD);
  const at = utf8(GOOD.slice(0, GOOD.indexOf(DAYS[20]!))).length;
  for (let cut = at + 1; cut < at + utf8(line(DAYS[20]!, 20)).length; cut++) {
    const result = await attempt('600000.csv', bytes.subarray(0, cut));
    const text = GOOD.slice(at, cut);
    if (text.split(',').length < 7 || text.endsWith(',')) expect(result).toBeInstanceOf(AppError);
    else expect((result as Awaited<ReturnType<typeof importFiles>>).ledger.findings).toContainEqual(expect.objectContaining({ kind: 'no-final-newline', date: DAYS[20] }));
  }
});

it('a file that is cut inside its last cell is refused whole when what is left is no bar, whichever column stands last', async () => {
  const row = { date: '2024-01-03', symbol: '600000.SH', high: '10.25' };
  const outcomes = (['date', 'symbol', 'high'] as const).map((last) => {
    const others = (['date', 'symbol', 'high'] as const).filter((name) => name !== last);
    const line = (values: Record<string, string>): string => [...others.map((name) => values[name]), '10,9.9,10.2,500', values[last]].join(',');
    const text = `${others.join(',')},open,low,close,volume,${last}\n${line({ ...row, date: '2024-01-02' })}\n${line(row)}`;
    return Array.from({ length: row[last].length - 1 }, (_, k) => {
      try {
        const { ledger } = importBars([{ name: 'a.csv', bytes: utf8(text.slice(0, text.length - 1 - k)) }], { market: 'm' });
        return ledger.findings.some((f) => f.kind === 'no-final-newline') && ledger.files[0]!.rowsRefusedTotal === 0 ? `kept ${ledger.files[0]!.rowsKept}, open end named` : 'imported halfway';
      } catch (error) {
        return /a\.csv:3: the file ends in the middle of a row \(its last row is no bar: .*, no line break\): it is cut off\. Nothing was imported/.test((error as AppError).message) ? 'cut off' : 'refused';
      }
    });
  });
  // "2024-01-0" is no date; "600000.S" is another spelling, "60000" no code; "10.2" is a price, below that the high lies under the close.
  expect(outcomes).toEqual([Array(9).fill('cut off'), Array(8).fill('refused'), ['kept 2, open end named', 'cut off', 'cut off', 'cut off']]);
});

it('an archive cut off anywhere is refused whole, between two members too', async () => {
  const whole = await tar(['600000.csv', '600001.csv', '600004.csv'].map((name) => ({ name, body: utf8(GOOD) })));
  const zipped = gzipSync(whole);
  for (let cut = 512; cut < whole.length - 1024; cut += 512) await refused('a.tar', whole.subarray(0, cut), /broken tar/);
  for (let cut = 20; cut < zipped.length; cut += 13) await refused('a.tgz', zipped.subarray(0, cut), /broken gzip/);
  await refused('a.tgz', gzipSync(whole.subarray(0, 512 * 9)), /broken tar/);
});

it('bombs, links, devices and paths that climb out are refused or tamed', async () => {
  await refused('bomb.csv.gz', gzipSync(Buffer.alloc(60_000_000, 'a,')), /header line/);
  await refused('bomb.tgz', gzipSync(gzipSync(Buffer.alloc(60_000_000))), /zero bytes|header|neither/);
  for (const type of ['symlink', 'link', 'character-device'] as const) await refused('l.tar', await tar([{ name: 'x/600000.csv', type }]), /an archive of bars may hold files and folders only/);
  const climbing = (await attempt('c.tar', await tar([{ name: '../../etc/600000.csv', body: utf8(GOOD) }, { name: '/abs/600001.csv', body: utf8(GOOD) }]))) as Awaited<ReturnType<typeof importFiles>>;
  expect(climbing.ledger.files.map((f) => f.name)).toEqual(['etc/600000.csv', 'abs/600001.csv']);
});

it('never crashes, hangs or yields an infinite number, whatever bytes are bent, put in or left out (fuzz)', async () => {
  const base = utf8(GOOD);
  const edit = fc.record({ at: fc.nat(base.length - 1), remove: fc.nat(20), put: fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.constantFrom(...['"', '\n', ',', ',,,', '-', 'e999', '1e308', '\r\n', '\ufeff', '日', '=1+1'].map(utf8))) });
  await fc.assert(fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
    let bytes = Buffer.from(base);
    for (const { at, remove, put } of edits) bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + remove)]);
    const result = await attempt('600000.csv', bytes);
    if (result instanceof AppError) return;
    for (const field of BAR_FIELDS) expect(result.panel.fields[field].some((v) => v === Number.POSITIVE_INFINITY || v === Number.NEGATIVE_INFINITY)).toBe(false);
    expect(result.ledger.files[0]!.rowsKept).toBeGreaterThanOrEqual(result.ledger.files[0]!.rowsRefusedTotal);
  }), { numRuns: 400 });
}, 120_000);

it('never crashes on bent archives (fuzz)', async () => {
  const whole = gzipSync(await tar([{ name: '600000.csv', body: utf8(GOOD) }, { name: '600001.csv', body: utf8(GOOD) }]));
  const plain = await tar([{ name: '600000.csv', body: utf8(GOOD) }, { name: '600001.csv', body: utf8(GOOD) }]);
  await fc.assert(fc.asyncProperty(fc.constantFrom(whole, plain), fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 6 }), async (from, flips) => {
    const bytes = Uint8Array.from(from);
    for (const [at, by] of flips) bytes[at % bytes.length]! ^= by;
    await importFiles([{ name: 'a.tgz', bytes }], { market: 'm' }).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
  }), { numRuns: 300 });
}, 120_000);
