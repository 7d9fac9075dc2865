import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION_COOKIE } from '@/server/access/sessions';
import { issueSignInLink, redeemSignInLink } from '@/server/access/sign-in';
import { ensureFirstUser } from '@/server/access/users';
import { listNavBooks } from '@/server/books/list-nav-books';
import { openDb, write } from '@/server/db/client';
import { incidents, steps } from '@/server/db/schema';
import { ms, report } from './measure';

const ROOT = process.env.OOMRL_ROOT!;
const REQUESTS = 100;
const WARM_UP = 10;
process.env.OOMRL_DATA = mkdtempSync(join(tmpdir(), 'oomrl-bench-'));
const data = process.env.OOMRL_DATA;

const port = await new Promise<number>((done) => {
  const probe = createServer();
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => done(port));
  });
});
const url = `http://127.0.0.1:${port}`;

/** `npm start` until it says that it serves; how long that took. */
async function start(): Promise<{ child: ChildProcess; tookMs: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['server/boot/start.mjs'], { cwd: ROOT, env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  while (!said.includes(`serving on ${url}`)) {
    if (child.exitCode !== null) throw new Error(`The console did not start:\n${said.slice(-4000)}`);
    await sleep(5);
  }
  return { child, tookMs: performance.now() - began };
}
async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('close', done));
  child.kill('SIGTERM');
  await gone;
}

// The first start builds what is missing and prepares the demo; it is not the claim.
await stop((await start()).child);
const { child, tookMs } = await start();
try {
  report({ claim: 'second npm start until it serves', measured: ms(tookMs), target: '≤ 3,000 ms', pass: tookMs <= 3_000 });

  const db = openDb();
  const now = Date.now();
  const { token } = write(db, (tx) => issueSignInLink(tx, { userId: ensureFirstUser(tx, now).id, now }));
  const { sessionToken } = redeemSignInLink(db, { token, now });
  const book = listNavBooks(db)[0];
  const incident = db.select({ id: incidents.id }).from(incidents).get();
  const day = db.select({ date: steps.date }).from(steps).all().at(-1);
  db.$client.close();
  if (!book || !incident || !day) throw new Error('The demo was not prepared.');

  const get = async (path: string): Promise<{ took: number; text: string }> => {
    const began = performance.now();
    const answer = await fetch(url + path, { headers: { cookie: `${SESSION_COOKIE}=${sessionToken}` }, redirect: 'manual' });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: status ${answer.status}`);
    return { took: performance.now() - began, text };
  };
  const first = await get('/');
  if (!first.text.includes(book.name)) throw new Error('The overview does not show the book.');
  report({ claim: 'first page after the start, whole HTML with the book in it', measured: ms(first.took), target: '≤ 1,000 ms', pass: first.took <= 1_000 });

  const p95 = async (path: string): Promise<{ p50: number; p95: number }> => {
    const all: number[] = [];
    for (let i = 0; i < WARM_UP + REQUESTS; i++) {
      const { took } = await get(path);
      if (i >= WARM_UP) all.push(took);
    }
    all.sort((a, b) => a - b);
    return { p50: all[REQUESTS >> 1]!, p95: all[Math.ceil(REQUESTS * 0.95) - 1]! };
  };
  const apis = { health: '/api/health', series: `/api/books/${book.id}/series`, days: `/api/books/${book.id}/rows?kind=days`, fills: `/api/books/${book.id}/rows?kind=fills`, thread: `/api/v1/incidents/${incident.id}/thread`, audit: '/audit/export?format=json' };
  for (const [name, path] of Object.entries(apis)) {
    const took = await p95(path);
    report({ claim: `API ${name}, 95th of ${REQUESTS} requests in a row`, measured: `${ms(took.p95)} (median ${ms(took.p50)})`, target: '≤ 50 ms', pass: took.p95 <= 50 });
  }
  const pages = { overview: '/', book: `/books/${book.id}`, day: `/books/${book.id}/days/${day.date}`, incident: `/incidents/${incident.id}`, performance: `/books/${book.id}/performance`, audit: '/audit' };
  for (const [name, path] of Object.entries(pages)) {
    const took = await p95(path);
    report({ claim: `page ${name}, whole HTML, 95th of ${REQUESTS}`, measured: `${ms(took.p95)} (median ${ms(took.p50)})`, target: 'no target', pass: null });
  }
} finally {
  await stop(child);
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
