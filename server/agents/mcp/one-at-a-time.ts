let last: Promise<unknown> = Promise.resolve();

/** Heavy work of the server runs one after the other; small questions are answered meanwhile. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}
