import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expandFiles } from '@/server/market/import/expand-archive';
import { importBars } from '@/server/market/import-bars';
import { CELL, type Panel } from '@/server/market/panel';
import { defaultSimulation } from './config';
import { runBacktest } from './run-backtest';
import { Simulator } from './simulator';

const FILE = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared'), 'data/ashare_csi300_2020_2025.tgz');
const absent = !existsSync(FILE);
const config = { ...defaultSimulation('cn-a'), initialFen: 100_000_000_000, terminal: { reading: 'principal' as const, tauBp: 10_000, penalty: 100 } };

describe.skipIf(absent)(`300 real A-shares over 1,273 days${absent ? ' (SKIPPED: no shared data beside the repository, set OOMRL_SHARED)' : ''}`, () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = importBars(await expandFiles([{ name: 'a.tgz', bytes: readFileSync(FILE) }]), { market: 'real' }).panel;
  }, 120_000);

  it('a portfolio that is held earns Σ ω (close/preclose − 1) each day, through 1,552 ex-days and a suspension of 311 sessions', () => {
    const n = panel.symbols.length;
    const simulator = Simulator.open(panel, { ...config, execution: { ...config.execution, friction: 'off', participationCap: 1 } }, panel.dates[0]!);
    simulator.advance(new Float64Array(n).fill(0.95 / n));
    let actions = 0;
    while (simulator.day < panel.dates.length - 1) {
      const { shares, priceFen } = simulator.ledger;
      const before = simulator.equityFen;
      const at = (simulator.day + 1) * n;
      let expected = 0;
      for (let i = 0; i < n; i++) {
        if (shares[i] === 0 || panel.status[at + i] !== CELL.TRADED) continue;
        const preclose = Math.round(panel.fields.preclose[at + i]! * 100);
        // A cash dividend leaves less at risk; new shares leave the same.
        const isCash = priceFen[i]! >= preclose && priceFen[i]! < 1.25 * preclose;
        expected += ((shares[i]! * (isCash ? preclose : priceFen[i]!)) / before) * (panel.fields.close[at + i]! / panel.fields.preclose[at + i]! - 1);
      }
      const step = simulator.advance(null);
      actions += simulator.corporate.length;
      for (const { index, kind, cashFen } of simulator.corporate) {
        // What a bonus issue leaves as a fraction of a share is paid in cash and earns nothing that day.
        if (kind === 'shares') expected -= (cashFen / before) * (panel.fields.close[at + index]! / panel.fields.preclose[at + index]! - 1);
      }
      expect(Math.abs(step.netReturn - expected)).toBeLessThan(1e-13);
    }
    expect(actions).toBeGreaterThan(1000);
  });

  it('a daily rebalance conserves money at every step and gives the same bytes twice', async () => {
    const run = () =>
      runBacktest({
        panel,
        config,
        source: {
          kind: 'weights',
          weights: (day, out) => {
            out.fill(0);
            for (let k = 0; k < 50; k++) out[(day * 7 + k * 11) % panel.symbols.length] = 0.019;
            return true;
          },
        },
      });
    const first = await run();
    expect(first.summary.days).toBe(panel.dates.length - 1);
    expect(first.summary.rejected).toBeGreaterThan(100);
    expect(JSON.stringify(await run())).toBe(JSON.stringify(first));
  });
});
