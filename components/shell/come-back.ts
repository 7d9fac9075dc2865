/** A page that fails again so soon after it was loaded by itself fails each time: it is then loaded this seldom, and says so. */
const SELDOM_MS = 15_000;
const LOOK_MS = 1000;
const KEY = 'oomrl.loaded-again';

interface Surroundings {
  /** Whether the server answers that it can serve pages. */
  isServed: () => Promise<boolean>;
  reload: () => void;
  now: () => number;
  store: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Asks until the server answers and then loads the page again. `failsAgain`: it has just been loaded that way and failed all the
 * same, so the server is not what is missing. `stop` ends the asking.
 */
export function comeBack({ isServed, reload, now, store }: Surroundings): { readonly failsAgain: boolean; readonly stop: () => void } {
  const last = Number(store.getItem(KEY) ?? 0);
  const timer = setInterval(async () => {
    if (now() - last < SELDOM_MS || !(await isServed())) return;
    clearInterval(timer);
    store.setItem(KEY, String(now()));
    reload();
  }, LOOK_MS);
  return { failsAgain: now() - last < SELDOM_MS, stop: () => clearInterval(timer) };
}
