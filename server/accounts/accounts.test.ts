import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyAudit } from '@/server/audit/verify-audit';
import { AppError } from '@/server/contracts/errors';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { type Db, openTestDb } from '@/server/db/client';
import { accountDays, accountTrades } from '@/server/db/schema';
import { importWorkspace } from './import-workspace';
import { getAccountByName, listAccounts, readAccountReport } from './read-account';
import { classifyTrade, normaliseSymbol } from './read-trade-log';
import { parseWorkspace } from './read-workspace';

const GOLDEN = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared'), 'golden');
const absent = !existsSync(join(GOLDEN, 'qp1_expected.json'));
const skipped = absent ? ' (SKIPPED: no shared golden files beside the repository, set OOMRL_SHARED)' : '';
let db: Db;
let dir: string;
beforeEach(() => {
  db = openTestDb();
  dir = mkdtempSync(join(tmpdir(), 'oomrl-account-'));
  mkdirSync(join(dir, 'data'));
});
afterEach(() => {
  db.$client.close();
  rmSync(dir, { recursive: true, force: true });
});
const file = (name: string, body: string | Uint8Array): void => writeFileSync(join(dir, 'data', name), body);
const NAV = 'daily_amount_log_full.csv';
const nav = (values: readonly (number | string)[], extra = ''): string => `成交日期,收盘价值${extra && ',CASHFLOW'}\n${values.map((v, i) => `2026-01-${String(i + 5).padStart(2, '0')},${v}${extra}`).join('\n')}\n`;
const load = (now = 1) => importWorkspace(db, { dir, name: 'mine', actor: CLI_ACTOR, now });

it.skipIf(absent)(`qp1: every expected figure at 1e-9, those of the trade log too${skipped}`, () => {
  file(NAV, readFileSync(join(GOLDEN, 'qp1_daily_amount_log_full.csv')));
  file('trade_log_full.csv', readFileSync(join(GOLDEN, 'qp1_trade_log_full.csv')));
  load();
  const expected = JSON.parse(readFileSync(join(GOLDEN, 'qp1_expected.json'), 'utf8').replaceAll('NaN', 'null')) as Record<'metrics' | 'factor_exposure_single', Record<string, number | null>> & { returns: number[] };
  const { figures } = readAccountReport(db, { name: 'mine' });
  expect(expected.returns.map((r, i) => Math.abs(figures.returns[i]! - r) <= 1e-12 * Math.abs(r))).not.toContain(false);
  // QuantPits prints 0 for a ratio of no wins to no losses; here nothing was matched, so there is no figure.
  const all = Object.entries({ ...expected.metrics, ...expected.factor_exposure_single, 'Trade_Win/Loss_Ratio': null });
  const wrong = all.filter(([key, value]) => {
    const actual = figures.metrics[key];
    return value === null ? actual !== null || !figures.causes[key] : typeof actual !== 'number' || Math.abs(actual - value) > 1e-9 * Math.abs(value);
  });
  expect(wrong.map(([key, value]) => ({ key, value, actual: figures.metrics[key] }))).toEqual([]);
});

it('the same files again change nothing; changed files replace the account whole; the chain holds', () => {
  file(NAV, nav([100, 101, 102]));
  expect(load(1)).toMatchObject({ outcome: 'created', days: { added: 3, changed: 0, removed: 0 } });
  expect(load(2)).toMatchObject({ outcome: 'unchanged', account: { importedAt: 1 } });
  file(NAV, nav([100, 103]));
  expect(load(3)).toMatchObject({ outcome: 'updated', account: { createdAt: 1, importedAt: 3, dayCount: 2 }, days: { added: 0, changed: 1, removed: 1 } });
  expect(db.select().from(accountDays).all()).toHaveLength(2);
  expect(verifyAudit(db)).toMatchObject({ ok: true, rows: 2 });
  file(NAV, 'x,y\n1,2\n');
  expect(() => load(4)).toThrow(/no column 成交日期/);
  expect(getAccountByName(db, 'mine')).toMatchObject({ importedAt: 3, dayCount: 2 });
});

