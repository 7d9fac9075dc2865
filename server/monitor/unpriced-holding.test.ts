import { afterEach, expect, it } from 'vitest';
import { exportRows } from '@/server/books/export-rows';
import { getBookPage } from '@/server/books/get-book-page';
import { openStepper } from '@/server/books/stepper';
import { makeConsole, OPERATOR, T0, type TestConsole } from '@/server/books/testing/make-console';
import { registerMarket } from '@/server/db/market-store';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { CELL, type Panel } from '@/server/market/panel';
import { testSandbox } from '@/server/test/test-sandbox';
import { monitorHooks } from './evaluate-step';
import { listAlerts } from './list-alerts';
import { listWaiting } from './list-waiting';

const selfTest = await testSandbox();
let c: TestConsole;
afterEach(() => c.close());

/** Buys two names on the first day and keeps them. */
const BUY_TWO = `export const lookbackDays = 1;
export function decide(view) {
  if (view.dayIndex > 0) return null;
  return { weights: { [view.symbols[0]]: 0.1, [view.symbols[1]]: 0.1 } };
}
`;

/** Symbol `column` has no row after session `last`. */
function endAfter(panel: Panel, column: number, last: number): Panel {
  const n = panel.symbols.length;
  const gone = (at: number): boolean => at % n === column && at >= (last + 1) * n;
  return {
    ...panel,
    status: panel.status.map((s, at) => (gone(at) ? CELL.UNLISTED : s)),
    fields: Object.fromEntries(Object.entries(panel.fields).map(([name, values]) => [name, values.map((v, at) => (gone(at) ? Number.NaN : v))])) as Panel['fields'],
  };
}

it.skipIf(!selfTest.ok)(`a book whose holding is delisted keeps its value, stores since when, and asks a person once${selfTest.ok ? '' : ' (skipped: no sandbox here)'}`, async () => {
  c = makeConsole({ source: BUY_TWO });
  const panel = endAfter(generateSyntheticMarket({ seed: 7, symbols: 12, years: 1 }), 1, 10);
  const symbol = panel.symbols[1]!;
  registerMarket(c.db, { name: 'test', panel, ledger: {}, now: T0 });
  const book = c.book({ startDate: panel.dates[5]! });
  // Two processes, one after the other: what is known of a day follows from the market and the stored account alone.
  for (const days of [7, 6]) {
    const stepper = openStepper(c.db, book.id, { hooks: monitorHooks, clock: () => T0 });
    for (let k = 0; k < days; k++) await stepper.step();
    await stepper.close();
  }
  const page = getBookPage(c.db, { bookId: book.id, actor: OPERATOR });
  const held = page.holdings.find((h) => h.symbol === symbol)!;
  expect(held.priceFen).toBe(Math.round(panel.fields.close[10 * 12 + 1]! * 100));
  expect(held.unpriced).toEqual({ symbol, pricedOn: panel.dates[10], sessions: 8, shares: held.shares, valueFen: held.valueFen, weight: held.weight });
  expect(page.recentSteps.map((s) => s.unpriced?.find((h) => h.symbol === symbol)?.sessions ?? 0)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0]);
  const alerts = listAlerts(c.db).filter((a) => a.rule === 'no_price' && a.subject === symbol);
  expect(alerts).toMatchObject([{ date: panel.dates[15], repeats: 3, firing: true, value: 5 }]);
  expect(listWaiting(c.db).filter((w) => w.text.startsWith(`${symbol} has had no price since ${panel.dates[10]} (5 sessions)`))).toHaveLength(1);
  const { header, pages } = exportRows(c.db, { bookId: book.id, episodeId: null, kind: 'days' });
  expect([...pages()].flat().at(-1)![header.indexOf('unpriced_weight')]).toBeCloseTo(held.weight, 12);
});
