import { expect, it } from 'vitest';
import { comparePanels } from '@/server/market/compare-panels';
import { importBars } from '@/server/market/import-bars';
import { parseImportMapping } from '@/server/market/import-ledger';
import { decodePanel, encodePanel, panelHash } from '@/server/market/panel-codec';
import { MarketRows } from './market-rows';

const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07'];
const file = { name: '600000.csv', bytes: new TextEncoder().encode(`date,open,high,low,close,volume\n${DAYS.map((day) => `${day},10,10,10,10,5000\n`).join('')}`) };
const ROW = { segment: 'main', from: '2026-01-07', limitPct: 30, stLimitPct: 30, freeSessions: 0, firstDay: null, minShares: 200, stepShares: 1, settlementSessions: 0 };

it('a board rule of the mapping goes with the market: into its ledger, its stored bytes and the limits and lots of its days', () => {
  const shipped = importBars([file], { market: 'm' });
  const { panel, ledger } = importBars([file], { market: 'm', mapping: parseImportMapping(JSON.stringify({ boardRules: [ROW] }), 'mapping.json') });
  expect(ledger.findings.find((f) => f.kind === 'own-board-rule')).toMatchObject({ symbol: '*', date: '2026-01-07', detail: 'Rule of the mapping for main from this day: limit 30 %, ST 30 %, at least 200 shares in steps of 1, bought shares are sold T+0.' });
  const stored = decodePanel(encodePanel(panel));
  expect(stored.meta).toEqual(panel.meta);
  const day = (of: typeof panel, t: number): number[] => {
    const rows = new MarketRows(of);
    rows.load(t);
    return [rows.today.upFen[0]!, rows.today.downFen[0]!, rows.today.board.minShares[0]!, rows.today.board.stepShares[0]!, rows.today.board.settlesLater[0]!];
  };
  expect([day(stored, 1), day(stored, 2), day(shipped.panel, 2)]).toEqual([[1100, 900, 100, 100, 1], [1300, 700, 200, 1, 0], [1100, 900, 100, 100, 1]]);
  // A market without rows of its own keeps its bytes; with them it is another market, which an import does not undo unasked.
  expect(panelHash(panel)).not.toBe(panelHash(shipped.panel));
  expect(new TextDecoder('latin1').decode(encodePanel(shipped.panel)).includes('boardRules')).toBe(false);
  expect([comparePanels(stored, panel).otherKind, comparePanels(stored, shipped.panel).otherKind]).toEqual([false, true]);
});

it('a row that is no rule is refused by name', () => {
  expect(() => parseImportMapping(JSON.stringify({ boardRules: [{ ...ROW, limitPct: 0.3 }] }), 'mapping.json')).toThrow(/boardRules.*limitPct/);
});
