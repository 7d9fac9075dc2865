import type { EditCandidate } from './edit-candidate';
import type { Mandate } from './read-mandate';
import { conceptsOf, relatedness, stem } from './words';

/** A candidate with its prior and the mandate words that speak for it. */
export interface RankedEdit {
  readonly edit: EditCandidate;
  readonly prior: number;
  readonly why: string;
}

/** Temperature of the first explorer; the next ones are as much hotter again. */
const TEMPERATURE = 0.5;

/** Uniform in [0, 1) from text and seed (FNV-1a): the order is a function of (package, mandate, seed, explore) alone. */
function uniform(text: string, seed: number): number {
  let h = (seed ^ 0x811c9dc5) >>> 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h / 4_294_967_296;
}

/** Scores each edit by how strongly the mandate's words speak of its place, and by whether it moves the way the mandate wants. */
export function rankEdits(edits: readonly EditCandidate[], mandate: Mandate, seed: number, explore = 0): RankedEdit[] {
  return edits
    .map((edit) => stir(rankEdit(edit, mandate, seed), seed, explore * TEMPERATURE))
    .sort((a, b) => b.prior - a.prior);
}

/** Gumbel noise on the log of the prior: sorting by it samples without replacement from the softmax at that temperature (Kool et al. 2019). */
function stir(ranked: RankedEdit, seed: number, temperature: number): RankedEdit {
  if (temperature === 0) return ranked;
  const { edit } = ranked;
  const u = uniform(`${edit.path}#${edit.symbol}#${edit.before}#${edit.after}`, seed ^ 0x9e3779b9);
  const gumbel = -Math.log(-Math.log(Math.min(1 - 1e-9, Math.max(1e-9, u))));
  return { ...ranked, prior: ranked.prior * Math.exp(temperature * gumbel) };
}

function rankEdit(edit: EditCandidate, mandate: Mandate, seed: number): RankedEdit {
  let score = 0;
  const because: { word: string; site: string; points: number }[] = [];
  for (const { word, weight } of mandate.words) {
    let best = 0;
    let site = '';
    for (const candidate of edit.words) {
      const points = weight * candidate.weight * relatedness(word, candidate.word);
      if (points > best) {
        best = points;
        site = candidate.word;
      }
    }
    if (best > 0) because.push({ word, site, points: best });
    score += best;
  }
  because.sort((a, b) => b.points - a.points);
  const agreement = agree(edit, mandate);
  // Saturates: one clear word counts more than many faint ones.
  const prior = edit.base * agreement * (0.05 + score / (score + 1.5)) + uniform(`${edit.path}${edit.symbol}${edit.before}${edit.after}`, seed) / 1e6;
  return { edit, prior, why: explain(because.slice(0, 3)) };
}

function agree(edit: EditCandidate, mandate: Mandate): number {
  if (edit.effect === null) return 0.6;
  const concepts = new Set(edit.words.filter((w) => w.weight >= 0.6).flatMap((w) => conceptsOf(w.word)));
  const wishes = [...concepts].map((c) => mandate.wish[c]);
  const wish = wishes.includes('loosen') && wishes.filter((w) => w === 'loosen').length * 2 > wishes.length ? 'loosen' : 'tighten';
  return edit.effect === wish ? 1 : 0.2;
}

function explain(because: readonly { word: string; site: string }[]): string {
  if (because.length === 0) return 'No word of the mandate points here; found by trying the typed edits of the package.';
  return `The mandate says ${because.map((b) => (stem(b.word) === stem(b.site) ? `“${b.word}”` : `“${b.word}” (here “${b.site}”)`)).join(', ')}.`;
}
