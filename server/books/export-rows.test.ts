import { afterEach, expect, it } from 'vitest';
import { csvLine } from '@/components/csv';
import { testSandbox } from '@/server/test/test-sandbox';
import { exportRows } from './export-rows';
import { getLastStep } from './get-book';
import { openStepper } from './stepper';
import { makeConsole, type TestConsole } from './testing/make-console';

const selfTest = await testSandbox();
let world: TestConsole;
afterEach(() => world.close());

it.skipIf(!selfTest.ok)(`exports every order, fill and day with exact money${selfTest.ok ? '' : ' (skipped: no sandbox here)'}`, async () => {
  world = makeConsole();
  const { db } = world;
  const book = world.book();
  const stepper = openStepper(db, book.id);
  for (let day = 0; day < 65; day++) await stepper.step();
  await stepper.close();
  const read = (kind: string) => exportRows(db, { bookId: book.id, episodeId: null, kind });
  const days = [...read('days').pages()];
  expect(days.map((page) => page.length)).toEqual([60, 5]);
  const rows = days.flat();
  const last = getLastStep(db, book.episodeId)!;
  expect(rows.at(-1)![0]).toBe(last.date);
  expect(Math.round(Number(rows.at(-1)![2]) * 100)).toBe(last.equityFen);
  for (const kind of ['orders', 'fills', 'days']) {
    const { header, name, pages } = read(kind);
    const lines = [...pages()].flat();
    expect(lines.length).toBeGreaterThan(60);
    for (const line of lines) expect(line).toHaveLength(header.length);
    expect(name).toMatch(new RegExp(`-episode-1-${kind}\\.csv$`));
  }
  expect(() => read('secrets')).toThrow(/kind: must be one of orders, fills, days/);
}, 60_000);

it('a cell of text is no formula, quotes are doubled, numbers stay numbers', () => {
  world = makeConsole();
  expect(csvLine(['=HYPERLINK("x")', '+1', '-2', '@a', 'a,"b"', -3.5, null])).toBe(`"'=HYPERLINK(""x"")",'+1,'-2,'@a,"a,""b""",-3.5,\r\n`);
});
