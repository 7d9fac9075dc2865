import { getBookByName } from '@/server/books/get-book';
import { listNavBooks } from '@/server/books/list-nav-books';
import { type BookFriction, readFriction } from '@/server/books/read-friction';
import { AppError } from '@/server/contracts/errors';
import { migrateDb, openDb } from '@/server/db/client';
import { fixed } from '../../fixed';

const NAMES = 10;

/** The friction page of a book for the terminal: coefficients, and realised beside modelled. @throws AppError NOT_FOUND with the books there are */
export function bookCalibration(name: string, episode: string | undefined): BookFriction {
  const episodeNumber = episode === undefined ? null : Number(episode);
  if (episodeNumber !== null && !Number.isSafeInteger(episodeNumber)) throw new AppError('BAD_INPUT', `--episode: value is ${JSON.stringify(episode)}; allowed: a number such as 1.`);
  const db = openDb();
  try {
    migrateDb(db);
    const books = listNavBooks(db).map((book) => book.name);
    if (!books.includes(name)) throw new AppError('NOT_FOUND', `--book: value is ${JSON.stringify(name)}, and there is no book of that name; allowed: ${books.join(', ') || 'none yet, a book begins in the console'}.`);
    return readFriction(db, { bookId: getBookByName(db, name).id, episodeNumber });
  } finally {
    db.$client.close();
  }
}

export function printBookCalibration(friction: BookFriction): string {
  const { book, market, episode, model, shipped, fitted, configured, shippedCosts, fillCosts, quoted, days, names, fills, tradedFen, realisedFen } = friction;
  const row = (label: string, ...values: readonly (number | null | undefined)[]): string => `${label.padEnd(20)}${values.map((v) => (v === null || v === undefined ? '–' : String(Number(v.toPrecision(4)))).padStart(12)).join('')}`;
  const money = (fen: number): string => `${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${market.currency}`;
  const mean = (of: 'modelled' | 'realised'): string => fixed((days.reduce((sum, day) => sum + day[of], 0) / Math.max(1, days.length)) * 1e4, 2);
  return [
    `${book.name}, episode ${episode.number}${episode.friction ? '' : ' without friction (phase 0)'}, market ${market.name}${market.synthetic ? ` (SYNTHETIC DATA, seed ${market.seed})` : ''}`,
    '',
    `${''.padEnd(20)}${['the book’s', 'fills say', 'quoted', 'shipped'].map((head) => head.padStart(12)).join('')}`,
    row('λ, linear', model.lambda, fitted?.lambda, null, shipped.lambda),
    row('γ, root', model.gamma, fitted?.gamma, null, shipped.gamma),
    row('half spread, bp', configured.halfSpreadBp, fillCosts?.halfSpreadBp, quoted?.halfSpreadBp, shippedCosts.halfSpreadBp),
    row('impact coefficient', configured.impactCoef, fillCosts?.impactCoef, null, shippedCosts.impactCoef),
    fitted === null ? 'λ and γ need three days that traded with costs.' : `λ and γ by least squares over ${fitted.days} days that traded, R² ${fixed(fitted.r2, 3)}; spread and impact over ${fills} fills.`,
    '',
    `a day, bp of equity   realised ${mean('realised')}, modelled ${mean('modelled')}, over ${days.length} days`,
    `money traded          ${money(tradedFen)}, cost ${money(realisedFen)}`,
    ...(names.length === 0 ? [] : ['', 'dearest names, bp of money traded   realised    modelled']),
    ...names.slice(0, NAMES).map((n) => `  ${n.symbol.padEnd(32)}${fixed(n.realisedBp, 2).padStart(10)}  ${fixed(n.modelledBp, 2).padStart(10)}   ${n.fills} fills`),
  ].join('\n');
}
