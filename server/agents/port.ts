import type { AstEdit } from '@/server/contracts/ast-edit';
import type { Autopsy } from '@/server/contracts/autopsy';
import type { ProviderName } from '@/server/contracts/proposal';
import type { StrategyPackage } from '@/server/strategy/types';
import type { Usage } from './capital/spend';
import type { LiveTurnWriter } from './live-turn';
import type { Evaluator } from './search/evaluate-beam';
import type { PastAttempt } from './search/learn-from-attempts';

/** What an agent gets to see for one attempt. Never hidden tests, secrets or other books. */
export interface AgentTask {
  readonly attemptId: string;
  readonly number: number;
  readonly autopsy: Autopsy;
  readonly base: StrategyPackage;
  /** Earlier attempts with why they failed, oldest first, those of the proposal this one continues included. */
  readonly past: readonly (PastAttempt & { readonly diff: string | null })[];
  /** Reasons of reviewers who wanted changes, oldest first. */
  readonly feedback: readonly string[];
  readonly model: string | null;
  readonly seed: number;
  /** Number among the candidates of one autopsy: 0 follows the first idea, higher ones look further away from it. */
  readonly explore: number;
  /** The Sim2Real gate's simulation; each call costs CPU seconds of the account. */
  readonly evaluator: Evaluator;
}

/** What an agent hands back: the diff is what counts, the rest explains it. */
export interface AgentDraft {
  readonly diff: string;
  readonly edits: readonly AstEdit[];
  /** Untrusted text. */
  readonly rationale: string;
}

export type TraceKind = 'spawn' | 'message' | 'tool_call' | 'tool_result' | 'decision' | 'stop';

export interface AgentTools {
  readonly signal: AbortSignal;
  /** One line of the trace, stored at once and streamed to the screen. */
  trace(kind: TraceKind, payload: Record<string, unknown>, usage?: Partial<Usage> & { durationMs?: number }): void;
  /** A turn that is being written, for those who look on: shown, never stored. Absent where nobody can. */
  live?(): LiveTurnWriter;
  /** Payloads of the messages this attempt stored before, oldest first: what a killed process had already heard. */
  recall(): readonly Record<string, unknown>[];
  /**
   * Pays for one call: reserves the most it may cost, runs it, books what it used, also when it fails.
   * @throws AppError OUT_OF_MONEY before the call when the account cannot pay
   */
  pay<T>(name: string, estimate: Usage, work: (book: (usage: Usage) => void) => Promise<T>): Promise<T>;
}

/** The one port behind which every agent stands. */
export interface AgentProvider {
  readonly name: ProviderName;
  /** @throws AppError PROVIDER_FAILED (the call), STRATEGY_FAILED (nothing left to try), OUT_OF_MONEY, BAD_INPUT (model); the signal's reason when aborted */
  draft(task: AgentTask, tools: AgentTools): Promise<AgentDraft>;
}
