import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BookConfig } from '@/server/books/book-config';
import { type BookRow, getBook, getEpisode, type StepRow } from '@/server/books/get-book';
import type { StoredDay } from '@/server/books/step-hooks';
import { openStepper } from '@/server/books/stepper';
import { APPROVER, makeConsole, OPERATOR, T0, type TestConsole } from '@/server/books/testing/make-console';
import { AppError } from '@/server/contracts/errors';
import { write } from '@/server/db/client';
import { incidents, steps } from '@/server/db/schema';
import { beginNewEpisode } from './begin-episode';
import { evaluateStep, monitorHooks, reportFailure } from './evaluate-step';
import { acknowledgeAlert, closeIncident, dismissAlert, markInAutopsy, resolveAlert } from './handle-alert';
import { listAlerts } from './list-alerts';
import { listWaiting } from './list-waiting';
import { annualTurnover, type DayPoint, lossAnomaly, rollingIr } from './measures';
import { RULES } from './rules';
import { readThresholds, setThresholds } from './thresholds';

let c: TestConsole;
let book: BookRow;
beforeEach(() => {
  c = makeConsole();
  book = c.book();
});
afterEach(() => c.close());

/** Stores a day with given numbers and lets the monitor look at it. */
function day(dayIndex: number, numbers: Partial<StepRow>): { halt: string } | null {
  const date = `2022-06-${String(dayIndex + 1).padStart(2, '0')}`;
  const step: StepRow = {
    bookId: book.id, episodeId: book.episodeId, dayIndex, date, versionId: book.versionId, equityFen: 100_000_000, cashFen: 0, pnlFen: 0, dayReturn: 0, benchmarkReturn: 0, grossReturn: 0,
    frictionLinear: 0, frictionRoot: 0, executionReturn: 0, reward: 0, commissionFen: 0, dutyFen: 0, transferFen: 0, otherFen: 0, spreadFen: 0, impactFen: 0, turnover: 0, principalLoss: 0,
    drawdown: 0, terminal: false, positions: {}, unpriced: [], state: {}, digest: '', decideMs: 1, ...numbers,
  };
  return write(c.db, (tx) => {
    tx.insert(steps).values(step).run();
    const fresh = getBook(tx, book.id);
    const stored: StoredDay = { book: fresh, episode: getEpisode(tx, book.episodeId), config: fresh.config as BookConfig, step, orders: [], fills: [], now: T0 + dayIndex };
    return evaluateStep(tx, stored);
  });
}
const only = (rule: string) => listAlerts(c.db).filter((a) => a.rule === rule);

it('a quiet day says nothing', () => {
  expect(day(0, {})).toBeNull();
  expect(listAlerts(c.db)).toEqual([]);
});

it('a critical rule halts and opens an incident with the rows that prove it', () => {
  expect(day(0, { dayReturn: -0.05 })).toEqual({ halt: 'Lost 5.00 % of equity on 2022-06-01 (limit 4.00 %).' });
  const [alert] = only('daily_loss');
  expect(alert).toMatchObject({ severity: 'critical', value: 0.05, threshold: 0.04, handling: 'open', firing: true });
  expect(alert?.evidence[0]?.ref).toEqual({ kind: 'day', id: `${book.id}/${book.episodeId}/2022-06-01` });
  expect(c.db.select().from(incidents).all()).toMatchObject([{ id: alert?.incidentId, status: 'open', date: '2022-06-01' }]);
});

it('a warning does not halt; firing on counts repeats; when it ceases it is cleared, not closed', () => {
  expect(day(0, { drawdown: 0.13 })).toBeNull();
  expect(day(1, { drawdown: 0.14 })).toBeNull();
  expect(only('drawdown')).toMatchObject([{ repeats: 1, firing: true, date: '2022-06-01' }]);
  day(2, { drawdown: 0.01 });
  expect(only('drawdown')).toMatchObject([{ repeats: 1, firing: false, handling: 'open' }]);
});

it('halts again when a critical condition comes back, not while it merely goes on', () => {
  const bad = { principalLoss: 0.16, equityFen: 84_000_000 };
  expect(day(0, bad)).not.toBeNull();
  expect(day(1, bad)).toBeNull();
  expect(day(2, {})).toBeNull();
  expect(day(3, bad)).not.toBeNull();
  expect(only('principal_loss_three_quarters')).toMatchObject([{ repeats: 2 }]);
  expect(c.db.select().from(incidents).all().length).toBe(1);
});

it('a loss that wavers around ¾ τ halts once; it must first recover to four fifths of the line', () => {
  const at = (dayIndex: number, loss: number) => day(dayIndex, { principalLoss: loss, equityFen: Math.round(100_000_000 * (1 - loss)) });
  expect(at(0, 0.151)).not.toBeNull();
  expect(at(1, 0.149)).toBeNull();
  expect(at(2, 0.152)).toBeNull();
  expect(at(3, 0.119)).toBeNull();
  expect(at(4, 0.151)).not.toBeNull();
});

