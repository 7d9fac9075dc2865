import type { LiveTurn } from '@/server/contracts/live-turn';

/** At most ten frames a second, whatever the model's speed. */
const FRAME_MS = 100;
/** Newest characters a frame holds, and the parts they may be in. */
const TAIL = 4_000;
const MAX_PARTS = 40;
/** Control characters and marks that turn the direction of text: never shown. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** Words of a turn as they arrive: of the text, or of the input of a named tool. */
export interface Delta {
  readonly tool: string | null;
  readonly text: string;
}

export interface LiveTurnWriter {
  hear(delta: Delta): void;
  /** The turn is whole or broke off: the last frame. */
  end(): void;
}

/** Gathers deltas into frames for the screen: throttled, bounded, and gone afterwards. */
export function openLiveTurn(of: Pick<LiveTurn, 'traceId' | 'attemptId' | 'call'>, say: (turn: LiveTurn) => void): LiveTurnWriter {
  let parts: Delta[] = [];
  let cut = 0;
  let timer: NodeJS.Timeout | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let ended = false;
  const send = (done: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    sentAt = performance.now();
    say({ ...of, parts: done ? [] : parts.map((p) => ({ ...p })), cut, done });
  };
  return {
    hear({ tool, text }) {
      if (ended) return;
      const words = text.replace(UNSEEN, '');
      const last = parts.at(-1);
      if (last && last.tool === tool && words !== '') parts[parts.length - 1] = { tool, text: last.text + words };
      else if (!last || last.tool !== tool) parts.push({ tool: tool?.slice(0, 100) ?? null, text: words });
      ({ parts, cut } = newest(parts, cut));
      timer ??= setTimeout(() => send(false), Math.max(0, sentAt + FRAME_MS - performance.now()));
    },
    end() {
      if (ended) return;
      ended = true;
      if (timer !== undefined || sentAt !== Number.NEGATIVE_INFINITY) send(true);
    },
  };
}

function newest(parts: readonly Delta[], cut: number): { parts: Delta[]; cut: number } {
  const kept: Delta[] = [];
  let room = TAIL;
  let dropped = cut;
  for (const part of [...parts].reverse()) {
    const text = room > 0 && kept.length < MAX_PARTS ? part.text.slice(-room) : '';
    dropped += part.text.length - text.length;
    if ((room > 0 || kept.length === 0) && kept.length < MAX_PARTS) kept.unshift({ tool: part.tool, text });
    room -= text.length;
  }
  return { parts: kept, cut: dropped };
}
