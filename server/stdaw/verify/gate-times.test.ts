import { expect, it, vi } from 'vitest';
import { noteWork, startGate, type WorkAhead } from './gate-times';

it('work for another gate counts there, and never twice', () => {
  const now = vi.spyOn(performance, 'now');
  const ahead: WorkAhead = new Map();
  now.mockReturnValue(100);
  const sanitizer = startGate(ahead, 'sanitizer');
  now.mockReturnValue(400);
  noteWork(ahead, 300, { types: 250 });
  expect(sanitizer()).toBe(50);
  const types = startGate(ahead, 'types');
  now.mockReturnValue(401);
  expect(types()).toBe(251);
  now.mockRestore();
});

it('what was done before the gates began takes none of their time', () => {
  const ahead: WorkAhead = new Map();
  noteWork(ahead, 2, { sanitizer: 30, types: 10 });
  expect(ahead).toEqual(new Map([['sanitizer', 1.5], ['types', 0.5]]));
});
