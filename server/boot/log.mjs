// What the person at the terminal sees while things are prepared. Zero dependencies: runs before node_modules exists.
const started = Date.now();
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** A boot problem a person can fix; the message says how. */
export class BootError extends Error {}

export const log = (message) => console.error(`[oomrl ${seconds(Date.now() - started).padStart(7)}] ${message}`);

/**
 * Runs `work` and keeps saying that it still runs: every long part shows progress (one line each 10 s, or a ticking
 * line on a terminal). Resolves with what `work` resolves to.
 */
export async function withProgress(what, work) {
  const begin = Date.now();
  const tty = process.stderr.isTTY;
  log(`${what}…`);
  const timer = setInterval(
    () => {
      const text = `${what}: ${Math.round((Date.now() - begin) / 1000)} s`;
      if (tty) process.stderr.write(`\r\x1b[2K            ${text}`);
      else log(text);
    },
    tty ? 1000 : 10_000,
  );
  try {
    const value = await work();
    if (tty) process.stderr.write('\r\x1b[2K');
    log(`${what}: done in ${seconds(Date.now() - begin)}`);
    return value;
  } finally {
    clearInterval(timer);
  }
}