it('counts a first-day loss from the initial capital (QuantPits bug B1), and a deposit as no gain', () => {
  file(NAV, nav([100, 80, 82, 84, 83]));
  load();
  const b1 = readAccountReport(db, { name: 'mine' }).figures;
  expect([b1.metrics.Max_Drawdown, b1.metrics.Days_Below_Initial_Capital]).toEqual([expect.closeTo(-0.2, 12), 4]);
  expect(b1.metrics.Max_Drawdown_After_First_Return).toBeCloseTo(83 / 84 - 1, 12);
  expect([b1.metrics.Beta_Market, b1.causes.Beta_Market, b1.causes.Turnover_Rate_Annual]).toEqual([null, 'no benchmark was given', 'there is no trade log']);
  file(NAV, '成交日期,当日结存,今日出入金\n2026-01-05,100,\n2026-01-06,200,100\n2026-01-07,210,0\n');
  load();
  const { figures, ledger } = readAccountReport(db, { name: 'mine' });
  expect([...figures.returns]).toEqual([0, expect.closeTo(0.05, 12)]);
  expect(ledger.findings.map((f) => f.kind)).toContain('blank-flow');
});

it('reads BOM, quoted numbers with thousands, GB18030 headers, dates in digits; a benchmark of levels or of returns', () => {
  file(NAV, '\ufeff成交日期,"收盘价值",CSI300,CASHFLOW\r\n20260105,"1,000.50","3,500.0","0"\r\n20260106,"1,100.55","3,535.0","0.0"\r\n');
  load();
  expect(db.select().from(accountDays).all()).toMatchObject([{ date: '2026-01-05', navFen: 100050, benchmarkReturn: null }, { navFen: 110055, benchmarkReturn: expect.closeTo(0.01, 12) }]);
  // 成交日期,收盘价值 in GB18030.
  const head = [0xb3, 0xc9, 0xbd, 0xbb, 0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0xca, 0xd5, 0xc5, 0xcc, 0xbc, 0xdb, 0xd6, 0xb5];
  file(NAV, Uint8Array.from([...head, ...new TextEncoder().encode(',SH000300\n2026-01-05,10,0.001\n2026-01-06,11,-0.02\n')]));
  load();
  const { ledger, figures } = readAccountReport(db, { name: 'mine' });
  expect([ledger.files[0]!.encoding, ledger.benchmark?.kind, figures.benchmark?.[0]]).toEqual(['gb18030', 'return', -0.02]);
});

it.each([
  [nav([100, 'x']), /csv:3: 收盘价值 "x" is not a number; nothing was imported/],
  [nav([100, '']), /csv:3: 收盘价值 is blank/],
  [nav([100, 101]).replace('2026-01-06', '2026-01-05'), /csv:3: 2026-01-05 occurs twice/],
  [nav([100, 101]).replace('2026-01-06', '2026-01-01'), /csv:3: 2026-01-01 stands after 2026-01-05/],
  [nav([100, 101]).replace('2026-01-06', '2026-02-30'), /csv:3: 成交日期 "2026-02-30" is not a date/],
  [nav([100]), /has 1 day/],
  [nav([0, 100]), /value before day 1/],
  [nav(['"100', 101]), /quoted cell is never closed/],
  [nav([1e30, 1]), /money must be a whole number of fen/],
  ['', /is empty/],
])('refuses %j whole', (body, message) => {
  file(NAV, body);
  expect(() => load()).toThrow(message);
  expect([listAccounts(db), db.select().from(accountDays).all(), db.select().from(accountTrades).all()]).toEqual([[], [], []]);
});

