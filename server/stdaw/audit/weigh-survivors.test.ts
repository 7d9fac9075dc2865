import { expect, it } from 'vitest';
import type { Mutant } from './mutants';
import { sampleMutants, weighSurvivors } from './weigh-survivors';

const ownerOf = (m: Mutant) => m.path;
const of = (owner: string, structure: number, numbers = 0): Mutant[] => Array.from({ length: structure + numbers }, (_, i) => ({ path: owner, start: i, end: i + 1, text: '', line: 1, kind: i < structure ? 'operator' : 'number', before: '' }));
const weigh = (mutants: Mutant[], survivors: Mutant[], share = 0.5) => weighSurvivors(mutants, survivors, share, ownerOf);

it('a declaration in which nothing of the structure is noticed fails, however small the change', () => {
  const honest = of('rank', 7);
  const rides = of('spare', 2);
  expect(weigh(rides, rides)).toEqual({ counted: 2, survived: 2, declaration: 'spare' });
  expect(weigh([...honest, ...rides], rides)).toEqual({ counted: 2, survived: 2, declaration: 'spare' });
  expect(weigh(rides, rides.slice(1))).toBeNull();
});

it('one mutant, and tuned numbers, are an obligation and no failure', () => {
  expect(weigh([], [])).toBeNull();
  expect(weigh(of('a', 1), of('a', 1))).toBeNull();
  expect(weigh(of('a', 0, 7), of('a', 0, 7))).toBeNull();
  expect(weigh(of('a', 1, 6), of('a', 1, 6))).toBeNull();
});

it('from eight on at most the share of the owner survives', () => {
  const all = of('a', 4, 4);
  expect(weigh(all, all.slice(4))).toBeNull();
  expect(weigh(all, all.slice(3))).toEqual({ counted: 8, survived: 5, declaration: null });
  expect(weigh(all, all.slice(7), 0)).toEqual({ counted: 8, survived: 1, declaration: null });
  expect(weigh(all, all, 1)).toBeNull();
});

it('of the structure five are enough, so that a branch no test enters is seen', () => {
  expect(weigh(of('a', 5, 1), of('a', 2))).toBeNull();
  expect(weigh(of('a', 5, 1), of('a', 3))).toEqual({ counted: 5, survived: 3, declaration: null });
  expect(weigh(of('a', 4, 1), of('a', 3))).toBeNull();
});

it('every declaration has its turn in the sample, its structure first', () => {
  let n = 0;
  const drawn = sampleMutants([...of('large', 20, 20), ...of('small', 2, 2), ...of('numbers', 0, 3)], 10, ownerOf, (k) => (n += 7) % k);
  expect(drawn.filter((m) => m.path === 'small').slice(0, 2).map((m) => m.kind)).toEqual(['operator', 'operator']);
  expect(drawn.filter((m) => m.path === 'large').every((m) => m.kind === 'operator')).toBe(true);
  expect([drawn.length, new Set(drawn).size, new Set(drawn.map(ownerOf)).size]).toEqual([10, 10, 3]);
  expect(sampleMutants(of('a', 2), 10, ownerOf, () => 0)).toHaveLength(2);
});
