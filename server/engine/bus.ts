import { type EventRow, lastEventId, listEventsAfter } from '@/server/audit/events';
import type { LiveTurn } from '@/server/contracts/live-turn';
import { db } from '@/server/db/client';

const POLL_MS = 120;
type Listener = (events: EventRow[]) => void;
type LiveListener = (turn: LiveTurn) => void;
/** Turns that are being written at the same time; more than a console runs agents. */
const MAX_LIVE = 64;

/**
 * Hands new rows of the event store to whoever listens in this process (SSE). It asks the table for its largest id, so it
 * hears every writer alike: engine, server actions, command line. Nobody listens, nobody asks.
 */
class Bus {
  #listeners = new Set<Listener>();
  #liveListeners = new Set<LiveListener>();
  #live = new Map<string, LiveTurn>();
  #closers = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #seen = 0;
  #closed = false;

  /** Calls back with events stored from now on, oldest first. Returns the way to stop. */
  subscribe(listener: Listener): () => void {
    if (this.#listeners.size === 0) {
      this.#seen = lastEventId(db());
      this.#timer = setInterval(() => this.#poll(), POLL_MS);
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearInterval(this.#timer);
    };
  }

  /** Looks at once instead of at the next tick (the engine said that it stored something). */
  wake(): void {
    if (this.#listeners.size > 0) this.#poll();
  }

  #poll(): void {
    if (lastEventId(db()) === this.#seen) return;
    for (;;) {
      const events = listEventsAfter(db(), { afterId: this.#seen });
      const last = events.at(-1);
      if (!last) return;
      this.#seen = last.id;
      for (const listener of [...this.#listeners]) listener(events);
    }
  }

  /** Calls back with turns that are being written, the present ones first. They are not stored: who comes too late has missed nothing that counts. */
  subscribeLive(listener: LiveListener): () => void {
    for (const turn of this.#live.values()) listener(turn);
    this.#liveListeners.add(listener);
    return () => this.#liveListeners.delete(listener);
  }

  sayLive(turn: LiveTurn): void {
    if (turn.done) this.#live.delete(turn.traceId);
    else if (this.#live.has(turn.traceId) || this.#live.size < MAX_LIVE) this.#live.set(turn.traceId, turn);
    for (const listener of [...this.#liveListeners]) listener(turn);
  }

  /** The engine is gone, and with it what it was hearing. */
  endLive(): void {
    for (const turn of [...this.#live.values()]) this.sayLive({ ...turn, parts: [], done: true });
  }

  /** Runs when the server is told to stop: an open SSE response would keep it alive (stack.md P9). */
  onShutdown(close: () => void): () => void {
    this.#closers.add(close);
    return () => this.#closers.delete(close);
  }

  shutdown(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const close of [...this.#closers]) close();
    this.#closers.clear();
    this.#listeners.clear();
    this.#liveListeners.clear();
  }

  /** A browser asks again within a second, over a connection that is still open: the server would never end. */
  get closed(): boolean {
    return this.#closed;
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}

// Instrumentation, route handlers and server actions are separate bundles: module state is not shared, globalThis is (stack.md P17).
const shared = globalThis as unknown as { __oomrlBus?: Bus };
export const bus = (): Bus => (shared.__oomrlBus ??= new Bus());