it('principal loss is measured against τ, half, three quarters and whole', () => {
  day(0, { principalLoss: 0.1, equityFen: 90_000_000 });
  day(1, { principalLoss: 0.15, equityFen: 85_000_000 });
  day(2, { principalLoss: 0.2, equityFen: 80_000_000, terminal: true });
  expect(listAlerts(c.db).map((a) => a.rule).reverse()).toEqual(['principal_loss_half', 'principal_loss_three_quarters', 'principal_loss_tau']);
});

it('compares realised with modelled friction in basis points of the equity the day began with', () => {
  const costs = { commissionFen: 100_000, impactFen: 100_000, pnlFen: -1_000_000, equityFen: 99_000_000 };
  day(0, { ...costs, frictionLinear: 0.0006 });
  expect(only('slippage_leakage')).toEqual([]);
  day(1, { ...costs, frictionLinear: 0.0004 });
  expect(only('slippage_leakage')[0]?.value).toBeCloseTo(16, 9);
});

const unpriced = (symbol: string, sessions: number, weight = 0.04) => ({ symbol, pricedOn: '2022-05-25', sessions, shares: 100, valueFen: weight * 100_000_000, weight });

it('when old prices carry 30 % of equity the book says so, with the names that stand at them', () => {
  day(0, { unpriced: [unpriced('600001', 1, 0.21), unpriced('600002', 2, 0.08)] });
  expect(only('stale_data')).toEqual([]);
  day(1, { unpriced: [unpriced('600001', 2, 0.21), unpriced('600002', 3, 0.1)] });
  expect(only('stale_data')[0]?.message).toMatch(/31.00 % of equity/);
  expect(only('stale_data')[0]?.evidence.map((e) => e.label)).toEqual(expect.arrayContaining(['600001: value in fen at the price of 2022-05-25', '600002: value in fen at the price of 2022-05-25']));
});

it('a holding without a price is told once, on its fifth session, by name, and each name by itself', () => {
  expect(day(0, { unpriced: [unpriced('600001', 4)] })).toBeNull();
  expect(only('no_price')).toEqual([]);
  expect(day(1, { unpriced: [unpriced('600001', 5)] })).toBeNull();
  day(2, { unpriced: [unpriced('600001', 6), unpriced('600002', 5, 0.02)] });
  day(3, { unpriced: [unpriced('600001', 7), unpriced('600002', 6, 0.02)] });
  expect(only('no_price').map((a) => [a.subject, a.date, a.repeats, a.severity, a.firing]).sort()).toEqual([['600001', '2022-06-02', 2, 'warning', true], ['600002', '2022-06-03', 1, 'warning', true]]);
  const first = only('no_price').find((a) => a.subject === '600001')!;
  expect(first.message).toBe('600001 has had no price since 2022-05-25 (5 sessions). It stands at its last one, 4.00 % of equity, and cannot be sold. If its bars are missing, import them; if it was delisted, take that part off the equity, or begin a new episode without it.');
  expect(first.evidence).toMatchObject([{ label: 'no_price', value: 5 }, { label: '600001: value in fen at the price of 2022-05-25', value: 4_000_000 }]);
  expect(listWaiting(c.db).map((w) => w.text)).toEqual(expect.arrayContaining([first.message]));
});

it('a name that trades again is cleared alone; the alert of another goes on, and a second halt of trading is told anew', () => {
  day(0, { unpriced: [unpriced('600001', 5), unpriced('600002', 5)] });
  day(1, { unpriced: [unpriced('600002', 6)] });
  expect(only('no_price').map((a) => [a.subject, a.firing]).sort()).toEqual([['600001', false], ['600002', true]]);
  for (const alert of only('no_price')) dismissAlert(c.db, { alertId: alert.id, revision: alert.revision, reason: 'known', actor: OPERATOR, now: T0 });
  day(2, { unpriced: [unpriced('600001', 5), unpriced('600002', 7)] });
  expect(only('no_price').map((a) => [a.subject, a.handling]).sort()).toEqual([['600001', 'dismissed'], ['600001', 'open'], ['600002', 'dismissed']]);
});

it('days stored before holdings without a price were kept say nothing of them', () => {
  day(0, { unpriced: null });
  expect(listAlerts(c.db)).toEqual([]);
});

