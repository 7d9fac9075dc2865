import { describe, expect, test } from '@oomrl/kit';
import { decide, decideEvery, lookbackDays, targetWeights } from '../src/strategy';
import { listedBackwards, sampleView } from './sample-view';

const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);
const DAYS = 22;

describe('the portfolio', () => {
  test('has no short, no name above a tenth, no more than the equity', () => {
    for (const count of [5, 60]) {
      const weights = targetWeights(sampleView(count, DAYS, 0));
      expect(weights.length).toBe(count);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...weights)).toBeLessThanOrEqual(0.1);
      expect(sum(weights)).toBeLessThanOrEqual(1 + 1e-12);
    }
  });

  test('holds only names that can be traded', () => {
    const view = sampleView(60, DAYS, 0);
    const weights = targetWeights(view);
    const held = weights.filter((weight) => weight > 0);
    expect(held.length).toBeGreaterThan(0);
    for (let i = 0; i < weights.length; i += 1) {
      if (!view.tradable[i]) expect(weights[i]).toBe(0);
    }
  });

  test('is the same when all prices are quoted in another unit', () => {
    const view = sampleView(60, DAYS, 0);
    const cents = view.fields.close.map((row) => row.map((price) => price * 100));
    expect(targetWeights({ ...view, fields: { ...view.fields, close: cents } })).toEqual(targetWeights(view));
  });

  test('follows the names when they are listed in another order', () => {
    const view = sampleView(60, DAYS, 0);
    const flipped = targetWeights(listedBackwards(view));
    expect(flipped.reverse()).toEqual(targetWeights(view));
  });

  test('a held name that rises further stays held', () => {
    const view = sampleView(60, DAYS, 0);
    const weights = targetWeights(view);
    const held = weights.findIndex((weight) => weight > 0);
    const close = view.fields.close.map((row) => row.slice());
    close[DAYS - 1][held] *= 1.5;
    expect(targetWeights({ ...view, fields: { ...view.fields, close } })[held]).toBeGreaterThan(0);
  });
});

describe('the decision', () => {
  test('names tradable holdings by symbol, within the limits', () => {
    const view = sampleView(60, DAYS, 0);
    const weights = Object.entries(decide(view)!.weights);
    expect(weights.length).toBeGreaterThan(0);
    for (const [symbol, weight] of weights) {
      expect(view.tradable[view.symbols.indexOf(symbol)]).toBe(true);
      expect(weight).toBeGreaterThan(0);
      expect(weight).toBeLessThanOrEqual(0.1);
    }
    expect(sum(weights.map((pair) => pair[1]))).toBeLessThanOrEqual(1 + 1e-12);
  });

  test('gives each symbol the same weight whatever the order of the listing', () => {
    const view = sampleView(60, DAYS, 0);
    expect(decide(listedBackwards(view))!.weights).toEqual(decide(view)!.weights);
  });

  test('keeps positions between rebalance days', () => {
    expect(decideEvery(sampleView(40, DAYS, 3), 5)).toBeNull();
    expect(decideEvery(sampleView(40, DAYS, 5), 5)).not.toBeNull();
    expect(decideEvery(sampleView(40, DAYS, 3), 1)).not.toBeNull();
  });

  test('asks for a history of at least one week', () => {
    expect(lookbackDays).toBeGreaterThanOrEqual(6);
  });
});
