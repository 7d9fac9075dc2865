import { Project } from 'ts-morph';
import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile, StrategyPackage } from '@/server/strategy/types';

const VIEW = `export interface View {
  date: string; dayIndex: number; symbols: readonly string[];
  fields: Record<'open' | 'high' | 'low' | 'close' | 'volume' | 'amount' | 'factor', Float64Array[]>;
  tradable: readonly boolean[];
  portfolio: { weights: Record<string, number>; cashWeight: number; equity: number };
}
export interface Choice { weights: Record<string, number> }
`;

/** Follows five-day moves every day, in whatever trades least. Modules, function declarations, an unused helper. */
const FOLLOWER: readonly PackageFile[] = [
  { path: 'src/view.ts', text: VIEW },
  {
    path: 'src/timing.ts',
    text: `/** Days between two rebalances. */
export const REBALANCE_EVERY_DAYS = 1;

/** True on days on which the book is rebalanced. */
export function isRebalanceDay(dayIndex: number): boolean {
  return dayIndex % REBALANCE_EVERY_DAYS === 0;
}
`,
  },
  {
    path: 'src/universe.ts',
    text: `import type { View } from './view.ts';

/** Smallest traded amount a name must have to count as liquid. */
export const MIN_AMOUNT = 20000000;

/** Indices that traded today. */
export function tradedToday(view: View): number[] {
  return view.symbols.map((_, i) => i).filter((i) => view.tradable[i] === true);
}

/** Keeps names whose traded amount is at least MIN_AMOUNT: the liquidity filter. */
export function onlyLiquid(names: number[], view: View): number[] {
  const amounts = view.fields.amount[view.fields.amount.length - 1] ?? new Float64Array(0);
  return names.filter((i) => (amounts[i] ?? 0) >= MIN_AMOUNT);
}
`,
  },
  {
    path: 'src/strategy.ts',
    text: `import { isRebalanceDay } from './timing.ts';
import { tradedToday } from './universe.ts';
import type { Choice, View } from './view.ts';

export const lookbackDays = 6;
/** Names held at a time. */
const TOP_NAMES = 5;

/** Move of a name over the lookback. */
export function score(view: View, i: number): number {
  const first = view.fields.close[0]?.[i] ?? 1;
  const last = view.fields.close[view.fields.close.length - 1]?.[i] ?? 1;
  return last / first - 1;
}

export function decide(view: View): Choice | null {
  if (!isRebalanceDay(view.dayIndex)) return null;
  const names = tradedToday(view);
  const ranked = [...names].sort((a, b) => score(view, b) - score(view, a));
  const weights: Record<string, number> = {};
  for (const i of ranked.slice(0, TOP_NAMES)) weights[view.symbols[i] ?? ''] = 0.9 / TOP_NAMES;
  return { weights };
}
`,
  },
];

/** One file of arrow functions: buys yesterday's losers each day; no schedule at all. */
const REVERTER: readonly PackageFile[] = [
  {
    path: 'src/main.ts',
    text: `${VIEW}
export const lookbackDays = 3;
const settings = {
  // how many names the basket has
  basket: 8,
  // share of equity put to work
  invested: 0.9,
};

const fall = (view: View, i: number): number => {
  const then = view.fields.close[0]?.[i] ?? 1;
  const now = view.fields.close[view.fields.close.length - 1]?.[i] ?? 1;
  return then / now - 1;
};

const open = (view: View): number[] => view.symbols.map((_, i) => i).filter((i) => view.tradable[i] === true);

export const decide = (view: View): Choice | null => {
  const losers = open(view).sort((a, b) => fall(view, b) - fall(view, a)).slice(0, settings.basket);
  const weights: Record<string, number> = {};
  for (const i of losers) weights[view.symbols[i] ?? ''] = settings.invested / settings.basket;
  return { weights };
};
`,
  },
];

const manifest = (name: string, entry: string): PackageFile => ({ path: 'strategy.json', text: JSON.stringify({ name, language: 'typescript', entry, contract: 1, universe: 'all', benchmark: null, parameters: {} }) });

export const followerPackage = (): StrategyPackage => makePackage([manifest('follower', 'src/strategy.ts'), ...FOLLOWER]);
export const reverterPackage = (): StrategyPackage => makePackage([manifest('reverter', 'src/main.ts'), ...REVERTER]);

/** Names of the strategy contract, which a package cannot change. */
const CONTRACT_NAMES = new Set(['decide', 'lookbackDays', 'weights', 'memory']);

/**
 * The same package with every declared symbol renamed to nonsense and every comment removed; tests and the manifest's frozen
 * list follow the names.
 */
export function renameEverything(files: readonly PackageFile[]): PackageFile[] {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowImportingTsExtensions: true, noEmit: true } });
  for (const file of files) if (file.path.endsWith('.ts')) project.createSourceFile(`/${file.path}`, file.text);
  const renamed = new Map<string, string>();
  for (const file of project.getSourceFiles().filter((f) => f.getFilePath().startsWith('/src/'))) {
    const named = [...file.getFunctions(), ...file.getVariableDeclarations(), ...file.getFunctions().flatMap((f) => f.getVariableDeclarations())];
    for (const declaration of named) {
      const name = declaration.getName();
      if (!name || CONTRACT_NAMES.has(name) || !/^\w+$/.test(name)) continue;
      renamed.set(`${file.getFilePath().slice(1)}#${name}`, `q${renamed.size}`);
      declaration.rename(`q${renamed.size - 1}`);
    }
  }
  return files.map(({ path, text }) => {
    if (path === 'strategy.json') {
      const manifest = JSON.parse(text) as { name: string; frozen?: string[] };
      const frozen = (manifest.frozen ?? []).map((entry) => `${entry.split('#')[0]}#${renamed.get(entry) ?? entry.split('#')[1]}`);
      return { path, text: JSON.stringify({ ...manifest, name: 'renamed', frozen }) };
    }
    const source = project.getSourceFile(`/${path}`);
    return { path, text: source ? stripComments(source.getFullText()) : text };
  });
}

const stripComments = (text: string): string => text.replace(/\/\*\*?[\s\S]*?\*\/\n?/g, '').replace(/(^|[^:'"])\/\/[^\n]*/g, '$1');
