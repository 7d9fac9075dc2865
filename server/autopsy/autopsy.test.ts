import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStepper } from '@/server/books/stepper';
import { moveBook } from '@/server/books/move-book';
import { makeConsole, OPERATOR, T0, type TestConsole } from '@/server/books/testing/make-console';
import { getBook, getLastStep } from '@/server/books/get-book';
import { autopsySchema, type AutopsyInput } from '@/server/contracts/autopsy';
import type { AppError } from '@/server/contracts/errors';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import { write } from '@/server/db/client';
import { alerts, auditLog, autopsies, incidents } from '@/server/db/schema';
import { testSandbox } from '@/server/test/test-sandbox';
import { draftAutopsy } from './draft-autopsy';
import { findMissingEvidence } from './find-evidence';
import { listMandates } from './get-autopsy';
import { getAutopsyPage } from './read-autopsy-page';
import { getIncidentPage } from './read-incident-page';
import { saveDraft } from './save-draft';
import { signAutopsy } from './sign-autopsy';

const selfTest = await testSandbox();
/** Skipped, visibly, on a machine without a sandbox: the books of these tests really trade. */
const test = it.skipIf(!selfTest.ok);
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as AppError).code;
  }
  return 'nothing thrown';
};

let world: TestConsole;
let bookId: string;
/** A book that rotates everything every day for a month, halted with one alert: the planted cause is overtrading. */
beforeAll(async () => {
  if (!selfTest.ok) return;
  world = makeConsole();
  bookId = world.book().id;
  const stepper = openStepper(world.db, bookId);
  for (let i = 0; i < 25; i++) await stepper.step();
  await stepper.close();
  write(world.db, (tx) => {
    const last = getLastStep(tx, getBook(tx, bookId).episodeId)!;
    tx.insert(incidents).values({ id: 'inc_1', bookId, episodeId: last.episodeId, date: last.date, summary: 'The book lost too much in a day.', status: 'open', openedAt: T0 }).run();
    tx.insert(alerts).values({ id: 'alr_1', bookId, episodeId: last.episodeId, incidentId: 'inc_1', rule: 'annual_turnover', severity: 'critical', dayIndex: last.dayIndex, date: last.date, value: 200, threshold: 50, message: 'Annualised turnover 20000 %, limit 5000 %.', evidence: [], firing: true, handling: 'open', openedAt: T0, updatedAt: T0 }).run();
    moveBook(tx, { bookId, verb: 'halt', reason: 'alert', actor: ENGINE_ACTOR, now: T0 });
  });
}, 60_000);
afterAll(() => world?.close());

test('names the planted cause first and cites only rows that are stored', () => {
  const page = getIncidentPage(world.db, 'inc_1');
  expect(page.suspects[0]).toMatchObject({ mode: 'overtrading', area: 'code' });
  expect(page.claimsDropped).toBe(0);
  for (const suspect of page.suspects) expect(suspect.evidence.length).toBeGreaterThan(0);
  expect(findMissingEvidence(world.db, bookId, [...page.suspects.flatMap((s) => s.evidence), ...page.metrics.flatMap((m) => m.refs)])).toEqual([]);
  expect(page.timeline.at(-1)).toMatchObject({ isIncidentDay: true });
  expect(page.days).toHaveLength(20);
  expect(page.metrics.map((m) => m.name)).toEqual(expect.arrayContaining(['daily_pnl', 'slippage_leakage', 'annual_turnover', 'friction_bp']));
});

test('drafts a valid text, stops the book for it, and answers the same draft again', () => {
  const draft = draftAutopsy(world.db, { incidentId: 'inc_1', actor: OPERATOR, now: T0 + 1 });
  expect(draft).toMatchObject({ version: 1, status: 'draft', draftedBy: 'critic' });
  expect(autopsySchema.parse(draft.document)).toMatchObject({ event: 'FINANCIAL_DEGRADATION_DETECTED', acceptance: { max_annual_turnover: 20, min_reward_delta: 0 } });
  expect(draftAutopsy(world.db, { incidentId: 'inc_1', actor: OPERATOR, now: T0 + 2 }).id).toBe(draft.id);
  const page = getAutopsyPage(world.db, 'inc_1');
  expect(page.book.state).toBe('in_autopsy');
  expect(page.issues).toEqual([]);
  expect(page.metricSources.daily_pnl?.[0]?.kind).toBe('day');
  expect(getIncidentPage(world.db, 'inc_1').alerts[0]?.handling).toBe('in_autopsy');
});

test('autosave is compare-and-set, keeps unfinished text and says what signing would refuse', () => {
  const { autopsy } = getAutopsyPage(world.db, 'inc_1');
  const document = autopsy!.document as AutopsyInput;
  const save = (doc: unknown, revision: number, now = T0 + 10) => saveDraft(world.db, { autopsyId: autopsy!.id, document: doc, revision, actor: OPERATOR, now });
  expect(save({ ...document, mandate: 'short' }, 0)).toMatchObject({ revision: 1, issues: [{ path: ['mandate'] }] });
  expect(codeOf(() => save(document, 0))).toBe('STALE');
  expect(codeOf(() => save('text', 1))).toBe('BAD_INPUT');
  expect(codeOf(() => signAutopsy(world.db, { autopsyId: autopsy!.id, revision: 1, actor: OPERATOR, now: T0 + 11 }))).toBe('BAD_INPUT');
  const foreign = { ...document, evidence: [...(document.evidence ?? []), { kind: 'fill', id: 'nobody/1/X/fill' }] };
  expect(save(foreign, 1).issues).toEqual([]);
  expect(codeOf(() => signAutopsy(world.db, { autopsyId: autopsy!.id, revision: 2, actor: OPERATOR, now: T0 + 11 }))).toBe('BAD_INPUT');
  expect(save({ ...document, mandate: 'Rebalance weekly and keep to liquid names.' }, 2)).toMatchObject({ revision: 3, issues: [] });
});

test('a person signs once; after that neither console nor database changes the text', () => {
  const { autopsy } = getAutopsyPage(world.db, 'inc_1');
  const sign = (actor = OPERATOR, revision = 3) => signAutopsy(world.db, { autopsyId: autopsy!.id, revision, actor, now: T0 + 20 });
  expect(codeOf(() => sign(ENGINE_ACTOR))).toBe('NOT_ALLOWED');
  expect(codeOf(() => sign({ ...OPERATOR, role: 'viewer' }))).toBe('NOT_ALLOWED');
  expect(codeOf(() => sign(OPERATOR, 2))).toBe('STALE');
  const signed = sign();
  expect(signed.contentHash).toMatch(/^[0-9a-f]{64}$/);
  expect(sign().signedAt).toBe(signed.signedAt);
  expect(codeOf(() => saveDraft(world.db, { autopsyId: signed.id, document: {}, revision: 3, actor: OPERATOR, now: T0 + 21 }))).toBe('ALREADY_DONE');
  expect(() => world.db.update(autopsies).set({ document: {} }).run()).toThrow();
  expect(listMandates(world.db, bookId)).toMatchObject([{ mandate: 'Rebalance weekly and keep to liquid names.', signedBy: 'Otto' }]);
  const next = draftAutopsy(world.db, { incidentId: 'inc_1', actor: OPERATOR, now: T0 + 30 });
  expect(next).toMatchObject({ version: 2, status: 'draft', draftedBy: 'version 1', document: signed.document });
  expect(world.db.select().from(auditLog).all().map((r) => r.action).filter((a) => a.startsWith('autopsy.'))).toEqual(['autopsy.draft', 'autopsy.edit', 'autopsy.sign', 'autopsy.draft']);
});
