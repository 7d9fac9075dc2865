import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { AppError } from '@/server/contracts/errors';
import { expandFiles } from '@/server/market/import/expand-archive';
import { decodeParquet } from './decode-parquet';
import { importFiles } from './import-files';

/** Three days of one share: trade_date TIMESTAMP, ts_code, open, high, low, close DOUBLE, vol INT64; written by hyparquet-writer. */
const PARQUET = Buffer.from(
  'UEFSMRUGFTQVOFwVBhUAFQYVABUEFQAAAAMHGFwAUHjHjAEAAACsnsyMAQAAAAjF0YwBAAAVBBUaFR5MFQIVAAAADTAJAAAANjAwMDAwLlNIFQYVCBUMXBUGFQAVBhUQFQQVAAAAAwcCBAADFQYVNBUwXBUGFQAVBhUAFQQVAAAAAwcYAAAFAQgkQDMFASQkQGZmZmZmZiRAFQYVNBU0XBUGFQAVBhUAFQQVAAAAAwcYAGYFAUQkQJqZmZmZmSRAzczMzMzMJEAVBhU0FTJcFQYVABUGFQAVBBUAAAADBxgEzcwBAQgjQAAFASQkQDMzMzMzMyRAFQYVNBUwXBUGFQAVBhUAFQQVAAAAAwcYADMFAQgkQGYFASQkQJqZmZmZmSRAFQYVNBU0XBUGFQAVBhUAFQQVAAAAAwcYCOgDAAUBPEwEAAAAAAAAsAQAAAAAAAAVBBmMSARyb290FQ4AFQQlAhgKdHJhZGVfZGF0ZSUSABUMJQIYB3RzX2NvZGUlAAAVCiUCGARvcGVuABUKJQIYBGhpZ2gAFQolAhgDbG93ABUKJQIYBWNsb3NlABUEJQIYA3ZvbAAWBhkcGXwmCBwVBBkVABkYCnRyYWRlX2RhdGUVAhYGFl4WYiYIPDYAKAgACMXRjAEAABgIAFB4x4wBAAAAGRwVBhUAFQIAAAAmahwVDBklABAZGAd0c19jb2RlFQIWBhZmFm4mogEmahw2ACgJNjAwMDAwLlNIGAk2MDAwMDAuU0gAGSwVBBUAFQIAFQYVEBUCAAAAJtgBHBUKGRUAGRgEb3BlbhUCFgYWXhZaJtgBPDYAKAhmZmZmZmYkQBgIAAAAAAAAJEA2AAAZHBUGFQAVAgAAACayAhwVChkVABkYBGhpZ2gVAhYGFl4WXiayAjw2ACgIzczMzMzMJEAYCGZmZmZmZiRANgAAGRwVBhUAFQIAAAAmkAMcFQoZFQAZGANsb3cVAhYGFl4WXCaQAzw2ACgIMzMzMzMzJEAYCM3MzMzMzCNANgAAGRwVBhUAFQIAAAAm7AMcFQoZFQAZGAVjbG9zZRUCFgYWXhZaJuwDPDYAKAiamZmZmZkkQBgIMzMzMzMzJEA2AAAZHBUGFQAVAgAAACbGBBwVBBkVABkYA3ZvbBUCFgYWXhZeJsYEPDYAKAiwBAAAAAAAABgI6AMAAAAAAAAAGRwVBhUAFQIAAAAWmgUWBjacBQAoCWh5cGFycXVldBl8HAAAHAAAHAAAHAAAHAAAHAAAHAAAAGMCAABQQVIx',
  'base64',
);
const CSV = new TextEncoder().encode('date,open,high,low,close,volume\n2024-01-02,1,1,1,1,5\n2024-01-03,1,1,1,1,5\n');
const bin = (start: number, ...values: number[]): Uint8Array => new Uint8Array(Float32Array.of(start, ...values).buffer);

function bend(at: number): Uint8Array {
  const bent = Uint8Array.from(PARQUET);
  bent[at]! ^= 0xff;
  return bent;
}

function tar(entries: { name: string; body?: Uint8Array; type?: 'symlink' }[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, body, type } of entries) {
    if (type) archive.entry({ name, type, linkname: '/etc/passwd' });
    else archive.entry({ name }, Buffer.from(body!));
  }
  archive.finalize();
  return new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    archive.on('data', (part) => parts.push(part as Uint8Array));
    archive.on('end', () => resolve(Buffer.concat(parts)));
  });
}

