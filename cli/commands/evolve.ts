import { AppError } from '@/server/contracts/errors';
import { migrateDb, openDb } from '@/server/db/client';
import { getMarket, panelsDir } from '@/server/db/market-store';
import { loadPanel } from '@/server/db/panel-store';
import { runEvolution } from '@/server/evolution/run-evolution';
import { fixed } from '../fixed';
import { parseArgs } from '../parse-args';

function wholeNumber(text: string, name: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) throw new AppError('BAD_INPUT', `--${name}: value is ${JSON.stringify(text)}; allowed: a whole number from ${least} to ${most}.`);
  return value;
}

/** `oomrl evolve --seed E --market NAME --policy gp`: one run; the held-out column stands beside the search column. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { seed: { type: 'string' }, market: { type: 'string' }, policy: { type: 'string', default: 'gp' }, turns: { type: 'string', default: '3' }, calls: { type: 'string', default: '4' }, random: { type: 'string', default: '1' }, json: { type: 'boolean' } },
  });
  if (!values.seed || !values.market) throw new AppError('BAD_INPUT', 'evolve needs --seed EXPRESSION and --market NAME.');
  if (values.policy !== 'gp') throw new AppError('BAD_INPUT', `--policy: value is ${JSON.stringify(values.policy)}; allowed: gp.`);
  const db = openDb();
  migrateDb(db);
  const market = getMarket(db, values.market);
  const panel = loadPanel(panelsDir(), market.panelHash);
  db.$client.close();
  const result = runEvolution(panel, { seedExpression: values.seed, turns: wholeNumber(values.turns, 'turns', 1, 50), callsPerTurn: wholeNumber(values.calls, 'calls', 1, 100), randomSeed: wholeNumber(values.random, 'random', 0, 2 ** 31), searchShare: 0.6 });
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ market: market.name, synthetic: market.synthetic, ...result })}\n`);
    return 0;
  }
  const ratio = (x: number | null) => (x === null ? 'n/a' : fixed(x, 3));
  const line = (name: string, f: { expression: string; search: { informationRatio: number | null }; heldOut: { informationRatio: number | null } }) => `${name}  IR search ${ratio(f.search.informationRatio)}  held out ${ratio(f.heldOut.informationRatio)}  ${f.expression}`;
  process.stdout.write(`${[`${market.name}${market.synthetic ? ' (synthetic)' : ''}: ${result.factors.length} factors tried, ${result.failures.length} failed calls, reward ${fixed(result.reward.guarded, 4)}`, line('seed', result.seed), ...(result.best ? [line('best', result.best)] : [])].join('\n')}\n`);
  return 0;
}
