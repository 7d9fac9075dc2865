import type { LiveTurn } from '@/server/contracts/live-turn';

let channel: ((turn: LiveTurn) => void) | null = null;

/** Where a job's unfinished words go: in the engine that the web process forked, to its parent; elsewhere nowhere. */
export function openLiveChannel(send: (turn: LiveTurn) => void): void {
  channel = send;
}

/** Says what a model is writing, to whoever looks on; nobody waits for it. */
export const sayLive = (turn: LiveTurn): void => channel?.(turn);
