import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateSyntheticMarket } from './generate-synthetic';
import { decodePanel, encodePanel, panelHash } from './panel-codec';

const panel = generateSyntheticMarket({ seed: 3, symbols: 5, years: 1 });
const bytes = encodePanel(panel);

it('round-trips to the bit', () => {
  const back = decodePanel(bytes);
  expect(back).toEqual(panel);
  expect(panelHash(back)).toBe(panelHash(panel));
});

it('decodes from any alignment', () => {
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(decodePanel(shifted.subarray(3)).dates).toEqual(panel.dates);
});

it('refuses truncated, foreign and bent files without crashing (property)', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), (cut) => {
    expect(() => decodePanel(bytes.subarray(0, cut))).toThrow(/panel file|Panel file|panel header/);
  }), { numRuns: 60 });
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (junk) => {
    expect(() => decodePanel(junk)).toThrow(/magic/);
  }), { numRuns: 60 });
});
