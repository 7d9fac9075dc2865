import { expect, it } from 'vitest';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { loadPackage } from '@/server/strategy/load-package';
import { openStrategy } from '@/server/strategy/open-strategy';
import { barsOf } from './day-bars';

it('daily-momentum-py gives the weights of daily-momentum to 1e-12 on every day of a synthetic year', { timeout: 60_000 }, async () => {
  const panel = generateSyntheticMarket({ seed: 42, symbols: 100, years: 1 });
  const open = (name: string) => openStrategy(loadPackage(`strategies/${name}`), { symbols: panel.symbols });
  const [typescript, python] = await Promise.all([open('daily-momentum'), open('daily-momentum-py')]);
  try {
    expect(python.lookbackDays).toBe(typescript.lookbackDays);
    let worst = 0;
    let held = 0;
    for (let day = 0; day < panel.dates.length; day++) {
      const bars = barsOf(panel, day);
      const question = { dayIndex: day, portfolio: { held: [], weights: [], cashWeight: 1, equity: 1e7 }, memory: null };
      const [a, b] = await Promise.all([typescript.decide(bars, question), python.decide(bars, question)]);
      expect(Object.keys(b!.weights).sort()).toEqual(Object.keys(a!.weights).sort());
      for (const [symbol, weight] of Object.entries(a!.weights)) worst = Math.max(worst, Math.abs(weight - b!.weights[symbol]!));
      held += Object.keys(a!.weights).length;
    }
    expect(worst).toBeLessThanOrEqual(1e-12);
    expect(held).toBeGreaterThan(panel.dates.length * 10);
  } finally {
    await Promise.all([typescript.close(), python.close()]);
  }
});
