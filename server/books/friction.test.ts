import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { write } from '@/server/db/client';
import { storeQuotes } from '@/server/db/quote-store';
import { fills, steps } from '@/server/db/schema';
import { requestCancel } from '@/server/jobs/request-cancel';
import { sha256Hex } from '@/server/audit/canonical-json';
import { calibrateBroker } from '@/server/simulation/calibrate-broker';
import { adoptFriction, adoptable } from './adopt-friction';
import { readBookConfig } from './book-config';
import { type BookRow, getBook } from './get-book';
import { realisedFrictionFen } from './step-rows';
import { moveBook } from './move-book';
import { drawnDays, readFriction, whyNotAdopt } from './read-friction';
import { runSim2RealJob } from './run-sim2real';
import { readSim2Real, type Sim2RealResult, startSim2Real } from './start-sim2real';
import { openStepper } from './stepper';
import { APPROVER, makeConsole, OPERATOR, T0, type TestConsole } from './testing/make-console';

const clock = () => T0;
const VIEWER = { ...OPERATOR, role: 'viewer' as const, name: 'Vera' };
let world: TestConsole;
let book: BookRow;
const DAYS = 30;

beforeAll(async () => {
  world = makeConsole();
  book = world.book();
  expect(readFriction(world.db, { bookId: book.id })).toMatchObject({ fitted: null, fillCosts: null, days: [], names: [], gap: { state: 'too_few' } });
  expect(() => startSim2Real(world.db, { bookId: book.id, from: null, to: null, levels: [], capitalsFen: [], actor: OPERATOR, now: T0 })).toThrow(/has not traded a day yet/);
  const stepper = openStepper(world.db, book.id, { clock });
  for (let day = 0; day < DAYS; day++) await stepper.step();
  await stepper.close();
}, 120_000);
afterAll(() => world.close());

const halt = () => write(world.db, (tx) => moveBook(tx, { bookId: book.id, verb: 'halt', reason: 'to change costs', actor: OPERATOR, now: T0 }));

it('days and names add up to the stored days and fills, to the fen', () => {
  const rows = world.db.select().from(steps).where(eq(steps.bookId, book.id)).all();
  const page = readFriction(world.db, { bookId: book.id });
  expect(page.days.map((d) => d.date)).toEqual(rows.map((r) => r.date));
  expect(page.realisedFen).toBe(rows.reduce((sum, row) => sum + realisedFrictionFen(row), 0));
  expect(page.names.reduce((sum, name) => sum + name.fills, 0)).toBe(page.fills);
  expect(page.days.map((day) => day.modelled)).toEqual(rows.map((row) => row.frictionLinear + row.frictionRoot));
  // Eq. 1 shared out over names adds up to eq. 1 of the days.
  const byNames = page.names.reduce((sum, name) => sum + (name.modelledBp / 1e4) * name.tradedFen, 0);
  const byDays = rows.reduce((sum, row) => sum + (row.frictionLinear + row.frictionRoot) * (row.equityFen - row.pnlFen), 0);
  expect(byNames / byDays).toBeCloseTo(1, 6);
  expect(page.fitted).toMatchObject({ days: DAYS });
  expect(page.gap).toMatchObject({ days: DAYS, realised: expect.any(Number), modelled: expect.any(Number) });
  // What the simulator was told comes back out of its fills; rounding to the tick counts as spread.
  expect(page.fillCosts!.halfSpreadBp).toBeGreaterThan(page.configured.halfSpreadBp - 0.5);
  expect(page.fillCosts!.impactCoef).toBeGreaterThan(0);
  expect(page.quoted).toBeNull();
  expect(() => readFriction(world.db, { bookId: book.id, episodeNumber: 7 })).toThrow(/has no episode 7; it has 1/);
});

