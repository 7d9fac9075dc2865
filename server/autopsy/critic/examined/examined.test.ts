import { expect, it } from 'vitest';
import { sandboxSelfTest } from '@/server/sandbox/sandbox-self-test';
import { type Examined, examine, scoreLine } from './examine.fixture';
import { firstPlants } from './first-plants.fixture';

const selfTest = await sandboxSelfTest();

/**
 * An examination of the critic by somebody who had not read it: plants and expected causes were written down first. Twenty
 * sandboxed runs, one after the other; the table is printed, the score is asserted.
 */
it.skipIf(!selfTest.ok)('first plants: the planted cause and existing rows', async () => {
  const results: Examined[] = [];
  for (const make of firstPlants) results.push(await examine(make()));
  console.info([...results.map(scoreLine), `${results.filter((r) => r.named).length} of ${results.length} named first`].join('\n'));
  expect(results.flatMap((r) => r.missing)).toEqual([]);
  expect(results.map((r) => r.dropped)).toEqual(results.map(() => 0));
}, 300_000);
