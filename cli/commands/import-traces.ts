import { basename, resolve } from 'node:path';
import { importLlmTraces } from '@/server/agents/traces/import-llm-traces';
import { readLlmCalls } from '@/server/agents/traces/read-llm-calls';
import { AppError } from '@/server/contracts/errors';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { migrateDb, openDb } from '@/server/db/client';
import { parseArgs } from '../parse-args';

export const help = `oomrl import traces DIR [--name NAME] [--json]

Reads the recorded model calls of a QuantPits workspace (output/deep_analysis/llm_traces/**) into the event store and books their
cost to the account history:NAME (default: the workspace). Prices are those of Settings (Agents and budgets) on the day of each call; a call
without a known price or without recorded tokens is listed as unpriced and booked with the next import after the price was entered.
Prompts are not copied, only their hashes. Exit status: 0 imported, 1 nothing to import or files were refused, 2 wrong use.
`;

/** `oomrl import traces`. @throws AppError BAD_INPUT */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { name: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [dir] = positionals;
  if (dir === undefined || positionals.length > 1) throw new AppError('BAD_INPUT', 'import traces needs one folder: a QuantPits workspace or its llm_traces.');
  const { calls, refused, runs } = readLlmCalls(dir);
  for (const { file, why } of refused) process.stderr.write(`refused ${file}: ${why}\n`);
  if (calls.length === 0) {
    if (values.json) process.stdout.write(`${JSON.stringify({ imported: false, runs, calls: 0, refused })}\n`);
    else process.stdout.write(`No recorded call below ${dir}.\n`);
    return 1;
  }
  const db = openDb();
  try {
    migrateDb(db);
    const result = importLlmTraces(db, { calls, name: values.name ?? calls.find((c) => c.workspace)?.workspace ?? basename(resolve(dir)), actor: CLI_ACTOR, now: Date.now() });
    if (values.json) process.stdout.write(`${JSON.stringify({ imported: true, runs, calls: calls.length, refused, ...result })}\n`);
    else {
      const unpriced = result.unpriced.map((u) => `  unpriced: ${u.calls} calls of ${u.provider} ${u.model}, ${u.inputTokens} + ${u.outputTokens} tokens: ${u.why}`);
      process.stdout.write(`${[`${calls.length} calls of ${runs} runs: ${result.events} new, ${result.priced} booked to ${result.accountName} for ${(result.costMicros / 1e6).toFixed(4)}`, ...unpriced].join('\n')}\n`);
    }
    return refused.length > 0 ? 1 : 0;
  } finally {
    db.$client.close();
  }
}
