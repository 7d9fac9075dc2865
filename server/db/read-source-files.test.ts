import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSourceFiles } from './read-source-files';

it('reads files and folders with relative names, leaves hidden ones out and refuses links', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sources-'));
  try {
    mkdirSync(join(dir, 'features/sh600000'), { recursive: true });
    writeFileSync(join(dir, 'features/sh600000/close.day.bin'), 'x');
    writeFileSync(join(dir, '.hidden'), 'x');
    writeFileSync(join(dir, 'a.csv'), 'abc');
    expect(readSourceFiles([dir]).map((f) => f.name)).toEqual(['a.csv', 'features/sh600000/close.day.bin']);
    expect(readSourceFiles([join(dir, 'a.csv')])[0]).toMatchObject({ name: 'a.csv' });
    expect(() => readSourceFiles([join(dir, 'none')])).toThrow(/does not exist/);
    symlinkSync('/etc/passwd', join(dir, 'b.csv'));
    expect(() => readSourceFiles([dir])).toThrow(/link or a device/);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
