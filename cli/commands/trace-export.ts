import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { isImportedTrace } from '@/server/agents/traces/imported-run';
import { listImportedRuns } from '@/server/agents/traces/list-imported-runs';
import { TRACE_FORMATS, writeTrace } from '@/server/agents/traces/read-trace';
import { AppError } from '@/server/contracts/errors';
import { type DbOrTx, migrateDb, openDb } from '@/server/db/client';
import { proposals } from '@/server/db/schema';
import { parseArgs } from '../parse-args';
import { readValues } from '../read-values';

export const help = `oomrl trace export --proposal ID [--format orchestration|otlp|deliberation] [--out FILE] [--json]
oomrl trace export --run ID [--format orchestration|otlp] [--out FILE] [--json]

Writes what is stored of an agent's run as JSON: the orchestration-trace schema of awesome-llm-mas-rl, or OTLP with the GenAI and
OpenInference attributes (for an OpenTelemetry collector, Langfuse, Phoenix). Contents stay at home; their hashes travel.
--proposal: a run of this console (pro_…). --run: a run imported with oomrl import traces (qp_…, as in the address of its page).
The format deliberation is the thread of the proposal's incident, in full. A trace of any length is written piece by piece.
`;
const valuesSchema = z.object({
  id: z.string(),
  format: z.enum(TRACE_FORMATS, { error: `must be one of ${TRACE_FORMATS.join(', ')}` }).default('orchestration'),
});

const NAMED = 10;

/** @throws AppError NOT_FOUND naming the newest there are */
function requireTrace(db: DbOrTx, flag: '--proposal' | '--run', id: string): void {
  const ids = flag === '--run' ? listImportedRuns(db, {}).runs.map((r) => r.traceId) : db.select({ id: proposals.id }).from(proposals).orderBy(desc(proposals.createdAt)).all().map((row) => row.id);
  if (flag === '--run' ? isImportedTrace(id) : ids.includes(id)) return;
  const none = flag === '--run' ? 'none yet, import some with oomrl import traces' : 'none yet, start an agent first';
  const there = ids.length === 0 ? none : `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ` and ${ids.length - NAMED} older` : ''}`;
  throw new AppError('NOT_FOUND', `${flag}: value is ${JSON.stringify(id)}, which does not exist; allowed: ${there}.`);
}

/** `oomrl trace export`. @throws AppError BAD_INPUT, NOT_FOUND */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { proposal: { type: 'string' }, run: { type: 'string' }, format: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const given = values.proposal ?? values.run;
  if (given === undefined) throw new AppError('BAD_INPUT', '--proposal is needed: the id of a proposal (pro_…), as in the address of its page; or --run with that of an imported run (qp_…).');
  if (values.proposal !== undefined && values.run !== undefined) throw new AppError('BAD_INPUT', '--proposal and --run name two traces; name one.');
  const { id, format } = readValues(valuesSchema, { id: given, format: values.format });
  const db = openDb();
  try {
    migrateDb(db);
    requireTrace(db, values.run === undefined ? '--proposal' : '--run', id);
    const pieces = writeTrace(db, id, format);
    if (values.out === undefined) {
      for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
      return 0;
    }
    const bytes = await writeFile(values.out, pieces);
    process.stderr.write(`${format} trace of ${id}: ${values.out}\n`);
    if (values.json) process.stdout.write(`${JSON.stringify({ ...(values.run === undefined ? { proposal: id } : { run: id }), format, file: values.out, bytes })}\n`);
    return 0;
  } finally {
    db.$client.close();
  }
}

async function writeFile(path: string, pieces: Iterable<string>): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 });
  try {
    await pipeline(Readable.from(pieces), file);
    return file.bytesWritten;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('BAD_INPUT', `--out: ${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); check the path.`);
  }
}
