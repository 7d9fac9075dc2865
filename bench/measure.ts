/** One claim of the project, measured now. `pass` null: a part for it is missing on this machine, `note` says which. */
export interface Row {
  readonly claim: string;
  readonly measured: string;
  readonly target: string;
  readonly pass: boolean | null;
  readonly note?: string;
}

/** Rows go to the runner as JSON lines on stdout. */
export function report(row: Row): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Least CPU of a call in ms after warm-up: what others do on the machine only ever adds. */
export async function leastCpuMs(repeats: number, run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < repeats; k++) {
    const start = process.cpuUsage();
    await run();
    least = Math.min(least, cpuMs(start));
  }
  return least;
}

/** Median wall time of a call in ms. */
export async function medianMs(repeats: number, run: () => Promise<unknown>, between: () => Promise<void> = async () => {}): Promise<number> {
  const times: number[] = [];
  for (let k = 0; k < repeats; k++) {
    await between();
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

export const ms = (x: number): string => `${x < 10 ? x.toFixed(2) : x.toFixed(0)} ms`;
export const times = (x: number): string => `${x.toFixed(2)} ×`;
