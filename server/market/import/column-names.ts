import type { AmountUnit, ImportField, VolumeUnit } from '../import-ledger';

/** Known header names per field, best first; compared in lower case without spaces, underscores and units in brackets. */
const NAMES: Readonly<Record<ImportField, readonly string[]>> = {
  date: ['date', 'tradedate', 'tradingdate', 'datetime', 'day', 'timestamp', 'time', 'dt', '日期', '交易日期', '交易日', '成交日期', '时间'],
  symbol: ['symbol', 'tscode', 'ticker', 'instrument', 'code', 'seccode', 'secucode', 'stockcode', '股票代码', '证券代码', '代码'],
  open: ['open', 'openprice', '开盘价', '开盘', '今开'],
  high: ['high', 'highprice', '最高价', '最高'],
  low: ['low', 'lowprice', '最低价', '最低'],
  close: ['close', 'closeprice', 'closingprice', '收盘价', '收盘'],
  preclose: ['preclose', 'prevclose', 'previousclose', 'preclosingprice', '前收盘价', '前收盘', '昨收价', '昨收', '前收'],
  volume: ['volume', 'vol', 'tradevolume', '成交量', '成交股数'],
  amount: ['amount', 'money', 'turnovervalue', 'tradeamount', 'value', '成交额', '成交金额'],
  factor: ['factor', 'adjfactor', 'adjustfactor', '复权因子'],
  adjclose: ['adjclose', 'adjustedclose', 'adjcloseprice', '复权收盘价'],
  tradestatus: ['tradestatus', 'tradingstatus', '交易状态'],
  isst: ['isst', 'st', '是否st'],
};

/** Header text without spaces, underscores and a bracketed unit, lower case. */
export function normaliseHeader(header: string): string {
  return header.replace(/[（(［[].*?[）)］\]]/g, '').replace(/[\s_.\-/]/g, '').toLowerCase();
}

/** Best header for each field, or null. A header serves one field only. */
export function matchColumns(headers: readonly string[]): Record<ImportField, string | null> {
  const normalised = headers.map(normaliseHeader);
  const pick = (field: ImportField): string | null => {
    for (const name of NAMES[field]) {
      const at = normalised.indexOf(name);
      if (at >= 0) return headers[at]!;
    }
    return null;
  };
  return Object.fromEntries((Object.keys(NAMES) as ImportField[]).map((field) => [field, pick(field)])) as Record<ImportField, string | null>;
}

/** Unit named in a volume header such as 成交量(手); null when it names none. */
export function volumeUnitHint(header: string): VolumeUnit | null {
  if (/万股/.test(header)) return 'ten-thousand-shares';
  if (/手|lots?\b/i.test(header)) return 'lots';
  return /[（(]\s*股\s*[）)]|shares/i.test(header) ? 'shares' : null;
}

/** Unit named in an amount header such as 成交额(千元); null when it names none. */
export function amountUnitHint(header: string): AmountUnit | null {
  if (/千元|thousand/i.test(header)) return 'thousand';
  if (/万元/.test(header)) return 'ten-thousand';
  if (/亿/.test(header)) return 'hundred-million';
  return /[（(]\s*元\s*[）)]/.test(header) ? 'unit' : null;
}
