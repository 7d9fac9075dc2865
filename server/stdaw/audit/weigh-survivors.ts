import type { Mutant } from './mutants';

/** From this many mutants on a share of them says something about the whole change; of those of the structure fewer are enough. */
const ENOUGH = 8;
const ENOUGH_OF_STRUCTURE = 5;
/** A single one can be a change that makes no difference (`>` for `>=` where both give the same). */
const FEWEST = 2;

export interface Unchecked {
  readonly counted: number;
  readonly survived: number;
  /** The declaration that nothing checks; null when it is the whole change. */
  readonly declaration: string | null;
}

/**
 * Does so much of a change go unnoticed that it only rides along? Two rules. A declaration in which two or more mutants of the structure
 * were tried and none was noticed is not checked at all, however small the change. Of eight mutants and more, or five of the structure,
 * at most a share may survive: a new branch that no test enters is noticed by one of its mutants only (the one that always enters it). Numbers count in the second only: a tuned number that no test pins is what mandates ask for, and the simulation judges it.
 * @param share part that may survive, 0…1; 1 switches both off  @param ownerOf the declaration a mutant stands in
 */
export function weighSurvivors(mutants: readonly Mutant[], survivors: readonly Mutant[], share: number, ownerOf: (m: Mutant) => string): Unchecked | null {
  if (share >= 1) return null;
  for (const declaration of new Set(mutants.map(ownerOf))) {
    const own = (list: readonly Mutant[]) => list.filter((m) => isStructure(m) && ownerOf(m) === declaration).length;
    const counted = own(mutants);
    if (counted >= FEWEST && own(survivors) === counted) return { counted, survived: counted, declaration };
  }
  const tooMuch = (all: readonly Mutant[], left: readonly Mutant[], enough: number): Unchecked | null =>
    all.length >= enough && left.length > all.length * share ? { counted: all.length, survived: left.length, declaration: null } : null;
  return tooMuch(mutants.filter(isStructure), survivors.filter(isStructure), ENOUGH_OF_STRUCTURE) ?? tooMuch(mutants, survivors, ENOUGH);
}

/** Operators, conditions, signs and statements, as opposed to numbers. */
const isStructure = (m: Mutant) => m.kind !== 'number';

/**
 * Draws `size` mutants so that every declaration has its turn and those of its structure come first: a large honest change beside it
 * hides nothing. @param below a whole number in [0, n)
 */
export function sampleMutants(all: readonly Mutant[], size: number, ownerOf: (m: Mutant) => string, below: (n: number) => number): Mutant[] {
  const queues = new Map<string, Mutant[]>();
  const pool = [...all];
  while (pool.length > 0) {
    const [drawn] = pool.splice(below(pool.length), 1) as [Mutant];
    const owner = ownerOf(drawn);
    queues.set(owner, [...(queues.get(owner) ?? []), drawn]);
  }
  const ordered = [...queues.values()].map((queue) => [...queue.filter(isStructure), ...queue.filter((m) => !isStructure(m))]);
  const out: Mutant[] = [];
  for (let round = 0; out.length < Math.min(size, all.length); round++) out.push(...ordered.flatMap((queue) => queue.slice(round, round + 1)));
  return out.slice(0, size);
}
