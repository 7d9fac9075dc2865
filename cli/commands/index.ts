/** A command: the words that select it, and where its code is (loaded only when it runs). */
export interface Command {
  words: readonly string[];
  usage: string;
  summary: string;
  load: () => Promise<{ run: (args: string[]) => Promise<number> }>;
}

export const COMMANDS: readonly Command[] = [
  { words: ['verify'], usage: 'verify --package DIR [--patch FILE] [--phase logic|test]', summary: 'Run the STDAW gates on a package or a patch; exit 1 with the reason when one fails.', load: () => import('./verify') },
  { words: ['factor', 'eval'], usage: 'factor eval --expr E (--market NAME | --bars FILE)', summary: 'Values of a factor expression by symbol and day.', load: () => import('./factor-eval') },
  { words: ['evolve'], usage: 'evolve --seed E --market NAME --policy gp', summary: 'Search for a better factor; search and held-out windows side by side.', load: () => import('./evolve') },
];
