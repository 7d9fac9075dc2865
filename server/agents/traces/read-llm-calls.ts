import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import { AppError } from '@/server/contracts/errors';
import { cleanText } from '@/server/stdaw/gradient/clean-text';

/** Folder of one QuantPits run: `{date}[_{label}]_run_{8 hex}` (quantpits llm_trace.py). */
const RUN_FOLDER = /_run_[0-9a-f]{8}$/;
/** File of one call: `NNN_….json` in a folder of its stage. */
const CALL_FILE = /^\d+_.*\.json$/;
const MAX_FILE_BYTES = 20_000_000;
const MAX_DEPTH = 8;
const MAX_TEXT = 20_000;
const MAX_INPUTS = 50;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
/** A name by which a run, a call or an agent is found, shown and exported again. */
const name = z.string().max(200).refine((value) => !INVISIBLE.test(value), 'must have no invisible characters');
/** Eleven days: a longer call is a wrong number. */
const MAX_DURATION_MS = 1e9;
const [FIRST_AT, LAST_AT] = [Date.UTC(2000), Date.UTC(2100)];

const tokens = z.number().int().min(0).max(1e9).nullish();
const text = z.string().transform((value) => cleanText(value, MAX_TEXT)).nullish();
const label = name.nullish();
/** What is read of a call; everything else QuantPits writes is left alone. */
const callSchema = z.object({
  trace_id: name.min(1),
  run_id: label,
  session_id: text,
  operation: text,
  round_number: z.number().nullish(),
  round_phase: text,
  participant_id: label,
  participant_role: text,
  timestamp: z.string().transform((value, context) => {
    // Naive times of Python's datetime.now() carry no zone; they are taken as UTC, as all times of the console are.
    const at = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`);
    if (!(at >= FIRST_AT && at < LAST_AT)) context.addIssue({ code: 'custom', message: 'must be an ISO time of the years 2000 to 2099' });
    return at;
  }),
  duration_ms: z.number().min(0).max(MAX_DURATION_MS).nullish(),
  label: text,
  model_requested: label,
  model_responded: label,
  base_url: z.string().nullish(),
  messages: z.array(z.unknown()).nullish(),
  system_prompt_hash: text,
  response_content: text,
  finish_reason: text,
  prompt_tokens: tokens,
  completion_tokens: tokens,
  cached_tokens: tokens,
  reasoning_tokens: tokens,
  success: z.boolean().nullish(),
  error: text,
  retry_attempt: z.number().nullish(),
  input_trace_ids: z.array(z.string().min(1).max(200)).nullish().catch(null),
  workspace: label,
  pipeline_stage: label,
});

export interface LlmCall {
  readonly callId: string;
  readonly runId: string;
  /** Path inside the imported folder. */
  readonly file: string;
  readonly workspace: string | null;
  readonly at: number;
  readonly provider: 'openai' | 'anthropic';
  readonly model: string | null;
  /** Null when the file does not say: unknown, not 0. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly durationMs: number | null;
  /** Who spoke: participant, else the stage's folder. */
  readonly agent: string;
  /** What the event store keeps: no prompts, their hash; the answer cut at 20,000 characters. */
  readonly payload: Record<string, unknown>;
}

export interface Refused {
  readonly file: string;
  readonly why: string;
}

/** Every recorded call below a folder (a workspace, its `llm_traces`, or one run), oldest first. @throws AppError BAD_INPUT */
export function readLlmCalls(dir: string): { calls: LlmCall[]; refused: Refused[]; runs: number } {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) throw new AppError('BAD_INPUT', `${dir} is no folder; give a QuantPits workspace or its output/deep_analysis/llm_traces.`);
  const runs = findRuns(dir, 0);
  const calls: LlmCall[] = [];
  const refused: Refused[] = [];
  /** Call → its file: a cost is booked by the id of its call, so a second one under the same id would be lost in silence. */
  const fileOf = new Map<string, string>();
  for (const run of runs) {
    for (const path of jsonFiles(run)) {
      const file = relative(dir, path) || basename(path);
      try {
        const call = readCall(path, file, basename(run));
        const first = fileOf.get(call.callId);
        if (first !== undefined) throw new Error(`trace_id: ${call.callId} stands in ${first} already`);
        fileOf.set(call.callId, file);
        calls.push(call);
      } catch (error) {
        refused.push({ file, why: error instanceof z.ZodError ? (error.issues.map((i) => `${i.path.map(String).join('.') || '(root)'}: ${i.message}`)[0] ?? 'not valid') : error instanceof Error ? error.message : String(error) });
      }
    }
  }
  calls.sort((a, b) => a.at - b.at || (a.callId < b.callId ? -1 : 1));
  return { calls, refused, runs: runs.length };
}

function findRuns(dir: string, depth: number): string[] {
  if (RUN_FOLDER.test(basename(dir))) return [dir];
  if (depth === MAX_DEPTH) return [];
  return foldersOf(dir).flatMap((child) => findRuns(child, depth + 1));
}

/** Real folders only: a link could lead anywhere, or in a circle. */
const foldersOf = (dir: string): string[] => readdirSync(dir, { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => join(dir, e.name)).sort();

function jsonFiles(dir: string): string[] {
  const own = readdirSync(dir, { withFileTypes: true }).filter((e) => e.isFile() && CALL_FILE.test(e.name)).map((e) => join(dir, e.name)).sort();
  return [...own, ...foldersOf(dir).flatMap(jsonFiles)];
}

function readCall(path: string, file: string, runFolder: string): LlmCall {
  if (statSync(path).size > MAX_FILE_BYTES) throw new Error(`is larger than ${MAX_FILE_BYTES / 1e6} MB`);
  const call = callSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const model = call.model_responded || call.model_requested || null;
  const stage = call.pipeline_stage || file.split('/').at(-2) || 'run';
  return {
    callId: call.trace_id,
    runId: name.parse(call.run_id || runFolder),
    file,
    workspace: call.workspace || null,
    at: call.timestamp,
    provider: providerOf(call.base_url),
    model,
    inputTokens: call.prompt_tokens ?? null,
    outputTokens: call.completion_tokens ?? null,
    durationMs: call.duration_ms ?? null,
    agent: name.parse(call.participant_id || stage),
    payload: {
      role: 'assistant', source: 'quantpits', file, workspace: call.workspace ?? null, provider: providerOf(call.base_url), inputs: call.input_trace_ids?.slice(0, MAX_INPUTS) ?? [], model, operation: call.operation ?? null, stage, participant: call.participant_id ?? null, participantRole: call.participant_role ?? null,
      round: call.round_number ?? null, phase: call.round_phase ?? null, label: call.label ?? null, session: call.session_id ?? null, host: hostOf(call.base_url),
      success: call.success ?? null, error: call.error?.slice(0, 2000) ?? null, retry: call.retry_attempt ?? null, finishReason: call.finish_reason ?? null,
      cachedTokens: call.cached_tokens ?? null, reasoningTokens: call.reasoning_tokens ?? null, systemPromptHash: call.system_prompt_hash ?? null,
      messages: call.messages?.length ?? null, messagesSha256: call.messages ? sha256Hex(canonicalJson(call.messages)) : null, text: (call.response_content ?? '').slice(0, MAX_TEXT),
    },
  };
}

const providerOf = (url: string | null | undefined): LlmCall['provider'] => (url?.includes('anthropic') ? 'anthropic' : 'openai');

/** The host only: an address may carry a key. */
function hostOf(url: string | null | undefined): string | null {
  try {
    return url ? new URL(url).host : null;
  } catch {
    return null;
  }
}
