import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import { barsOfPanel } from '@/server/factors/bars-of-panel';
import { FactorEvaluator } from '@/server/factors/evaluate';
import { parseFactor } from '@/server/factors/parse';
import { payForCall } from '../pay-for-call';
import { defineTool } from '../tool';

const input = z.strictObject({
  expression: z.string().min(1).max(4_000).describe('For example Mean($close,5)/$close-1'),
  market: z.string().describe('Name of a stored market'),
  symbols: z.array(z.string()).min(1).max(50).optional().describe('Default: the first 20 of the market'),
  days: z.number().int().min(1).max(1_000).default(20).describe('Last days of each symbol'),
});

/** Values of a factor expression. */
export const evaluateFactor = defineTool({
  name: 'evaluate_factor',
  title: 'Evaluate a factor',
  description: 'Values of a factor expression by symbol and day: {symbol: [[date, value or null], …]}. A value uses no bar later than its day.',
  input,
  readOnly: true,
  async call({ expression, market, symbols, days }, context) {
    const expr = parseFactor(expression);
    const row = getMarket(context.db, market);
    return payForCall(context, { tool: 'evaluate_factor', bookId: null }, async (signal) => {
      const panel = loadMarketPanel(row);
      const wanted = (symbols ?? panel.symbols.slice(0, 20)).map((symbol) => ({ symbol, stock: panel.symbols.indexOf(symbol) }));
      const unknown = wanted.find(({ stock }) => stock < 0);
      if (unknown) throw new AppError('NOT_FOUND', `symbols: market ${market} has no ${unknown.symbol}.`);
      const values: Record<string, [string, number | null][]> = {};
      for (const { symbol, stock } of wanted) {
        // Between two symbols the meter looks at the account.
        await nextTurn();
        signal.throwIfAborted();
        const { dates, bars } = barsOfPanel(panel, stock);
        const column = new FactorEvaluator(bars).evaluate(expr);
        const first = Math.max(0, dates.length - days);
        values[symbol] = dates.slice(first).map((date, t) => [date, Number.isFinite(column[first + t]!) ? column[first + t]! : null]);
      }
      return { expression, market, values };
    });
  },
});
