import { expect, it } from 'vitest';
import { CELL } from '@/server/market/panel';
import { MarketRows } from './market-rows';
import { tinyMarket } from './tiny-market';

/** Limit-down and limit-up of each day after the first; null where every price around 10.00 is legal. */
const limitsOf = (symbol: string, dates: readonly string[]): ([number, number] | null)[] => {
  const flat = dates.map(() => ({ close: 10 }));
  const panel = tinyMarket(dates, { [symbol]: flat, sh600000: flat });
  const i = panel.symbols.indexOf(symbol);
  // Listed on the second day of the market.
  panel.status[i] = CELL.UNLISTED;
  const rows = new MarketRows(panel);
  return dates.slice(1).map((_, k) => {
    rows.load(k + 1);
    const [down, up] = [rows.today.downFen[i]!, rows.today.upFen[i]!];
    return down > 1 && up < 1e6 ? [down, up] : null;
  });
};

it('the first sessions follow the rule of the listing day: a reform three sessions later gives nobody free ones', () => {
  const days = ['2020-08-19', '2020-08-20', '2020-08-21', '2020-08-24', '2020-08-25'];
  expect(limitsOf('sz300900', days)).toEqual([[640, 1440], [900, 1100], [800, 1200], [800, 1200]]);
  expect(limitsOf('sh601001', ['2023-04-05', '2023-04-06', '2023-04-07', '2023-04-10'])).toEqual([[640, 1440], [900, 1100], [900, 1100]]);
});

it('a listing under the registration system has five sessions without limit', () => {
  const days = ['2020-08-21', '2020-08-24', '2020-08-25', '2020-08-26', '2020-08-27', '2020-08-28', '2020-08-31'];
  expect(limitsOf('sz300901', days)).toEqual([null, null, null, null, null, [800, 1200]]);
});
