import { expect, it } from 'vitest';
import { crossedUnions } from '../attacks/hostile-types';
import { INSPECT_LIMITS, inspectInThread, type InspectLimits } from './inspect-in-thread';

const inspect = (text: string, limits?: Partial<InspectLimits>) => inspectInThread({ sources: [{ path: 'src/a.ts', text }], tests: [], base: null }, { ...INSPECT_LIMITS, ...limits });

it('gives types and patterns of a package', async () => {
  expect(await inspect('export const half = (w: number): number => w / 2;\n')).toEqual({ inspection: { problems: [], unused: [], findings: [], patternsMs: expect.any(Number) as number } });
  expect(await inspect('export const half = (w: string): number => w / 2;\nexport const now = (): number => eval("1");\n')).toMatchObject({
    inspection: { problems: [{ line: 1, code: 'TS2362' }], findings: [{ line: 2, rule: 'free-identifier' }] },
  });
});

it('ends a type that takes too long, and goes on with the next package', { timeout: 60_000 }, async () => {
  const waiting = [inspect(crossedUnions(30), { timeMs: 700 }), inspect('export const a = 1;\n')];
  expect(await Promise.all(waiting)).toEqual([{ limit: 'time' }, { inspection: { problems: [], unused: [], findings: [], patternsMs: expect.any(Number) as number } }]);
});

it('ends a type that takes too much memory', { timeout: 60_000 }, async () => {
  expect(await inspect('export const a = 1;\n', { memoryMb: 300 })).toMatchObject({ inspection: { problems: [] } });
  expect(await inspect(crossedUnions(30, 14), { timeMs: 30_000, memoryMb: 200 })).toEqual({ limit: 'memory' });
});