it('classes every row of the trade log, matches sales first in first out net of fees, lists what it does not know', () => {
  file(NAV, nav([1000, 1000, 1100, 1100, 1100], ',0'));
  const rows = [
    '20260106,\t600000.SH,上海A股普通股票竞价买入,10.00,20,200.00,-201.00,1.00',
    '20260107,600000,上海A股红股上市入账,0,20,0,0,0',
    '20260107,SH600000,上海A股普通股票竞价卖出,7.00,20,140.00,139.00,1.00',
    '20260108,1,深圳A股普通股票竞价卖出,9.00,10,90.00,89.00,1.00',
    '20260108,600000,上海A股红利入账,0,0,5.00,5.00,0',
    '20260109,600000,上海A股普通股票竞价卖出,4.00,20,80.00,79.00,1.00',
    '20260109,600000,新股申购,0,0,0,0,0',
    '20260120,600000,证券买入,1.00,10,10.00,-10.00,0',
  ];
  file('trade_log_full.csv', `成交日期,证券代码,交易类别,成交价格,成交数量,成交金额,资金发生数,费用合计\n${rows.join('\n')}\n`);
  file('holding_log_full.csv', '成交日期,证券代码,收盘价值\n2026-01-05,CASH,1000\n2026-01-06,CASH,799\n2026-01-06,SH600000,190\n');
  load();
  const { figures, ledger } = readAccountReport(db, { name: 'mine' });
  // 200 + 1 paid for 20 shares: sold for 139 → −62; the 20 bonus shares cost nothing: sold for 79 → +79. SZ000001 was never bought.
  expect(figures.metrics).toMatchObject({ Realized_Trade_Win_Rate: 0.5, 'Trade_Win/Loss_Ratio': expect.closeTo(79 / 62, 12), Trade_Profit_Factor: expect.closeTo(79 / 62, 12), Fee_Ratio: expect.closeTo(4 / 520, 12) });
  const turnover = (200 / 2 / 1000 + 140 / 2 / 1050 + 90 / 2 / 1100 + 80 / 2 / 1100) / 4 * 252;
  expect(figures.metrics.Turnover_Rate_Annual).toBeCloseTo(turnover, 9);
  expect(ledger.files[1]).toMatchObject({ rowsKept: 7, rowsIgnoredTotal: 1, rowsIgnored: [{ line: 8, reason: '交易类别 "新股申购" is not known' }] });
  expect(ledger.findings.map((f) => f.kind).sort()).toEqual(['nav-mismatch', 'no-benchmark', 'sold-more-than-bought', 'trade-without-day', 'unknown-kind']);
  expect(ledger.reconciliation).toEqual({ daysChecked: 2, daysThatTie: 1 });
});

it('knows the words and codes of the exports', () => {
  expect(['深圳A股红利税补缴', '利息归本', '证券买入', '卖出', '深圳A股红股上市入账', '申购'].map(classifyTrade)).toEqual(['cash', 'cash', 'buy', 'sell', 'position', null]);
  expect(['\t600000', '000001.SZ', 'sz300750', '920000', '1', '510300', 'CASH'].map(normaliseSymbol)).toEqual(['SH600000', 'SZ000001', 'SZ300750', 'BJ920000', 'SZ000001', 'SH510300', 'CASH']);
});

it('stands beside the paper by years or by dates, and says so when a phase has no days', () => {
  file(NAV, '成交日期,收盘价值\n2025-12-30,100\n2025-12-31,101\n2026-01-05,102\n2026-01-06,103\n');
  load();
  expect(readAccountReport(db, { name: 'mine' }).rows.map((r) => [r.name, r.days])).toEqual([['entire', 3], ['2025', 1], ['2026', 2]]);
  expect(() => readAccountReport(db, { name: 'mine', phases: [{ name: 'p', from: '2030-01-01', to: '2030-02-01' }] })).toThrow(/phase p .* no trading day/);
  expect(() => readAccountReport(db, { name: 'other' })).toThrow(/no account named other; there are: mine/);
  expect(() => importWorkspace(db, { dir: join(dir, 'none'), name: 'x', actor: CLI_ACTOR, now: 1 })).toThrow(/not a folder/);
});

it('never crashes and never stores half of anything, whatever is bent or cut off (fuzz)', () => {
  const base = Buffer.from('\ufeff成交日期,收盘价值,CSI300,CASHFLOW\n2026-01-05,100,3500,0\n2026-01-06,"1,010.5",3510,0\n2026-01-07,152,3520,-50\n');
  const attempt = (bytes: Uint8Array): void => {
    try {
      parseWorkspace({ nav: { name: NAV, bytes }, trades: { name: 'trade_log_full.csv', bytes }, holdings: null });
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).message).toMatch(/csv|NAV|value before|money/);
    }
  };
  for (let cut = 0; cut < base.length; cut++) attempt(base.subarray(0, cut));
  attempt(Buffer.alloc(20_000_000, 'a,'));
  attempt(new Uint8Array(1000));
  fc.assert(fc.property(fc.nat(base.length), fc.nat(9), fc.oneof(fc.uint8Array({ maxLength: 9 }), fc.constantFrom(...['"', '\n', ',', '1e308', '-', 'e9'].map((s) => Buffer.from(s)))), (at, remove, put) => attempt(Buffer.concat([base.subarray(0, at), put, base.subarray(at + remove)]))), { numRuns: 500 });
});
