/** Aborts when the caller aborts or when nothing was heard for `idleMs`; `heard` starts the wait anew. */
export interface IdleSignal {
  readonly signal: AbortSignal;
  heard(): void;
  timedOut(): boolean;
  release(): void;
}

/** The SDKs' own timeout ends with the response headers; a stream that falls silent afterwards would hang for ever. */
export function idleSignal(outer: AbortSignal, idleMs: number): IdleSignal {
  const controller = new AbortController();
  let late = false;
  const expire = (): void => {
    late = true;
    controller.abort(new Error(`no byte for ${idleMs} ms`));
  };
  let timer = setTimeout(expire, idleMs);
  const follow = (): void => controller.abort(outer.reason);
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(expire, idleMs);
    },
    timedOut: () => late,
    release() {
      clearTimeout(timer);
      outer.removeEventListener('abort', follow);
    },
  };
}
