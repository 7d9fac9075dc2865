/** At most one server render per this time, however fast a book steps and however many parts of the page ask. */
const MIN_GAP_MS = 1500;

/** Makes a gate that runs `work` soon, never twice within the gap, and not while nobody looks. Times and document are passed in. */
export function makeRefreshGate(work: () => void, page: { isHidden: () => boolean; onceVisible: (then: () => void) => void }, now: () => number = Date.now): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let pending = false;
  const run = () => {
    pending = false;
    last = now();
    work();
  };
  return () => {
    if (pending) return;
    pending = true;
    setTimeout(() => (page.isHidden() ? page.onceVisible(run) : run()), Math.max(0, last + MIN_GAP_MS - now()));
  };
}
