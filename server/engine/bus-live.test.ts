import { expect, it } from 'vitest';
import type { LiveTurn } from '@/server/contracts/live-turn';
import { bus } from './bus';

const turn = (traceId: string, text: string, done = false): LiveTurn => ({ traceId, attemptId: 'att_1', call: 0, parts: done ? [] : [{ tool: null, text }], cut: 0, done });

it('hands on what is being written, the present turn to who comes later too, and ends it when the engine is gone', () => {
  const [a, b]: LiveTurn[][] = [[], []];
  const off = bus().subscribeLive((t) => a!.push(t));
  bus().sayLive(turn('pro_1', 'one'));
  bus().sayLive(turn('pro_2', 'two'));
  bus().sayLive(turn('pro_1', 'one more'));
  bus().sayLive(turn('pro_2', '', true));
  bus().subscribeLive((t) => b!.push(t));
  expect(b).toEqual([turn('pro_1', 'one more')]);
  off();
  bus().endLive();
  expect(a).toHaveLength(4);
  expect(b!.at(-1)).toEqual(turn('pro_1', '', true));
  bus().endLive();
  expect(b).toHaveLength(2);
});
