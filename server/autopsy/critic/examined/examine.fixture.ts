import { getBook, getLastStep } from '@/server/books/get-book';
import { openStepper } from '@/server/books/stepper';
import { makeConsole, T0 } from '@/server/books/testing/make-console';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import { type Db, write } from '@/server/db/client';
import { registerMarket } from '@/server/db/market-store';
import { incidents } from '@/server/db/schema';
import { monitorHooks } from '@/server/monitor/evaluate-step';
import { readIncidentRows } from '../../incident-rows';
import { nameSuspects } from '../name-suspects';
import type { Suspect } from '../suspect';
import type { Plant } from './first-plants.fixture';
import { START } from './plant-market.fixture';

export interface Examined {
  readonly plant: Plant;
  readonly suspects: readonly Suspect[];
  readonly first: string;
  /** Place of the planted cause, 1 = first; null = not named. */
  readonly rank: number | null;
  readonly named: boolean;
  readonly cited: number;
  /** References that are no row of this episode up to the incident. */
  readonly missing: readonly EvidenceRef[];
  readonly dropped: number;
  readonly natural: boolean;
  readonly loss: number;
}

/** Runs a plant as a book with monitor, as the engine would, until it halts or its days are over, and asks the critic. */
export async function examine(plant: Plant): Promise<Examined> {
  const world = makeConsole({ source: plant.source, symbols: 2 });
  try {
    const { db } = world;
    registerMarket(db, { name: 'planted', panel: plant.panel, ledger: { files: [], findings: [] }, now: T0 });
    const bookId = world.book({ marketName: 'planted', startDate: plant.panel.dates[START]!, initialFen: plant.initialFen ?? 1_000_000_000, ...(plant.config ? { config: plant.config } : {}) }).id;
    const stepper = openStepper(db, bookId, { hooks: monitorHooks });
    for (let day = 0; day < plant.days && getBook(db, bookId).state === 'running'; day++) await stepper.step();
    await stepper.close();
    const last = getLastStep(db, getBook(db, bookId).episodeId)!;
    const found = db.select().from(incidents).get();
    // A slow loss opens no incident by itself: a person does, on the last day.
    if (!found) write(db, (tx) => tx.insert(incidents).values({ id: 'inc_examined', bookId, episodeId: last.episodeId, date: last.date, summary: 'Degraded.', status: 'open', openedAt: T0 }).run());
    const { suspects, dropped } = nameSuspects(db, readIncidentRows(db, found?.id ?? 'inc_examined'));
    const cited = suspects.flatMap((s) => s.evidence);
    const at = suspects.findIndex((s) => plant.cause.includes(s.mode));
    const empty = suspects.length === 0;
    return {
      plant,
      suspects,
      first: suspects[0]?.mode ?? 'none',
      rank: at < 0 ? null : at + 1,
      named: at === 0 || (empty && plant.cause.includes('none')),
      cited: cited.length,
      missing: cited.filter((ref) => !isRow(db, bookId, last.episodeId, ref)),
      dropped,
      natural: found !== undefined,
      loss: last.principalLoss,
    };
  } finally {
    world.close();
  }
}

const TABLE = { fill: 'fills', order: 'orders', alert: 'alerts' } as const;

/** Plain SQL, so that a fault in the critic's own check would show. */
function isRow(db: Db, bookId: string, episodeId: string, { kind, id }: EvidenceRef): boolean {
  const count = (sql: string, ...values: string[]) => (db.$client.prepare(sql).get(...values) as { n: number }).n;
  if (kind === 'day') {
    const [book = '', episode = '', date = ''] = id.split('/');
    return book === bookId && episode === episodeId && count('select count(*) n from steps where book_id = ? and episode_id = ? and date = ?', book, episode, date) === 1;
  }
  if (kind === 'deployment') return count('select count(*) n from deployments where id = ? and book_id = ?', id, bookId) === 1;
  if (kind !== 'fill' && kind !== 'order' && kind !== 'alert') return false;
  return count(`select count(*) n from ${TABLE[kind]} where id = ? and book_id = ? and episode_id = ?`, id, bookId, episodeId) === 1;
}

/** One line of the score table. */
export const scoreLine = ({ plant, first, rank, cited, missing, natural, loss, suspects }: Examined): string =>
  [`${plant.name} (${plant.seed})`.padEnd(34), first.padEnd(16), String(rank ?? '–').padStart(2), `${cited - missing.length}/${cited} rows`.padStart(12), natural ? 'halted' : 'opened', `L ${(loss * 100).toFixed(1)} %`, suspects.map((s) => `${s.mode} ${s.strength.toFixed(2)}`).join(', ')].join(' | ');