it('quoted spreads come from the first snapshot of a fill’s name and day', () => {
  const [fill] = world.db.select().from(fills).where(eq(fills.bookId, book.id)).all();
  const csv = `time,symbol,bid,ask,bid_size,ask_size\n${fill!.date} 09:30:00,${fill!.symbol},9.99,10.01,100,100\n${fill!.date} 10:30:00,${fill!.symbol},9.00,11.00,100,100\n`;
  storeQuotes(world.db, { marketName: 'test', fileName: 'q.csv', bytes: new TextEncoder().encode(csv), now: T0 });
  const { quoted } = readFriction(world.db, { bookId: book.id });
  expect(quoted!.fills).toBe(1);
  expect(quoted!.halfSpreadBp).toBeCloseTo(10, 9);
});

it('a chart draws at most its points and never drops the dearest day', () => {
  const days = Array.from({ length: 5000 }, (_, k) => ({ date: String(k), modelled: 1e-3, realised: k === 1234 ? 0.5 : 1e-3, tradedFen: 1 }));
  const drawn = drawnDays(days, 1000);
  expect(drawn.length).toBeLessThanOrEqual(1000);
  expect([drawn[0], drawn.at(-1), drawn.some((d) => d.date === '1234')]).toEqual([days[0], days.at(-1), true]);
});

it('the Sim2Real report is a job: same days, progress, cancel, one at a time; no day ahead of the book', async () => {
  const last = readFriction(world.db, { bookId: book.id }).days.at(-1)!.date;
  const ask = { bookId: book.id, from: null, to: null, levels: [2], capitalsFen: [1_000_000_000], actor: OPERATOR, now: T0 };
  expect(() => startSim2Real(world.db, { ...ask, actor: VIEWER })).toThrow(/needs the role operator/);
  expect(() => startSim2Real(world.db, { ...ask, to: '2999-01-01' })).toThrow(/lies after .*, the last day of Test/);
  expect(() => startSim2Real(world.db, { ...ask, from: last })).toThrow(/the first day comes first/);
  expect(() => startSim2Real(world.db, { ...ask, levels: [101] })).toThrow(/levels/);
  const job = startSim2Real(world.db, ask);
  expect(() => startSim2Real(world.db, ask)).toThrow(/is being made/);
  expect(listAudit(world.db, { action: 'book.sim2real' })).toHaveLength(1);
  const seen: [number, string][] = [];
  const context = { db: world.db, job, payload: job.payload, signal: new AbortController().signal, progress: (fraction: number, text: string) => void seen.push([fraction, text]) };
  const { version, report } = (await runSim2RealJob()(context)) as Sim2RealResult;
  expect(version.label).toBe('v1');
  expect([report.to, report.decay.map((p) => p.level), report.capacity.map((p) => p.initialFen)]).toEqual([last, [0, 1, 2], [100_000_000, 1_000_000_000]]);
  expect(report.decay.map((p) => p.finalEquityFen)).toEqual(report.decay.map((p) => p.finalEquityFen).sort((a, b) => b - a));
  // At level 1 it is the book's own run over again.
  expect(report.with.finalEquityFen).toBe(world.db.select().from(steps).where(eq(steps.bookId, book.id)).all().at(-1)!.equityFen);
  expect(seen.map(([fraction]) => fraction)).toEqual(seen.map(([fraction]) => fraction).sort((a, b) => a - b));
  expect(seen.at(-1)).toEqual([1, expect.stringMatching(/^run 4 of 4, day \d+ of \d+$/)]);
  const stop = new AbortController();
  stop.abort(new Error('cancelled'));
  await expect(runSim2RealJob()({ ...context, signal: stop.signal })).rejects.toThrow('cancelled');
  requestCancel(world.db, { jobId: job.id, now: T0 });
  expect(readSim2Real(world.db, book.id)).toMatchObject({ active: null, ended: { state: 'cancelled' }, done: null });
}, 120_000);

