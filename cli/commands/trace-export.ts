import { writeFileSync } from 'node:fs';
import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { readTrace, TRACE_FORMATS } from '@/server/agents/traces/read-trace';
import { AppError } from '@/server/contracts/errors';
import { type DbOrTx, migrateDb, openDb } from '@/server/db/client';
import { proposals } from '@/server/db/schema';
import { parseArgs } from '../parse-args';
import { readValues } from '../read-values';

export const help = `oomrl trace export --proposal ID [--format orchestration|otlp|deliberation] [--out FILE] [--json]

Writes what is stored of an agent's run as JSON: the orchestration-trace schema of awesome-llm-mas-rl, or OTLP with the GenAI and
OpenInference attributes (for an OpenTelemetry collector, Langfuse, Phoenix). Contents stay at home; their hashes travel.
The format deliberation is the thread of its incident, in full.
`;
const valuesSchema = z.object({
  proposal: z.string({ error: 'is needed: the id of a proposal (pro_…), as in the address of its page' }),
  format: z.enum(TRACE_FORMATS, { error: `must be one of ${TRACE_FORMATS.join(', ')}` }).default('orchestration'),
});

const NAMED = 10;

/** @throws AppError NOT_FOUND naming the newest proposals there are */
function requireProposal(db: DbOrTx, id: string): void {
  const ids = db.select({ id: proposals.id }).from(proposals).orderBy(desc(proposals.createdAt)).all().map((row) => row.id);
  if (ids.includes(id)) return;
  const there = ids.length === 0 ? 'none yet, start an agent first' : `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ` and ${ids.length - NAMED} older` : ''}`;
  throw new AppError('NOT_FOUND', `--proposal: value is ${JSON.stringify(id)}, which does not exist; allowed: ${there}.`);
}

/** `oomrl trace export`. @throws AppError BAD_INPUT, NOT_FOUND */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { proposal: { type: 'string' }, format: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const { proposal, format } = readValues(valuesSchema, values);
  const db = openDb();
  try {
    migrateDb(db);
    requireProposal(db, proposal);
    const text = `${JSON.stringify(readTrace(db, proposal, format))}\n`;
    if (values.out === undefined) process.stdout.write(text);
    else {
      try {
        writeFileSync(values.out, text, { mode: 0o600 });
      } catch (error) {
        throw new AppError('BAD_INPUT', `--out: ${values.out} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); check the path.`);
      }
      process.stderr.write(`${format} trace of ${proposal}: ${values.out}\n`);
      if (values.json) process.stdout.write(`${JSON.stringify({ proposal, format, file: values.out, bytes: text.length })}\n`);
    }
    return 0;
  } finally {
    db.$client.close();
  }
}
