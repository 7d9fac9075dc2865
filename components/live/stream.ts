'use client';
import type { LiveTurn } from '@/server/contracts/live-turn';
import { type StreamEvent, streamEventKinds } from './stream-event';

/**
 * One EventSource for the browser, not for each tab: HTTP/1.1 allows six connections a host, so the seventh tab would
 * hang (stack.md P10). The tab that holds the lock listens and tells the others by BroadcastChannel.
 */
export type StreamStatus = 'connecting' | 'live' | 'lost';
type Message = { type: 'event'; event: StreamEvent } | { type: 'live'; turn: LiveTurn } | { type: 'status'; status: StreamStatus; seenAt: number } | { type: 'hello' };

const eventListeners = new Set<(event: StreamEvent) => void>();
const liveListeners = new Set<(turn: LiveTurn) => void>();
const statusListeners = new Set<() => void>();
let status: StreamStatus = 'connecting';
let seenAt = 0;
let leading = false;
/** Newest event this tab knows of: where a stream that is opened anew goes on. */
let lastId = 0;
let channel: BroadcastChannel | null = null;

function setStatus(next: StreamStatus, at: number): void {
  status = next;
  seenAt = at;
  for (const tell of statusListeners) tell();
}

function hear(message: Message): void {
  if (message.type === 'event') {
    lastId = Math.max(lastId, message.event.id);
    for (const tell of eventListeners) tell(message.event);
  }
  if (message.type === 'live') for (const tell of liveListeners) tell(message.turn);
  if (message.type === 'status') setStatus(message.status, message.seenAt);
  if (message.type === 'hello' && leading) channel?.postMessage({ type: 'status', status, seenAt } satisfies Message);
}

function tellAll(message: Message): void {
  hear(message);
  channel?.postMessage(message);
}

const CLOSED = 2;
const REOPEN_MS = 3000;

function open(): void {
  const source = new EventSource(`/api/stream?after=${lastId}`);
  const alive = () => tellAll({ type: 'status', status: 'live', seenAt: Date.now() });
  source.onopen = alive;
  source.addEventListener('beat', alive);
  source.onerror = () => {
    tellAll({ type: 'status', status: 'lost', seenAt });
    // A broken line is mended by the browser, which sends Last-Event-ID. A refusal (the server is stopping, the session ended) is not.
    if (source.readyState === CLOSED) setTimeout(open, REOPEN_MS);
  };
  source.addEventListener('live', (raw) => tellAll({ type: 'live', turn: JSON.parse((raw as MessageEvent<string>).data) as LiveTurn }));
  for (const kind of streamEventKinds) {
    source.addEventListener(kind, (raw) => {
      const event = JSON.parse((raw as MessageEvent<string>).data) as StreamEvent;
      tellAll({ type: 'event', event });
      alive();
    });
  }
}

/** Resolves never: the lock is held until the tab closes, then the next tab in the queue leads. */
function lead(): Promise<void> {
  leading = true;
  open();
  return new Promise(() => {});
}

function start(): void {
  if (channel) return;
  channel = new BroadcastChannel('oomrl-stream');
  channel.onmessage = (event: MessageEvent<Message>) => hear(event.data);
  channel.postMessage({ type: 'hello' } satisfies Message);
  if (navigator.locks) void navigator.locks.request('oomrl-stream-leader', lead);
  else void lead();
}

/** Every event of the console, from whichever tab listens. */
export function subscribeEvents(listener: (event: StreamEvent) => void): () => void {
  start();
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/** Turns that are being written, from whichever tab listens. */
export function subscribeLive(listener: (turn: LiveTurn) => void): () => void {
  start();
  liveListeners.add(listener);
  return () => liveListeners.delete(listener);
}

export function subscribeStatus(listener: () => void): () => void {
  start();
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}
export const readStatus = (): StreamStatus => status;
/** When the stream last proved to be alive, epoch ms; 0 = never. */
export const readSeenAt = (): number => seenAt;

/** The page was drawn when `id` was the newest event: what comes after it must reach the page. */
export function startAfter(id: number): void {
  if (typeof window !== 'undefined') lastId = Math.max(lastId, id);
}
