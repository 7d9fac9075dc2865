import type { SourceFile } from '@/server/market/import/guess-mapping';
import type { AccountFile, AccountFinding } from './account-ledger';
import { type CsvTable, dateCell, fenCell, findColumn, numberCell, parseCsv, requireColumn } from './parse-csv';

export type TradeClass = 'buy' | 'sell' | 'cash' | 'position';

export interface AccountTrade {
  readonly date: string;
  readonly symbol: string;
  readonly kind: string;
  readonly class: TradeClass;
  /** 成交金额, never negative. */
  readonly amountFen: number;
  readonly cashFen: number | null;
  readonly shares: number | null;
  readonly price: number | null;
  readonly feeFen: number | null;
  readonly line: number;
}

export interface TradeLog {
  readonly trades: AccountTrade[];
  readonly file: AccountFile;
  readonly findings: AccountFinding[];
}

const SHOWN = 100;

/**
 * A broker's word for a row. Longer words first: 红股上市入账 (bonus shares) is no cash, 红利税补缴 no trade. Null = a word that is not
 * known; the row is listed, not guessed.
 */
export function classifyTrade(kind: string): TradeClass | null {
  if (/红股|送股|转增/.test(kind)) return 'position';
  if (/红利|利息|股息|税补缴/.test(kind)) return 'cash';
  if (/买入/.test(kind) || /^buy$/i.test(kind)) return 'buy';
  if (/卖出/.test(kind) || /^sell$/i.test(kind)) return 'sell';
  return null;
}

/** Code in one form, SH600000, whatever the export writes; what is no A-share code stays as it is. */
export function normaliseSymbol(text: string): string {
  const code = text.trim().toUpperCase();
  const parts = /^(\d{1,6})(?:\.(SH|SZ|BJ))?$/.exec(code);
  if (!parts) return code;
  const digits = parts[1]!.padStart(6, '0');
  return `${parts[2] ?? (/^[569]/.test(digits) && !digits.startsWith('920') ? 'SH' : /^(?:[48]|920)/.test(digits) ? 'BJ' : 'SZ')}${digits}`;
}

/** Rows of `trade_log_full.csv`, every one with a class or listed with the reason why not. @throws AppError BAD_INPUT with file and line */
export function readTradeLog(source: SourceFile): TradeLog {
  const table = parseCsv(source);
  const dateAt = requireColumn(table, ['成交日期', '交收日期', '日期']);
  const symbolAt = requireColumn(table, ['证券代码']);
  const kindAt = requireColumn(table, ['交易类别']);
  const amountAt = requireColumn(table, ['成交金额']);
  const optional = { cash: findColumn(table, ['资金发生数', '发生金额']), shares: findColumn(table, ['成交数量']), price: findColumn(table, ['成交价格']), fee: findColumn(table, ['费用合计']) };
  const trades: AccountTrade[] = [];
  const ignored: { line: number; reason: string }[] = [];
  for (const row of table.rows) {
    const kind = (row.cells[kindAt] ?? '').trim();
    const cls = classifyTrade(kind);
    if (cls === null) {
      ignored.push({ line: row.line, reason: `交易类别 ${JSON.stringify(kind.slice(0, 40))} is not known` });
      continue;
    }
    const money = (at: number): number | null => (at < 0 ? null : fenCell(table, row, at));
    trades.push({
      date: dateCell(table, row, dateAt),
      symbol: normaliseSymbol(row.cells[symbolAt] ?? ''),
      kind, class: cls,
      amountFen: Math.abs(money(amountAt) ?? 0),
      cashFen: money(optional.cash),
      shares: wholeShares(table, row, optional.shares),
      price: optional.price < 0 ? null : numberCell(table, row, optional.price),
      feeFen: money(optional.fee),
      line: row.line,
    });
  }
  return {
    trades,
    file: { name: table.name, encoding: table.encoding, rowsKept: trades.length, rowsIgnored: ignored.slice(0, SHOWN), rowsIgnoredTotal: ignored.length },
    findings: ignored.length === 0 ? [] : [{ kind: 'unknown-kind', date: null, detail: `${ignored.length} row(s) with an unknown 交易类别 are in no figure: ${ignored[0]!.reason} (line ${ignored[0]!.line}).`, evidence: { rows: ignored.length } }],
  };
}

/** Shares without sign (exports write sales negative or positive). */
function wholeShares(table: CsvTable, row: CsvTable['rows'][number], at: number): number | null {
  const value = at < 0 ? null : numberCell(table, row, at);
  return value === null ? null : Math.abs(Math.round(value));
}
