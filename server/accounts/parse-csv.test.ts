import { expect, it } from 'vitest';
import { readNavLog } from './read-nav-log';

const read = (text: string): ReturnType<typeof readNavLog> => readNavLog({ name: 'nav.csv', bytes: new TextEncoder().encode(text) });
const HEAD = '成交日期,收盘价值,CASHFLOW,CSI300\n2026-01-08,100000.0,0.0,3500.0\n';

it.each([
  ['thousands separators without quotes', `${HEAD}2026-01-09,102,000.00,0.0,3550.0\n`, /nav\.csv:3: 5 cells where the header has 4/],
  ['a last row cut off inside a number', `${HEAD}2026-01-09,1020`, /nav\.csv:3: 2 cells where the header has 4/],
  ['a row without its flow', `${HEAD}2026-01-09,102000,3550\n`, /nav\.csv:3: 3 cells where the header has 4/],
  ['a column that stands twice', '成交日期,收盘价值,收盘价值\n2026-01-08,100000,1\n2026-01-09,102000,2\n', /the column 收盘价值 stands twice/],
])('%s refuses the account whole, by line', (_name, text, reason) => expect(() => read(text)).toThrow(reason));

it('quoted thousands and blank cells at the end of a row are read', () => {
  expect(read(`${HEAD}2026-01-09,"102,000.50",0.0,3550.0,,\n`).days[1]).toMatchObject({ navFen: 10_200_050, flowFen: 0 });
});
