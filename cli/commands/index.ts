/** A command: the words that select it, and where its code is (loaded only when it runs). */
export interface Command {
  words: readonly string[];
  usage: string;
  summary: string;
  /** Its output is JSON even without --json, so its refusals are too. */
  printsJson?: (args: readonly string[]) => boolean;
  load: () => Promise<{ run: (args: string[]) => Promise<number>; help?: string }>;
}

export const COMMANDS: readonly Command[] = [
  { words: ['verify'], usage: 'verify --package DIR [--patch FILE] [--phase logic|test]', summary: 'Run the STDAW gates on a package or a patch; exit 1 with the reason when one fails.', load: () => import('./verify') },
  { words: ['backtest'], usage: 'backtest --strategy DIR --market NAME [--from D] [--to D] [--friction on|off] [--mode console|qlib]', summary: 'A run through the execution simulator: return, friction, turnover, L_t, orders by reason.', load: () => import('./backtest') },
  { words: ['sim2real'], usage: 'sim2real --strategy DIR --market NAME [--from D] [--to D] [--levels 0.5,2] [--capitals …]', summary: 'With and without friction, decay of alpha, cost per fill, capacity.', load: () => import('./sim2real') },
  { words: ['calibrate'], usage: 'calibrate (--fills FILE --quotes FILE [--equity AMOUNT] | --book NAME)', summary: 'λ, γ, spread, impact and delay fitted from your own fills and quotes, or a book’s.', load: () => import('./calibrate') },
  { words: ['factor', 'eval'], usage: 'factor eval --expr E (--market NAME | --bars FILE) [--table]', summary: 'Values of a factor expression by symbol and day, as JSON or as a table.', printsJson: (args) => !args.includes('--table'), load: () => import('./factor-eval') },
  { words: ['evolve'], usage: 'evolve --seed E --market NAME --policy gp', summary: 'Search for a better factor; search and held-out windows side by side.', load: () => import('./evolve') },
  { words: ['import', 'bars'], usage: 'import bars FILE… --market NAME [--mapping FILE] [--dry-run] [--replace]', summary: 'Bars of any kind into a market, with a ledger of all that was kept, refused and found.', load: () => import('./import-bars') },
  { words: ['import', 'quotes'], usage: 'import quotes FILE --market NAME', summary: 'Order-book snapshots of a market: evidence for autopsies.', load: () => import('./import-quotes') },
  { words: ['import', 'workspace'], usage: 'import workspace DIR --book NAME', summary: 'A QuantPits workspace as a read-only account: flow-neutral returns, turnover, trades.', load: () => import('./import-workspace') },
  { words: ['import', 'traces'], usage: 'import traces DIR [--name NAME]', summary: 'Recorded model calls of a QuantPits workspace: events and their cost.', load: () => import('./import-traces') },
  { words: ['metrics'], usage: 'metrics --returns FILE [--column port] [--benchmark-column bench] [--rf 0.0135] [--definitions paper|quantpits|qlib]', summary: 'Every performance figure of a return series, each with its definition.', load: () => import('./metrics') },
  { words: ['report'], usage: 'report --book NAME [--episode N] [--phases "NAME=FROM..TO, …"]', summary: "A book's versions (or phases by dates) in the paper's two tables, the paper's row beside.", load: () => import('./report') },
  { words: ['budget', 'exec'], usage: 'budget exec --account NAME -- COMMAND…', summary: 'Any command under a compute account: metered, booked, ended when the money is.', load: () => import('./budget-exec') },
  { words: ['budget', 'list'], usage: 'budget list', summary: 'Compute accounts: limit, spent, left.', load: () => import('./budget/list') },
  { words: ['budget', 'open'], usage: 'budget open --account NAME [--cpu-seconds N] [--wall-seconds N] [--tokens N] [--money X]', summary: 'A new compute account.', load: () => import('./budget/open') },
  { words: ['budget', 'top-up'], usage: 'budget top-up --account NAME --user PERSON --reason TEXT [--cpu-seconds N] …', summary: 'More capital: by an approver, with a reason.', load: () => import('./budget/top-up') },
  { words: ['trace', 'export'], usage: 'trace export (--proposal ID | --run ID) [--format orchestration|otlp|deliberation] [--out FILE]', summary: 'What an agent did, as JSON that others read.', printsJson: () => true, load: () => import('./trace-export') },
  { words: ['mcp'], usage: 'mcp [--http PORT]', summary: 'The gates as tools for other agents (Model Context Protocol); none approves or trades.', load: () => import('./mcp') },
  { words: ['prepare'], usage: 'prepare [--no-demo]', summary: 'Database at the newest migration, the first user, the demo; does nothing when all is there.', load: () => import('./prepare') },
  { words: ['sign-in-link'], usage: 'sign-in-link [--user NAME] [--url URL]', summary: 'Print a link that signs a person in once.', load: () => import('./sign-in-link') },
  { words: ['audit', 'verify'], usage: 'audit verify [--db FILE]', summary: 'Recompute the hash chain; exit 1 names the first altered row.', load: () => import('./audit-verify') },
  { words: ['serve'], usage: 'serve [--port N] [--host H]', summary: 'Prepare what is missing and serve the console.', load: () => import('./serve') },
  { words: ['worker'], usage: 'worker', summary: 'Take jobs in the foreground, beside or instead of the engine of the server.', load: () => import('./worker') },
  { words: ['backup'], usage: 'backup FILE [--force]', summary: 'Database, panels and package repositories into one archive, while the console runs.', load: () => import('./backup') },
  { words: ['restore'], usage: 'restore FILE', summary: 'Put a backup into an empty data directory and verify its audit log.', load: () => import('./restore') },
];
