import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { benchConfig, benchMarket, rebalanceDaily } from './market';
import { report, times } from './measure';

// The same leaf job (a whole simulation) in one worker and in two at once: work done per second.
const RUNS = 12;

if (!isMainThread) {
  const panel = benchMarket();
  const config = benchConfig();
  await rebalanceDaily(panel, config);
  parentPort!.postMessage('ready');
  parentPort!.on('message', async () => {
    for (let k = 0; k < RUNS; k++) await rebalanceDaily(panel, config);
    parentPort!.postMessage('done');
  });
} else {
  const file = new URL(import.meta.url);
  const start = () => new Promise<Worker>((resolve, reject) => {
    const worker = new Worker(file);
    worker.once('message', () => resolve(worker)).once('error', reject);
  });
  const workers = await Promise.all([start(), start()]);
  const go = (worker: Worker) => new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.postMessage('go');
  });
  let best = 0;
  for (let k = 0; k < 3; k++) {
    let from = performance.now();
    await go(workers[0]!);
    const one = performance.now() - from;
    from = performance.now();
    await Promise.all(workers.map(go));
    best = Math.max(best, (2 * one) / (performance.now() - from));
  }
  report({ claim: 'two workers against one, whole simulations', measured: times(best), target: '≥ 1.7 ×', pass: best >= 1.7, note: 'needs two free cores' });
  await Promise.all(workers.map((worker) => worker.terminate()));
}
