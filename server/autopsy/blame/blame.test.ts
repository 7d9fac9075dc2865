import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { appendEvent } from '@/server/audit/events';
import { recordDeployment } from '@/server/books/deploy-version';
import { getBook, getLastStep } from '@/server/books/get-book';
import { openStepper } from '@/server/books/stepper';
import { APPROVER, makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import type { VersionRow } from '@/server/books/versions';
import { write } from '@/server/db/client';
import { alerts, books, incidents, packageVersions, proposals } from '@/server/db/schema';
import { monitorHooks } from '@/server/monitor/evaluate-step';
import { testSandbox } from '@/server/test/test-sandbox';
import { nameSuspects } from '../critic/name-suspects';
import { findMissingEvidence } from '../find-evidence';
import { readIncidentRows } from '../incident-rows';
import { attributeLines } from './attribute-lines';
import { declarationsOf } from './declarations-of';
import { readBlame } from './read-blame';

const selfTest = await testSandbox();
let world: TestConsole | undefined;
afterEach(() => world?.close());

const file = (text: string) => [{ path: 'src/a.ts', text }];

it('a line belongs to the version that last changed it; where lines were removed, the next one is', () => {
  const by = (...texts: string[]) => attributeLines(texts.map(file)).get('src/a.ts');
  expect(by('a\nb\nc\n')).toEqual([0, 0, 0]);
  expect(by('a\nb\nc\n', 'a\nB\nc\n', 'a\nB\nc\nd\n')).toEqual([0, 1, 0, 2]);
  expect(by('a\nguard\nb\n', 'a\nb\n')).toEqual([0, 1]);
  expect(by('a\nb\n', 'b\na\n', 'b\na\n')).toHaveLength(2);
  expect(by('a\n', 'a\nb\n', 'a\n')).toEqual([0]);
  expect([...attributeLines([file('a\n'), [{ path: 'src/b.ts', text: 'x\n' }]])]).toEqual([['src/b.ts', [1]]]);
});

it('finds top-level declarations with their comments, in both languages', () => {
  expect(declarationsOf('src/a.ts', "import x from 'y';\n\n/** Doc\n * more */\nexport const A = 1;\n\nexport function f(a) {\n  const inner = 1;\n  return a;\n}\n")).toEqual([
    { symbol: 'imports', from: 1, to: 2 }, { symbol: 'A', from: 3, to: 6 }, { symbol: 'f', from: 7, to: 10 },
  ]);
  expect(declarationsOf('src/a.py', 'import math\n\n# five\nDAYS: int = 5\n\n@cache\ndef f(x):\n    y = 1\n    return y\n')).toEqual([
    { symbol: 'imports', from: 1, to: 2 }, { symbol: 'DAYS', from: 3, to: 5 }, { symbol: 'f', from: 6, to: 9 },
  ]);
  expect(declarationsOf('src/a.ts', '')).toEqual([]);
});

const source = (pick: string, cap = 'return 0.3;'): string => `export const lookbackDays = 5;

function cap() {
  ${cap}
}

function pick(view) {
  ${pick}
}

export function decide(view) {
  return { weights: { [pick(view)]: cap() } };
}
`;
const HONEST = 'return view.symbols[view.dayIndex % view.symbols.length];';

/** Runs some days of a book, deploys each next version after five, and lets it go on until it stops. */
async function live(first: string, next: readonly { source: string; proposalId?: string }[]) {
  world = makeConsole({ source: first });
  const { db } = world;
  // The autopsy of a proposal is not part of this world.
  db.$client.pragma('foreign_keys = OFF');
  const bookId = world.book().id;
  const run = async () => {
    const stepper = openStepper(db, bookId, { hooks: monitorHooks });
    for (let day = 0; day < 5 && getBook(db, bookId).state === 'running'; day++) await stepper.step();
    await stepper.close();
  };
  await run();
  for (const { source: text, proposalId } of next) {
    const version: VersionRow = world.addVersion(text);
    const base = getBook(db, bookId);
    write(db, (tx) => {
      if (proposalId !== undefined) {
        const commit = tx.select().from(packageVersions).where(eq(packageVersions.id, base.versionId)).get()!.commit;
        tx.insert(proposals).values({ id: proposalId, bookId, incidentId: 'inc_0', autopsyId: 'aut_0', packageId: version.packageId, baseCommit: commit, provider: 'openai', model: 'model-x', state: 'deployed', maxAttempts: 1, createdBy: 'Ada', createdAt: T0, updatedAt: T0 }).run();
        tx.update(packageVersions).set({ proposalId }).where(eq(packageVersions.id, version.id)).run();
        appendEvent(tx, { kind: 'spawn', bookId, traceId: proposalId, now: T0 });
      }
      recordDeployment(tx, { book: base, versionId: version.id, kind: 'deploy', approvalId: null, actorName: APPROVER.name, now: T0 + 1 });
      tx.update(books).set({ versionId: version.id }).where(eq(books.id, bookId)).run();
    });
    await run();
  }
  return { db, bookId };
}

it.skipIf(!selfTest.ok)('a crash: the traceback names a part of the code, its history who last changed it and when; every citation is a stored row', async () => {
  const { db, bookId } = await live(source(HONEST), [{ source: source("if (view.dayIndex === 7) throw new Error('no name for the day');\n  return view.symbols[0];"), proposalId: 'pro_patch0000000' }]);
  const incident = db.select().from(incidents).get()!;
  const rows = readIncidentRows(db, incident.id);
  const alert = db.select().from(alerts).all().find((a) => a.rule === 'strategy_error')!;
  expect(alert.message).toMatch(/no name for the day \(at src\/strategy\.ts:8:\d+/);

  const { blame } = readBlame(db, rows);
  expect(blame!.versions.map((v) => [v.label, v.proposal?.id ?? null])).toEqual([['v1', null], ['v2', 'pro_patch0000000']]);
  expect(blame!.parts.map((p) => [p.symbol, p.last.label, p.inTraceback])).toEqual([['pick', 'v2', true], ['decide', 'v1', true], ['lookbackDays', 'v1', false], ['cap', 'v1', false]]);
  expect(blame!.parts[0]).toMatchObject({ path: 'src/strategy.ts', from: 7, changed: [{ from: 8, to: 9 }], last: { deployment: { by: 'Ada' } } });

  const { suspects, dropped } = nameSuspects(db, rows);
  expect(dropped).toBe(0);
  expect(suspects[0]).toMatchObject({ mode: 'code_crash', evidence: expect.arrayContaining([{ kind: 'deployment', id: blame!.versions[1]!.deployment!.id }, { kind: 'trace', id: 'pro_patch0000000' }]) });
  expect(suspects[0]!.claim).toMatch(/:\d+\)\. The traceback points at pick \(src\/strategy\.ts lines 7–11\), last changed by v2 \(patch of openai model-x, deployed from \d{4}-\d\d-\d\d by Ada\), 2 trading days before the failure\.$/);
  expect(findMissingEvidence(db, bookId, suspects.flatMap((s) => s.evidence))).toEqual([]);
  expect(findMissingEvidence(db, 'bok_other', suspects[0]!.evidence.filter((e) => e.kind === 'deployment'))).toHaveLength(1);
}, 60_000);

it.skipIf(!selfTest.ok)('versions a person registered come from the one the book ran before; what a rollback or a later deployment brought is not blamed', async () => {
  const { db, bookId } = await live(source(HONEST), [{ source: source(HONEST, 'return 0.9;') }, { source: source('return view.symbols[0];', 'return 0.9;') }]);
  const place = { bookId, episodeId: getBook(db, bookId).episodeId };
  const last = getLastStep(db, place.episodeId)!.date;
  const incidentAt = (id: string, date: string, openedAt: number) => {
    write(db, (tx) => tx.insert(incidents).values({ id, ...place, date, summary: 'Degraded.', status: 'open', openedAt }).run());
    return readBlame(db, readIncidentRows(db, id)).blame!;
  };
  const now = incidentAt('inc_now', last, T0 + 10);
  expect(now.versions.map((v) => v.label)).toEqual(['v1', 'v2', 'v3']);
  expect(Object.fromEntries(now.parts.map((p) => [p.symbol, p.last.label]))).toEqual({ pick: 'v3', cap: 'v2', decide: 'v1', lookbackDays: 'v1' });
  // An incident that began before the deployments were made.
  const early = incidentAt('inc_early', last, T0);
  expect(early.versions.map((v) => v.label)).toEqual(['v1']);
  expect(early.parts.every((p) => p.last.label === 'v1')).toBe(true);
}, 60_000);