it('reads Parquet by the same road as text', async () => {
  const { panel, ledger } = await importFiles([{ name: 'bars.parquet', bytes: PARQUET }], { market: 'm' });
  expect(panel.dates).toEqual(['2024-01-02', '2024-01-03', '2024-01-04']);
  expect(panel.symbols).toEqual(['600000.SH']);
  expect([...panel.fields.close]).toEqual([10.1, 10.2, 10.3]);
  expect([...panel.fields.volume]).toEqual([1000, 1100, 1200]);
  expect(ledger.files[0]).toMatchObject({ rowsKept: 3, mapping: { columns: { date: 'trade_date', volume: 'vol' } } });
  await expect(importFiles([{ name: 'b.parquet', bytes: Buffer.concat([PARQUET.subarray(0, 200), PARQUET.subarray(-60)]) }], { market: 'm' })).rejects.toThrow(/broken Parquet/);
});

it('puts raw prices back from a Qlib provider folder; a suspended day is NaN there', async () => {
  const days = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
  const f = [0.5, 0.5, 0.5, 0.55];
  const raw = [10, Number.NaN, 10.2, 9.4];
  const column = (x: number[]): Uint8Array => bin(0, ...x.map((v, k) => v * f[k]!));
  const files = [
    { name: 'q/calendars/day.txt', bytes: new TextEncoder().encode(`${days.join('\n')}\n`) },
    ...['open', 'high', 'low', 'close'].map((name) => ({ name: `q/features/sh600000/${name}.day.bin`, bytes: column(raw) })),
    { name: 'q/features/sh600000/volume.day.bin', bytes: bin(0, ...[1000, Number.NaN, 1200, 1500].map((v, k) => v / f[k]!)) },
    { name: 'q/features/sh600000/factor.day.bin', bytes: bin(0, ...f) },
  ];
  const { panel, ledger } = await importFiles(files, { market: 'm' });
  expect(panel.symbols).toEqual(['SH600000']);
  expect([...panel.status]).toEqual([1, 2, 1, 1]);
  expect([...panel.fields.close]).toEqual([10, 10, 10.2, 9.4]);
  expect([...panel.fields.volume]).toEqual([1000, 0, 1200, 1500]);
  expect(panel.fields.preclose[2]).toBe(10);
  expect(panel.fields.preclose[3]).toBeCloseTo((10.2 * 0.5) / 0.55, 5);
  expect(ledger.counts.exDays).toBe(1);
  const short = files.map((x) => (x.name.includes('close') ? { ...x, bytes: bin(2, 1, 1, 1) } : x));
  await expect(importFiles(short, { market: 'm' })).rejects.toThrow(/starts at 2 with 3 values, but the calendar has 4 days/);
});

it('unpacks gzip and tgz, leaves a README beside bars out, refuses links, broken archives and bombs', async () => {
  expect((await importFiles([{ name: '600000.csv.gz', bytes: gzipSync(CSV) }], { market: 'm' })).panel.symbols).toEqual(['600000']);
  const archive = gzipSync(await tar([{ name: 'x/600000.csv', body: CSV }, { name: 'x/._600000.csv', body: CSV }, { name: 'x/README.md', body: CSV }]));
  expect((await importFiles([{ name: 'a.tgz', bytes: archive }], { market: 'm' })).ledger.files.map((f) => f.name)).toEqual(['x/600000.csv']);
  const link = await tar([{ name: 'x/600000.csv', type: 'symlink' }]);
  await expect(importFiles([{ name: 'a.tar', bytes: link }], { market: 'm' })).rejects.toThrow(/is a symlink/);
  await expect(importFiles([{ name: 'a.tgz', bytes: archive.subarray(0, 100) }], { market: 'm' })).rejects.toThrow(/broken gzip/);
  const small = { totalBytes: 1e6, files: 3 };
  await expect(expandFiles([{ name: 'bomb.csv.gz', bytes: gzipSync(Buffer.alloc(1e7)) }], small)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  const many = await tar(Array.from({ length: 5 }, (_, k) => ({ name: `${k}.csv`, body: CSV })));
  await expect(expandFiles([{ name: 'many.tar', bytes: many }], small)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

it('never throws anything but an AppError, whatever is cut off (fuzz)', async () => {
  const whole = gzipSync(await tar([{ name: '600000.csv', body: CSV }]));
  for (const bytes of [whole, CSV]) {
    for (let cut = 0; cut < bytes.length; cut += 7) {
      await importFiles([{ name: 'x', bytes: bytes.subarray(0, cut) }], { market: 'm' }).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
    }
  }
  for (let at = 4; at < PARQUET.length - 4; at += 97) {
    await decodeParquet({ name: 'x', bytes: bend(at) }, 2000).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
  }
});

it('ends a Parquet file that would be read for ever', async () => {
  // Byte 156 is the size in a page header: negative when bent, and the decoder goes back and forth.
  await expect(decodeParquet({ name: 'x.parquet', bytes: bend(156) }, 800)).rejects.toThrow(/not read within 800 ms/);
});
