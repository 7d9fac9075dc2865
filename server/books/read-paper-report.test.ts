import { afterEach, expect, it } from 'vitest';
import { readPaperReport } from './read-paper-report';
import { openStepper } from './stepper';
import { makeConsole, T0, type TestConsole } from './testing/make-console';

let c: TestConsole;
afterEach(() => c.close());

it("puts a book's versions, or a person's dates, into the paper's two tables", async () => {
  c = makeConsole();
  const book = c.book();
  expect(readPaperReport(c.db, { bookId: book.id }).rows).toEqual([]);
  const stepper = openStepper(c.db, book.id, { clock: () => T0 });
  for (let i = 0; i < 40; i += 1) await stepper.step();
  await stepper.close();
  const { rows, source, episode } = readPaperReport(c.db, { bookId: book.id });
  expect([source, episode.number, rows.map((r) => [r.name, r.days])]).toEqual(['versions', 1, [['entire', 40], ['v1', 40]]]);
  const { attribution, attribution_cause, loadings } = rows[1]!.regression;
  expect([attribution_cause, Object.keys(loadings ?? {})]).toEqual([null, ['liquidity', 'momentum', 'volatility']]);
  expect(attribution!.total).toBeCloseTo(rows[1]!.annual_return!, 9);

  const first = rows[0]!.from;
  const split = readPaperReport(c.db, { bookId: book.id, phases: [{ name: 'phase 1', from: first, to: first }] });
  expect([split.source, split.rows[1]!.days]).toEqual(['dates', 1]);
  expect(() => readPaperReport(c.db, { bookId: book.id, phases: [{ name: 'x', from: '1999-01-01', to: '1999-02-01' }] })).toThrow(/phase x .* no trading day/);
  expect(() => readPaperReport(c.db, { bookId: book.id, episodeNumber: 7 })).toThrow(/no episode 7; it has 1/);
});