it('an alert is handled once per look: compare-and-set, reasons, roles, legal moves', () => {
  day(0, { drawdown: 0.2 });
  const alert = only('drawdown')[0];
  const by = { alertId: alert?.id ?? '', actor: OPERATOR, now: T0 };
  expect(() => acknowledgeAlert(c.db, { ...by, revision: 0, actor: { ...OPERATOR, role: 'viewer' } })).toThrow(/role operator/);
  expect(acknowledgeAlert(c.db, { ...by, revision: 0 })).toMatchObject({ handling: 'acknowledged', revision: 1 });
  expect(() => acknowledgeAlert(c.db, { ...by, revision: 0 })).toThrow(/Somebody else/);
  expect(() => resolveAlert(c.db, { ...by, revision: 1 })).toThrow(/still holds/);
  expect(() => dismissAlert(c.db, { ...by, revision: 1 })).toThrow(/say why/);
  expect(dismissAlert(c.db, { ...by, revision: 1, reason: 'known' }).handling).toBe('dismissed');
  day(1, { drawdown: 0.2 });
  expect(only('drawdown').length).toBe(1);
  day(2, {});
  day(3, { drawdown: 0.2 });
  expect(only('drawdown').length).toBe(2);
});

it('thresholds have ranges, defaults and an audit row, and count from the next day', () => {
  const set = (thresholds: Parameters<typeof setThresholds>[1]['thresholds'], actor = APPROVER) => setThresholds(c.db, { bookId: book.id, thresholds, actor, now: T0 });
  expect(() => set({ daily_loss: 3 })).toThrow('thresholds: daily_loss: Daily loss must be from 0.001 to 1 (ratio), not 3');
  expect(() => set({ daily_loss: 0.1 }, OPERATOR)).toThrow(/role approver/);
  set({ daily_loss: 0.1 });
  expect(day(0, { dayReturn: -0.05 })).toBeNull();
  expect(readThresholds(c.db, book.id).daily_loss).toEqual({ value: 0.1, isDefault: false });
  set({ daily_loss: null });
  expect(readThresholds(c.db, book.id).daily_loss).toEqual({ value: 0.04, isDefault: true });
  for (const rule of RULES) expect(rule.default >= rule.min && rule.default <= rule.max).toBe(true);
});

it('a strategy that fails is an incident each time', async () => {
  c.close();
  c = makeConsole({ source: `export const lookbackDays = 1;\nexport function decide(view) {\n  throw new Error('boom');\n}\n` });
  book = c.book();
  const stepper = openStepper(c.db, book.id, { hooks: monitorHooks, clock: () => T0 });
  expect(await stepper.step()).toBeNull();
  await stepper.close();
  expect(getBook(c.db, book.id).state).toBe('halted');
  expect(only('strategy_error')).toMatchObject([{ severity: 'critical', repeats: 0 }]);
  write(c.db, (tx) => reportFailure(tx, { book, episode: getEpisode(tx, book.episodeId), date: '2022-06-01', dayIndex: 0, error: new AppError('STRATEGY_FAILED', 'again'), now: T0 }));
  expect(only('strategy_error')).toMatchObject([{ repeats: 1, firing: true }]);
});

it('an incident ends with its alerts, by deployment, by a person, or by a new episode', async () => {
  day(0, { dayReturn: -0.05, drawdown: 0.2 });
  expect(listWaiting(c.db)).toMatchObject([{ kind: 'incident', bookName: 'Test' }]);
  const [incident] = c.db.select().from(incidents).all();
  write(c.db, (tx) => markInAutopsy(tx, { incidentId: incident?.id ?? '', now: T0 }));
  expect(listAlerts(c.db).map((a) => a.handling)).toEqual(['in_autopsy', 'in_autopsy']);
  closeIncident(c.db, { incidentId: incident?.id ?? '', note: 'v2 deployed', actor: APPROVER, now: T0 });
  expect(listAlerts(c.db).map((a) => a.handling)).toEqual(['resolved', 'resolved']);
  expect(listWaiting(c.db)).toEqual([]);
  day(1, {});
  day(2, { dayReturn: -0.05 });
  const { moveBook } = await import('@/server/books/move-book');
  write(c.db, (tx) => moveBook(tx, { bookId: book.id, verb: 'halt', reason: 'test', actor: OPERATOR, now: T0 }));
  beginNewEpisode(c.db, { bookId: book.id, reason: 'fresh', actor: APPROVER, startDate: '2022-06-06', now: T0 });
  expect(c.db.select().from(incidents).all().map((i) => i.status)).toEqual(['closed', 'closed']);
});

it('measures need enough days and know what they measure', () => {
  const point = (dayReturn: number, turnover = 0.1): DayPoint => ({ dayReturn, benchmarkReturn: 0, turnover });
  const calm = Array.from({ length: 60 }, (_, i) => point(i % 2 ? 0.001 : -0.001));
  expect(lossAnomaly(calm.slice(0, 20))).toBeNull();
  expect(lossAnomaly([...calm, point(0.05)])).toBeNull();
  expect(lossAnomaly([...calm, point(-0.014826)])).toBeCloseTo(10, 3);
  expect(annualTurnover(calm.slice(0, 19))).toBeNull();
  expect(annualTurnover(calm)).toBeCloseTo(25.2, 10);
  expect(rollingIr(calm.slice(1))).toBeNull();
  expect(rollingIr([...calm.slice(0, 59), point(0.001)])).toBeCloseTo(0, 10);
});
