import { expect, it } from 'vitest';
import { limitWords } from './limit-words';

it('limits are read with their units', () => {
  expect(limitWords({ addressSpaceBytes: 1_073_741_824, tmpBytes: 67_108_864, openFiles: 256, textBytes: 1000, cpuSeconds: 20 })).toBe('address space 1 GiB, tmp 64 MiB, open files 256, text 1,000 B, cpu 20 s');
});
