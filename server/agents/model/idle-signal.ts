/** Aborts when the caller aborts, when nothing was heard for `idleMs` (`heard` starts the wait anew), or when the call lasts too long in all. */
export interface IdleSignal {
  readonly signal: AbortSignal;
  heard(): void;
  timedOut(): boolean;
  release(): void;
}

/** A stream that says a word now and then is never silent and never ends: so many idle times are all it gets (an hour by default). */
const LONGEST = 30;

/** The SDKs' own timeout ends with the response headers; a stream that falls silent afterwards would hang for ever. */
export function idleSignal(outer: AbortSignal, idleMs: number): IdleSignal {
  const controller = new AbortController();
  let late = false;
  const expire = (why: string): void => {
    late = true;
    controller.abort(new Error(why));
  };
  const wait = (): NodeJS.Timeout => setTimeout(() => expire(`no byte for ${idleMs} ms`), idleMs);
  let timer = wait();
  const limit = setTimeout(() => expire(`no end after ${LONGEST * idleMs} ms`), LONGEST * idleMs);
  const follow = (): void => controller.abort(outer.reason);
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = wait();
    },
    timedOut: () => late,
    release() {
      clearTimeout(timer);
      clearTimeout(limit);
      outer.removeEventListener('abort', follow);
    },
  };
}
