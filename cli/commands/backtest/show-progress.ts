/** Days done, on stderr: one line that is rewritten on a terminal, one line per quarter elsewhere. */
export function showProgress(what: string): (done: number, total: number) => void {
  const live = process.stderr.isTTY === true;
  let shown = -1;
  return (done, total) => {
    const part = Math.floor((done / total) * (live ? 100 : 4));
    if (part === shown) return;
    shown = part;
    process.stderr.write(live ? `\r${what}: ${done} of ${total} days${done === total ? '\n' : ''}` : `${what}: ${done} of ${total} days\n`);
  };
}
