import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { boardRuleTimeline, limitsUnder } from './board-rules';
import { expandFiles } from './import/expand-archive';
import { importBars, type ImportResult } from './import-bars';
import { CELL, FLAG } from './panel';

const DATA = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared'), 'data');
const absent = !existsSync(join(DATA, 'ashare_csi300_2020_2025.tgz'));
const load = async (name: string): Promise<ImportResult> => importBars(await expandFiles([{ name, bytes: readFileSync(join(DATA, name)) }]), { market: name });
const found = (r: ImportResult, kind: string): string[] => r.ledger.findings.filter((f) => f.kind === kind).map((f) => `${f.symbol} ${f.date}`);

describe.skipIf(absent)(`real bars${absent ? ' (SKIPPED: no shared data beside the repository, set OOMRL_SHARED)' : ''}`, () => {
  let a: ImportResult;
  let milliseconds = 0;
  beforeAll(async () => {
    const files = await expandFiles([{ name: 'a.tgz', bytes: readFileSync(join(DATA, 'ashare_csi300_2020_2025.tgz')) }]);
    const before = process.cpuUsage();
    a = importBars(files, { market: 'a' });
    const used = process.cpuUsage(before);
    milliseconds = (used.user + used.system) / 1000;
  }, 120_000);

  it('imports 369,338 A-share rows with every defect by name', () => {
    expect(a.ledger.counts).toMatchObject({ symbols: 300, sessions: 1273, traded: 368_626, suspended: 712, exDays: 1552 });
    expect(a.ledger.files.reduce((sum, f) => sum + f.rowsKept + f.rowsRefusedTotal, 0)).toBe(369_338);
    expect(found(a, 'relisted')).toEqual(['sz000792 2021-08-10']);
    expect(found(a, 'vwap-outside')).toEqual(['sz300896 2020-12-09', 'sz300999 2020-11-09', 'sz300999 2020-12-09']);
    expect(found(a, 'split-suspect')).toEqual([]);
    expect(found(a, 'ends-early')).toEqual([]);
    const fact = (kind: string) => a.ledger.findings.filter((f) => f.kind === kind).map((f) => f.evidence);
    expect(fact('suspension-encodings')).toEqual([{ blank: 221, zero: 491 }]);
    expect(fact('ex-days')).toEqual([{ rows: 1552 }]);
    expect(fact('listed-inside')).toEqual([{ symbols: 35, of: 300 }]);
    expect(fact('st-spells')).toEqual([expect.objectContaining({ rows: 1036 })]);
    // And one first day at +44 %, which the set's own description leaves out.
    expect(fact('locked-at-limit')).toEqual([{ low_at_limit_up: 149, high_at_limit_down: 99, st_low_at_limit_up: 13, st_high_at_limit_down: 10 }]);
    expect(found(a, 'limit-changed')).toEqual(['* 2020-08-24']);
  });

  it('real bars of five names in one file, cut at the end of a row, are noticed by symbol and by day', async () => {
    const files = (await expandFiles([{ name: 'a.tgz', bytes: readFileSync(join(DATA, 'ashare_csi300_2020_2025.tgz')) }])).filter((f) => /sz000[01]\d\d/.test(f.name)).slice(0, 5);
    const texts = files.map((f) => ({ symbol: /(s[hz]\d{6})/.exec(f.name)![1]!, lines: new TextDecoder().decode(f.bytes).trim().split('\n') }));
    const bars = texts.flatMap(({ symbol, lines }) => lines.slice(1).map((line) => ({ symbol, line, date: /\d{4}-\d{2}-\d{2}/.exec(line)![0] })));
    const head = `symbol,${texts[0]!.lines[0]!.replace(/\b(code|symbol)\b/, 'code_of_source')}`;
    const importOf = (rows: readonly (typeof bars)[number][]): string[] => found(importBars([{ name: 'all.csv', bytes: new TextEncoder().encode(`${head}\n${rows.map((r) => `${r.symbol},${r.line}`).join('\n')}\n`) }], { market: 'm' }), 'ends-early');
    const byDay = bars.toSorted((x, y) => (x.date < y.date ? -1 : x.date > y.date ? 1 : 0));
    expect([texts.length, importOf(bars), importOf(byDay)]).toEqual([5, [], []]);
    const last = texts.at(-1)!.symbol;
    expect(importOf(bars.slice(0, -40))).toEqual([`${last} ${bars.at(-41)!.date}`]);
    expect(importOf(byDay.slice(0, -2))).toEqual([`${byDay.at(-3)!.symbol} ${byDay.at(-1)!.date}`]);
  });

  it('explains all but one real row by the integer limits', () => {
    const { panel } = a;
    const n = panel.symbols.length;
    const fen = (x: number): number => Math.round(x * 100);
    let checked = 0;
    let outside = 0;
    for (let i = 0; i < n; i++) {
      const timeline = boardRuleTimeline(panel.symbols[i]!, panel.dates);
      const seasoned = panel.status[i] !== CELL.UNLISTED;
      let sessions = seasoned ? 1e6 : 0;
      for (let t = 0; t < panel.dates.length; t++) {
        const at = t * n + i;
        if (panel.status[at] !== CELL.TRADED) continue;
        sessions++;
        const limits = limitsUnder(timeline[t]!, fen(panel.fields.preclose[at]!), { st: (panel.flags[at]! & FLAG.ST) !== 0, sessionsSinceListing: sessions });
        if (!limits) continue;
        checked++;
        if (fen(panel.fields.high[at]!) > limits.upFen || fen(panel.fields.low[at]!) < limits.downFen) outside++;
      }
    }
    expect(checked).toBeGreaterThanOrEqual(368_451);
    expect(outside).toBeLessThanOrEqual(1);
  });

  it('meets the index and stock defects by name', async () => {
    const r = await load('cn_index_and_defects.tgz');
    expect(r.ledger.benchmark).toBe('000300.SH');
    expect(found(r, 'unit-drift')).toContain('000300.SH 2026-03-17');
    expect(found(r, 'decimals-changed')).toContain('000300.SH 2026-03-17');
    expect(found(r, 'partial-bar')).toContain('000300.SH 2026-03-16');
    const splits = found(r, 'split-suspect');
    expect(splits.filter((s) => s.startsWith('002837'))).toHaveLength(5);
    expect(splits.filter((s) => s.startsWith('002648'))).toHaveLength(3);
    expect(splits).toContain('601919.SH 2021-07-14');
    expect(found(r, 'missing-sessions')).toContain('000630.SZ 2022-12-12');
    // Its file truly stops two sessions before those of the other names.
    expect(found(r, 'ends-early')).toEqual(['603049.SH 2026-03-16']);
    expect(r.ledger.files.find((f) => f.name.endsWith('002837.SZ.csv'))?.mapping).toMatchObject({ volumeUnit: 'lots', amountUnit: 'thousand' });
    // The closes of the real index give the paper's benchmark cells: 48.16 % on 2024-07-01..2024-10-18.
    const closes = r.panel.benchmark!;
    const from = r.panel.dates.indexOf('2024-07-01');
    const to = r.panel.dates.indexOf('2024-10-18');
    let sum = 0;
    for (let t = from; t <= to; t++) sum += closes[t]! / closes[t - 1]! - 1;
    expect((sum / (to - from + 1)) * 252).toBeCloseTo(0.4816, 4);
  });

  it('keeps true US moves, names the bar without volume, sets coins aside', async () => {
    const r = await load('us_yahoo_2021_2023.tgz');
    expect(r.ledger).toMatchObject({ board: 'us', benchmark: 'GSPC', counts: { symbols: 30, sessions: 753 } });
    expect(found(r, 'ends-early')).toEqual([]);
    expect(found(r, 'split-suspect')).toEqual([]);
    expect(found(r, 'true-move')).toContain('META 2022-02-03');
    expect(found(r, 'zero-volume')).toEqual(['GSPC 2023-05-24']);
    expect(found(r, 'calendar-mismatch')).toEqual(['BTC-USD null', 'ETH-USD null']);
  });

  it('folds hourly files over a daylight-saving change and drops the live stub', async () => {
    const r = await load('intraday_us_1h.tgz');
    expect(r.panel.dates).toHaveLength(60);
    expect(found(r, 'stub-bar')).toEqual(['AAPL 2026-05-14', 'MSFT 2026-05-14', 'NVDA 2026-05-14']);
    expect(found(r, 'session-shift')).toContain('AAPL 2026-03-09');
    expect(found(r, 'partial-last-bar')).toContain('NVDA 2026-05-14');
    expect(r.panel.flags[59 * 3]! & FLAG.PARTIAL).toBe(FLAG.PARTIAL);
  });

  it('parses 26 MB in little time (bound far above the measured second, for busy machines)', () => {
    expect(milliseconds).toBeLessThan(6000);
  });
});
