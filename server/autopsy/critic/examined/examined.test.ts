import { expect, it } from 'vitest';
import { testSandbox } from '@/server/test/test-sandbox';
import { type Examined, examine, scoreLine } from './examine.fixture';
import { firstPlants, type Plant } from './first-plants.fixture';
import { freshPlants } from './fresh-plants.fixture';

const selfTest = await testSandbox();

async function examineAll(plants: readonly (() => Plant)[]): Promise<Examined[]> {
  const results: Examined[] = [];
  for (const make of plants) results.push(await examine(make()));
  console.info([...results.map(scoreLine), `${results.filter((r) => r.named).length} of ${results.length} named first`].join('\n'));
  return results;
}

/**
 * An examination of the critic by somebody who had not read it: plants and expected causes were written down first, and the fresh ones
 * after the critic was mended for the first. Sandboxed runs, one after the other; every cited row exists; the score is asserted.
 */
it.skipIf(!selfTest.ok).each([
  ['first', firstPlants],
  ['fresh', freshPlants(2000)],
] as const)('%s plants: the planted cause first in four of five, and only rows that exist', async (_, plants) => {
  const results = await examineAll(plants);
  expect(results.flatMap((r) => r.missing)).toEqual([]);
  expect(results.map((r) => r.dropped)).toEqual(results.map(() => 0));
  expect(results.filter((r) => r.named).length / results.length, results.filter((r) => !r.named).map(scoreLine).join('\n')).toBeGreaterThanOrEqual(0.8);
}, 300_000);
