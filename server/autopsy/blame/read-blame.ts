import { and, asc, desc, eq, lte } from 'drizzle-orm';
import { readVersionFiles, type VersionRow } from '@/server/books/versions';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { deployments, packageVersions, proposals } from '@/server/db/schema';
import type { IncidentRows } from '../incident-rows';
import { attributeLines } from './attribute-lines';
import { declarationsOf } from './declarations-of';
import { lineageOf } from './lineage';

/** A version of the code: what it was and when the book began to run it. */
export interface CodeChange {
  readonly versionId: string;
  readonly label: string;
  readonly commit: string;
  /** The patch of an agent that it is; null: a person registered it. */
  readonly proposal: { readonly id: string; readonly provider: string; readonly model: string | null } | null;
  /** Its first deployment on this book; null: it never ran here. */
  readonly deployment: { readonly id: string; readonly fromDate: string; readonly by: string } | null;
}

/** A function, constant or type of the code that traded, and the version that last changed it. */
export interface BlamedPart {
  readonly path: string;
  readonly symbol: string;
  /** Lines from 1, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly last: CodeChange;
  /** The lines of it that this version changed. */
  readonly changed: readonly { readonly from: number; readonly to: number }[];
  /** A traceback of the incident names one of its lines. */
  readonly inTraceback: boolean;
}

export interface Blame {
  /** The version that the book ran when the incident began, and those it came from, oldest first. */
  readonly versions: readonly CodeChange[];
  /** Parts a traceback names first, then those of the newest version. */
  readonly parts: readonly BlamedPart[];
}

type Blamed = { readonly path: string; readonly symbol: string; readonly from: number; readonly to: number; readonly by: readonly number[] };
const REMEMBERED = 20;
/** Versions never change, so neither does who changed what in them. */
const known = new Map<string, readonly Blamed[]>();

/**
 * Who last changed each part of the code that ran when the incident began, from the stored versions. It observes what preceded the
 * failure; it proves no cause. The reason instead when the code's history cannot be read.
 */
export function readBlame(db: DbOrTx, rows: IncidentRows): { readonly blame: Blame; readonly why: null } | { readonly blame: null; readonly why: string } {
  try {
    const version = versionAt(db, rows);
    if (!version) return { blame: null, why: 'No version had been deployed when the incident began.' };
    const chain = lineageOf(db, rows.book.id, version);
    const versions = chain.map((v) => toChange(db, rows.book.id, v));
    const frames = rows.alerts.flatMap((a) => [...a.message.matchAll(/\b(src\/[\w./-]+):(\d+)/g)].map((m) => ({ path: m[1]!, line: Number(m[2]) })));
    const parts = blamedParts(db, chain).map(({ path, symbol, from, to, by }) => {
      const newest = Math.max(...by);
      return { newest, path, symbol, from, to, last: versions[newest]!, changed: rangesOf(by, newest, from), inTraceback: frames.some((f) => f.path === path && f.line >= from && f.line <= to) };
    });
    parts.sort((a, b) => Number(b.inTraceback) - Number(a.inTraceback) || b.newest - a.newest || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.from - b.from));
    return { blame: { versions, parts: parts.map(({ newest: _newest, ...part }) => part) }, why: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { blame: null, why: error.message };
  }
}

/** The version in force when the incident began; a deployment that answered it came later. */
function versionAt(db: DbOrTx, { book, episode, incident }: IncidentRows): VersionRow | undefined {
  const { episodeId, fromDate, at, versionId } = deployments;
  const deployed = db.select({ versionId }).from(deployments).where(and(eq(deployments.bookId, book.id), eq(episodeId, episode.id), lte(fromDate, incident.date), lte(at, incident.openedAt))).orderBy(desc(at), desc(deployments.fromDayIndex)).limit(1).get();
  return deployed && db.select().from(packageVersions).where(eq(packageVersions.id, deployed.versionId)).get();
}

function toChange(db: DbOrTx, bookId: string, { id, label, commit, proposalId }: VersionRow): CodeChange {
  const deployment = db.select({ id: deployments.id, fromDate: deployments.fromDate, by: deployments.actorName }).from(deployments).where(and(eq(deployments.bookId, bookId), eq(deployments.versionId, id))).orderBy(asc(deployments.at)).limit(1).get();
  const proposal = proposalId === null ? undefined : db.select({ id: proposals.id, provider: proposals.provider, model: proposals.model }).from(proposals).where(eq(proposals.id, proposalId)).get();
  return { versionId: id, label, commit, proposal: proposal ?? null, deployment: deployment ?? null };
}

function blamedParts(db: DbOrTx, chain: readonly VersionRow[]): readonly Blamed[] {
  const key = chain.map((v) => `${v.packageId}:${v.commit}`).join(' ');
  const before = known.get(key);
  if (before) return before;
  const sources = chain.map((v) => readVersionFiles(db, v.id).filter((f) => f.path.startsWith('src/')));
  const lines = attributeLines(sources);
  const parts = sources.at(-1)!.flatMap(({ path, text }) => declarationsOf(path, text).map((d) => ({ path, ...d, by: lines.get(path)!.slice(d.from - 1, d.to) })));
  known.set(key, parts);
  for (const oldest of known.keys()) {
    if (known.size <= REMEMBERED) break;
    known.delete(oldest);
  }
  return parts;
}

/** Runs of lines that a version changed. */
function rangesOf(by: readonly number[], version: number, first: number): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  by.forEach((v, i) => {
    const line = first + i;
    const last = ranges.at(-1);
    if (v !== version) return;
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  });
  return ranges;
}
