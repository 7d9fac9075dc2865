import type { TextFile } from '../diff/types';
import type { Mutant } from './mutants';
import { sampleMutants } from './weigh-survivors';

/** Part of the sample that is drawn from the modules the changed tests were written for. */
const OF_QUESTIONED = 2 / 3;

/**
 * Which wrong variants are tried: all when there are no more than `most`, else mostly those of modules that the changed tests import,
 * and such that every line has its turn. @param below a whole number in [0, n)
 */
export function chooseVariants(pool: readonly Mutant[], most: number, below: (n: number) => number, isQuestioned: (path: string) => boolean = () => true): Mutant[] {
  const draw = (from: readonly Mutant[], size: number) => sampleMutants(from, size, (m) => `${m.path}:${m.line}`, below);
  const questioned = draw(pool.filter((m) => isQuestioned(m.path)), most);
  const others = draw(pool.filter((m) => !isQuestioned(m.path)), most);
  const first = Math.max(Math.ceil(most * OF_QUESTIONED), most - others.length);
  const chosen = questioned.slice(0, first);
  return [...chosen, ...others.slice(0, most - chosen.length)];
}

/** The modules that accepted tests import by name, of those tests that a proposal changes or takes away. */
export function questionedBy(before: readonly TextFile[], after: readonly TextFile[]): (path: string) => boolean {
  const now = new Map(after.map((f) => [f.path, f.text]));
  const imports = before.filter((f) => now.get(f.path) !== f.text).flatMap(({ text }) => text.split('\n').filter((line) => /\b(?:from|import)\b/.test(line)));
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    return imports.some((line) => line.split(/[^\w-]+/).includes(name));
  };
}