it('fitted λ and γ are taken by an approver, with a reason, while the book stands; the audit row holds both and the grounds', () => {
  const input = { bookId: book.id, source: { episodeNumber: 1 }, reason: 'the fills of episode 1', expectedRevision: getBook(world.db, book.id).revision, actor: APPROVER, now: T0 };
  expect(whyNotAdopt(readFriction(world.db, { bookId: book.id }), APPROVER)).toMatch(/is running; halt it/);
  expect(() => adoptFriction(world.db, input)).toThrow(/is running/);
  halt();
  const now = { ...input, expectedRevision: getBook(world.db, book.id).revision };
  expect(whyNotAdopt(readFriction(world.db, { bookId: book.id }), OPERATOR)).toMatch(/role approver/);
  expect(() => adoptFriction(world.db, { ...now, actor: OPERATOR })).toThrow(/role approver/);
  expect(() => adoptFriction(world.db, { ...now, reason: ' ' })).toThrow(/^reason: /);
  expect(() => adoptFriction(world.db, input)).toThrow(/changed since you looked/);
  const { fitted } = readFriction(world.db, { bookId: book.id });
  const { model } = readBookConfig(adoptFriction(world.db, now));
  expect(model).toEqual({ lambda: adoptable(fitted!.lambda), gamma: adoptable(fitted!.gamma), norm: 'l2' });
  expect(listAudit(world.db, { entity: book.id, action: 'book.configure' })[0]!.detail).toMatchObject({ reason: 'the fills of episode 1', before: { model: { lambda: 8e-4 } }, after: { model }, grounds: { episode: 1, days: DAYS, r2: fitted!.r2 } });
});

it('λ and γ of a broker’s fills are taken the same way: fitted again here, only as they were read, with hashes of the files as grounds', () => {
  const at = (day: number) => `2026-01-0${day}T02:30:00Z`;
  const csv = ['timestamp,symbol,side,quantity,reference_price,fill_price,commission,bar_volume,bar_high,bar_low,bar_close,submitted_at,filled_at', ...[5, 6, 7, 8].map((day) => `${at(day)},X,buy,${day * day * 10},100,100.0${day},${day},100000,101,99,100,${at(day)},${at(day)}`)].join('\n');
  const broker = { fills: { name: 'fills', text: csv }, quotes: { name: 'quotes', text: 'timestamp,symbol,bid,ask\n2026-01-01T00:00:00Z,X,99.99,100.01' }, equity: { kind: 'amount', name: 'equity', text: '100000' } } as const;
  const before = getBook(world.db, book.id);
  const { friction } = calibrateBroker(broker, readBookConfig(before).model);
  const seen = { lambda: adoptable(friction!.lambda), gamma: adoptable(friction!.gamma) };
  const input = { bookId: book.id, source: { broker, seen }, reason: 'my own broker', expectedRevision: before.revision, actor: APPROVER, now: T0 };
  const rows = () => listAudit(world.db, { entity: book.id, action: 'book.configure' }).length;
  const audited = rows();
  expect(() => adoptFriction(world.db, { ...input, actor: OPERATOR })).toThrow(/role approver/);
  expect(() => adoptFriction(world.db, { ...input, reason: '' })).toThrow(/^reason: /);
  expect(() => adoptFriction(world.db, { ...input, expectedRevision: before.revision - 1 })).toThrow(/changed since you looked/);
  expect(() => adoptFriction(world.db, { ...input, source: { broker, seen: { ...seen, lambda: 1 } } })).toThrow(/now say λ .* not λ 1 and .*; fit again/);
  expect(() => adoptFriction(world.db, { ...input, source: { broker: { ...broker, equity: null }, seen } })).toThrow(/none was given/);
  expect([getBook(world.db, book.id), rows()]).toEqual([before, audited]);
  expect(readBookConfig(adoptFriction(world.db, input)).model).toEqual({ ...seen, norm: 'l2' });
  expect(rows()).toBe(audited + 1);
  expect(listAudit(world.db, { entity: book.id, action: 'book.configure' })[0]!.detail).toMatchObject({ reason: 'my own broker', after: { model: seen }, grounds: { source: 'broker', fills: 4, fillsHash: sha256Hex(csv), equity: '100000', days: 4, r2: friction!.r2 } });
});
