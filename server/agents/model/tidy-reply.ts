import { cleanText } from '@/server/stdaw/gradient/clean-text';
import type { Reply, ToolCall } from './types';

/** Longest name of a tool or a model that is kept. */
const MAX_NAME = 200;
/** Calls of one reply that are kept at all. */
const MAX_CALLS = 200;

/**
 * A reply as it is stored, shown and sent back: names without invisible characters and not endless, calls told apart by their id
 * (two under one id could not be answered), no more calls than anybody means.
 */
export function tidyReply(reply: Reply): Reply {
  const seen = new Set<string>();
  return { ...reply, model: cleanText(reply.model, MAX_NAME), calls: reply.calls.slice(0, MAX_CALLS).map((call, n) => ({ ...call, id: ownId(call, n, seen), name: cleanText(call.name, MAX_NAME) || 'unnamed' })) };
}

function ownId({ id }: ToolCall, n: number, seen: Set<string>): string {
  const usable = cleanText(id, MAX_NAME) || `call_${n}`;
  for (let k = 0; ; k++) {
    const own = k === 0 ? usable : `${usable.slice(0, 180)}_${n}_${k}`;
    if (seen.has(own)) continue;
    seen.add(own);
    return own;
  }
}
