import { join } from 'node:path';
import { getBook, getLastStep } from '@/server/books/get-book';
import { moveBook } from '@/server/books/move-book';
import { createBook } from '@/server/books/create-book';
import { registerPackage } from '@/server/books/register-package';
import { openStepper } from '@/server/books/stepper';
import { APPROVER, makeConsole, OPERATOR, T0, type TestConsole } from '@/server/books/testing/make-console';
import { draftAutopsy } from '@/server/autopsy/draft-autopsy';
import { signAutopsy } from '@/server/autopsy/sign-autopsy';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import { rootDir, write } from '@/server/db/client';
import { registerMarket } from '@/server/db/market-store';
import { alerts, incidents } from '@/server/db/schema';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';

export interface IncidentWorld {
  readonly world: TestConsole;
  readonly bookId: string;
  readonly autopsyId: string;
}

/** A real book of a template strategy that traded with friction, was halted, and has a signed autopsy by the rule-based critic. */
export async function makeIncident(options: { templateDir?: string; days?: number; symbols?: number } = {}): Promise<IncidentWorld> {
  const world = makeConsole();
  const { db } = world;
  registerMarket(db, { name: 'incident', panel: generateSyntheticMarket({ seed: 20260401, symbols: options.symbols ?? 60, years: 1 }), ledger: { files: [], findings: [] }, now: T0 });
  const registered = registerPackage(db, { templateDir: options.templateDir ?? join(rootDir(), 'strategies/daily-momentum'), actor: APPROVER, now: T0 });
  const { book } = createBook(db, { name: 'Incident', marketName: 'incident', packageId: registered.package.id, versionId: registered.version.id, initialFen: 1_000_000_000, friction: true, actor: APPROVER, now: T0 });
  const stepper = openStepper(db, book.id);
  for (let day = 0; day < (options.days ?? 60) && getBook(db, book.id).state === 'running'; day++) await stepper.step();
  await stepper.close();
  const autopsyId = write(db, (tx) => {
    const last = getLastStep(tx, book.episodeId)!;
    const place = { bookId: book.id, episodeId: last.episodeId, date: last.date };
    tx.insert(incidents).values({ id: 'inc_1', ...place, summary: 'Turnover is far above its limit.', status: 'open', openedAt: T0 }).run();
    tx.insert(alerts).values({ id: 'alr_1', ...place, incidentId: 'inc_1', rule: 'annual_turnover', severity: 'critical', dayIndex: last.dayIndex, value: 67, threshold: 50, message: 'Annual turnover 6700 %, limit 5000 %.', evidence: [], firing: true, handling: 'open', openedAt: T0, updatedAt: T0 }).run();
    moveBook(tx, { bookId: book.id, verb: 'halt', reason: 'alert', actor: ENGINE_ACTOR, now: T0 });
    const draft = draftAutopsy(tx, { incidentId: 'inc_1', actor: OPERATOR, now: T0 + 1 });
    return signAutopsy(tx, { autopsyId: draft.id, revision: draft.revision, actor: OPERATOR, now: T0 + 2 }).id;
  });
  return { world, bookId: book.id, autopsyId };
}
