import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { checkColumns, checkDecision } from './check-decision';
import { DayFrames } from './day-frame';
import { ColumnReader, fromColumns, isColumns } from './decision-columns';
import { StrategyProcess } from './strategy-process';
import { answerSchema, FRAME, helloSchema, jsonFrame } from './strategy-protocol';
import { type DayBars, type DayQuestion, type DecisionColumns, type StrategyPackage, type StrategySession, VIEW_FIELDS } from './types';

export interface OpenOptions {
  /** Symbols of the market, in the order of the bars. */
  readonly symbols: readonly string[];
  /** Longest time of one answer, in ms; default 5000. */
  readonly dayTimeoutMs?: number;
}

const DAY_TIMEOUT_MS = 5000;
const START_TIMEOUT_MS = 15_000;

/**
 * Start a package in the sandbox. @throws AppError STRATEGY_FAILED (does not load), BAD_INPUT (a universe name the market
 * lacks), MISSING_PART (no isolation here)
 */
export async function openStrategy(pkg: StrategyPackage, options: OpenOptions): Promise<StrategySession> {
  const pick = pickUniverse(pkg, options.symbols);
  const symbols = pick === null ? options.symbols : Array.from(pick, (i) => options.symbols[i]!);
  const init = await initFrame(pkg, symbols, options.symbols);
  const subject = await StrategyProcess.start(pkg.manifest.language);
  try {
    const hello = parseReply(await subject.ask(START_TIMEOUT_MS, init), helloSchema);
    if ('problem' in hello) throw new AppError('STRATEGY_FAILED', `The strategy ${pkg.manifest.name} does not load: ${hello.problem}`, { stack: packageFrames(hello.problem) });
    return session(pkg, subject, { symbols, pick, market: options.symbols }, hello.lookbackDays, options.dayTimeoutMs ?? DAY_TIMEOUT_MS);
  } catch (error) {
    await subject.close();
    throw error;
  }
}

/** Names of the universe, their positions in the market (null = all of it), and names of the market. */
interface Names {
  readonly symbols: readonly string[];
  readonly pick: Int32Array | null;
  readonly market: readonly string[];
}

function session(pkg: StrategyPackage, subject: StrategyProcess, names: Names, lookbackDays: number, timeoutMs: number): StrategySession {
  const { symbols, pick, market } = names;
  const frames = new DayFrames(symbols.length, pick);
  const reader = new ColumnReader(symbols.length, pick);
  const positionOf = new Map(symbols.map((symbol, i) => [symbol, pick === null ? i : pick[i]!]));
  const decideColumns = async (bars: DayBars, question: DayQuestion): Promise<DecisionColumns | null> => {
    const reply = await subject.ask(timeoutMs, frames.today(bars, question, subject.isDrained));
    if (isColumns(reply)) return reader.read(reply);
    const answer = parseReply(reply, answerSchema);
    if (answer.kind === 'error') {
      const { name, message, stack } = answer;
      throw new AppError('STRATEGY_FAILED', `The strategy ${pkg.manifest.name} threw on ${bars.date}: ${name}: ${message}`, { date: bars.date, stack: packageFrames(stack), untrusted: true });
    }
    if (answer.kind === 'keep') return null;
    if (answer.kind === 'decision') return checkDecision(answer.decision, positionOf, bars.date);
    const { names: given, weights, memory } = answer;
    if (given.length !== weights.length) throw new AppError('STRATEGY_FAILED', `The strategy process broke the protocol: ${given.length} names with ${weights.length} weights.`);
    return checkColumns(given, given.length, (k) => weights[k], memory, positionOf, bars.date);
  };
  return {
    lookbackDays,
    feed(bars) {
      subject.send(frames.past(bars));
    },
    decideColumns,
    async decide(bars, question) {
      const columns = await decideColumns(bars, question);
      return columns === null ? null : fromColumns(columns, market);
    },
    close: () => subject.close(),
  };
}

/**
 * TypeScript crosses with its types blanked, Python as it is. The compiler takes 0.5 s to load: only when there is something to blank.
 * `market`: all its names, since a portfolio may hold others than those of the universe.
 */
async function initFrame(pkg: StrategyPackage, symbols: readonly string[], market: readonly string[]): Promise<Buffer> {
  const { manifest } = pkg;
  const sources = (ending: string) => pkg.sources.filter((file) => file.path.endsWith(ending));
  const blanked = async () => {
    const { stripTypes } = await import('./strip-types');
    return sources('.ts').map((file) => [file.path, stripTypes(file)]);
  };
  const files = manifest.language === 'python' ? sources('.py').map((file) => [file.path, file.text]) : await blanked();
  return jsonFrame(FRAME.INIT, { files, entry: manifest.entry, fields: VIEW_FIELDS, symbols, market, parameters: manifest.parameters });
}

function pickUniverse(pkg: StrategyPackage, symbols: readonly string[]): Int32Array | null {
  const { universe } = pkg.manifest;
  if (universe === 'all') return null;
  const index = new Map(symbols.map((symbol, i) => [symbol, i]));
  return Int32Array.from([...universe].sort(), (symbol) => {
    const i = index.get(symbol);
    if (i === undefined) throw new AppError('BAD_INPUT', `strategy.json: universe: ${symbol} is not in this market.`);
    return i;
  });
}

function parseReply<S extends Parameters<typeof parseOrThrow>[0]>(reply: Buffer, schema: S) {
  try {
    return parseOrThrow(schema, JSON.parse(reply.toString('utf8')), 'Answer of the strategy process');
  } catch (error) {
    throw new AppError('STRATEGY_FAILED', `The strategy process broke the protocol: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Frames inside the package, as file:line:column; the rest of a stack is ours and tells nothing. */
function packageFrames(stack: string): string[] {
  return [...stack.matchAll(/\bsrc\/[\w./-]+:\d+:\d+/g)].map((match) => match[0]).slice(0, 20);
}
