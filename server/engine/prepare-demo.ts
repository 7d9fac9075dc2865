import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { createBook } from '@/server/books/create-book';
import { type BookRow, getBook, getEpisode, getLastStep } from '@/server/books/get-book';
import { moveBook } from '@/server/books/move-book';
import { registerPackage } from '@/server/books/register-package';
import { openStepper } from '@/server/books/stepper';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type Db, rootDir, write } from '@/server/db/client';
import { registerMarket } from '@/server/db/market-store';
import { books, markets, packages, packageVersions, settings } from '@/server/db/schema';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { beginNewEpisode } from '@/server/monitor/begin-episode';
import { monitorHooks } from '@/server/monitor/evaluate-step';
import { DEMO_KEY, isDemoPrepared } from './demo-state';

/** Chosen among 42: its benchmark and its positions before costs end phase 1 where they began, so what is lost is friction. Nothing else is staged. */
const DEFAULT_SEED = 23;
/** The strategy looks back twenty days; a few more and it decides on full windows. */
const WARM_UP = 25;
/** The paper's phase 0 lasted a quarter (Apr–Jun 2024). */
const PHASE_0_DAYS = 60;
const INITIAL_FEN = 1_000_000_000;
const BOOK = 'Daily momentum';
const ACTOR: Actor = { kind: 'engine', id: 'demo', name: 'demo preparation', role: 'operator' };

export type DemoProgress = (line: string) => void;

/** Seed of the demo's market; another seed tells another story. @throws AppError BAD_INPUT */
export function demoSeed(): number {
  const text = process.env.OOMRL_DEMO_SEED ?? String(DEFAULT_SEED);
  const seed = Number(text);
  if (!/^\d{1,10}$/.test(text) || seed > 0xffffffff) throw new AppError('BAD_INPUT', `OOMRL_DEMO_SEED=${text} is no whole number from 0 to 4294967295.`);
  return seed;
}

function ensureBook(db: Db, seed: number, say: DemoProgress, clock: () => number): BookRow {
  const known = db.select().from(books).where(eq(books.name, BOOK)).get();
  if (known) return known;
  const marketName = `Synthetic A-shares ${seed}`;
  const panel = generateSyntheticMarket({ seed });
  if (!db.select({ name: markets.name }).from(markets).where(eq(markets.name, marketName)).get()) {
    registerMarket(db, { name: marketName, panel, ledger: { files: [], findings: [] }, now: clock() });
    say(`market "${marketName}": ${panel.symbols.length} names, ${panel.dates[0]} to ${panel.dates.at(-1)}, generated from its seed`);
  }
  const row = db.select().from(packages).innerJoin(packageVersions, eq(packageVersions.packageId, packages.id)).where(eq(packages.name, 'daily-momentum')).get();
  const registered = row ? { package: row.packages, version: row.package_versions } : registerPackage(db, { templateDir: join(rootDir(), 'strategies', 'daily-momentum'), actor: ACTOR, now: clock() });
  return createBook(db, { name: BOOK, marketName, packageId: registered.package.id, versionId: registered.version.id, initialFen: INITIAL_FEN, friction: false, startDate: panel.dates[WARM_UP], actor: ACTOR, now: clock() }).book;
}

/** Trades until a day index of the episode, a halt, or the end of the market. */
async function trade(db: Db, bookId: string, phase: string, toDayIndex: number, say: DemoProgress, clock: () => number): Promise<void> {
  const stepper = openStepper(db, bookId, { hooks: monitorHooks, clock });
  try {
    for (;;) {
      const at = getLastStep(db, getBook(db, bookId).episodeId)?.dayIndex ?? -1;
      if (at >= toDayIndex) return;
      const step = await stepper.step();
      if (!step) return;
      if ((step.dayIndex + 1) % 50 === 0) say(`${phase}: ${step.dayIndex + 1} days, ${step.date}, equity ${(step.equityFen / INITIAL_FEN).toFixed(3)} of W_0`);
    }
  } finally {
    await stepper.close();
  }
}

/**
 * The demo, not staged: the paper's phase-1 mistake trades a synthetic market without friction (phase 0), then with it (phase 1)
 * until the monitor halts the book. Every part is skipped when it is there, so a stopped preparation goes on where it was.
 * False when it had been prepared before. @throws AppError MISSING_PART without a sandbox
 */
export async function prepareDemo(db: Db, say: DemoProgress, clock: () => number = Date.now): Promise<boolean> {
  if (isDemoPrepared(db)) return false;
  const seed = demoSeed();
  const book = ensureBook(db, seed, say, clock);
  if (getEpisode(db, book.episodeId).number === 1) {
    await trade(db, book.id, 'phase 0, without friction', PHASE_0_DAYS - 1, say, clock);
    write(db, (tx) => {
      const reason = 'Phase 0 is over: the same strategy now meets commission, duty, spread and impact';
      if (getBook(tx, book.id).state === 'running') moveBook(tx, { bookId: book.id, verb: 'halt', reason, actor: ACTOR, now: clock() });
      beginNewEpisode(tx, { bookId: book.id, reason, friction: true, actor: ACTOR, now: clock() });
    });
  }
  await trade(db, book.id, 'phase 1, with friction', Number.POSITIVE_INFINITY, say, clock);
  const { state, episodeId } = getBook(db, book.id);
  const last = getLastStep(db, episodeId);
  say(`book "${BOOK}" is ${state} on ${last?.date ?? 'its first day'}, principal loss ${((last?.principalLoss ?? 0) * 100).toFixed(2)} %`);
  write(db, (tx) => tx.insert(settings).values({ key: DEMO_KEY, value: { seed, bookId: book.id }, updatedAt: clock(), updatedBy: ACTOR.name }).onConflictDoNothing().run());
  return true;
}
