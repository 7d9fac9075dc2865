import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { type Console, copyData, halted, oomrl, startConsole } from './console';
import { childrenOf } from './processes';
import { live, openOverview, signInByLink } from './steps';

const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));

/** What a run leaves behind, without ids and times, which differ between any two runs. */
function records(data: string) {
  const store = new Database(join(data, 'oomrl.db'), { readonly: true });
  const all = (sql: string) => store.prepare(sql).all();
  const inLast = 'episode_id = (select episode_id from books)';
  try {
    return {
      book: all('select state from books'),
      steps: all(`select day_index, date, equity_fen, digest from steps where ${inLast} order by day_index`),
      orders: all(`select day_index, symbol, shares, filled_shares, status from orders where ${inLast} order by day_index, symbol`),
      fills: all(`select day_index, symbol, shares, price_fen from fills where ${inLast} order by day_index, symbol`),
      alerts: all('select rule, date, severity, repeats from alerts order by date, rule'),
      incidents: all('select date, status from incidents order by date'),
      events: all("select kind, count(*) as n from events where kind in ('book.step', 'book.state', 'alert.opened', 'incident.opened') group by kind"),
      audit: all("select action, count(*) as n from audit_log where action not like 'session.%' group by action"),
      jobs: all('select kind, state from jobs order by created_at'),
    };
  } finally {
    store.close();
  }
}
const days = (data: string): number => records(data).steps.length;
const runEnded = (data: string): boolean => records(data).jobs.every((job) => ['done', 'failed'].includes((job as { state: string }).state));

/** A new episode of the demo book, run to the end of the market or to its halt. */
async function startRun(browser: Browser, app: Console): Promise<Page> {
  const page = await browser.newPage();
  await signInByLink(page, app);
  await openOverview(page, app);
  await page.getByRole('main').getByRole('link', { name: 'Daily momentum' }).click();
  await page.getByRole('button', { name: 'New episode' }).click();
  const dialog = page.getByRole('dialog', { name: /^New episode/ });
  await dialog.getByLabel('Reason').fill('To see what a killed process loses');
  await dialog.getByRole('button', { name: 'New episode' }).click();
  await page.getByRole('button', { name: 'Run to the end' }).click();
  return page;
}

let app: Console | null = null;
test.afterEach(() => app?.stop());

test('kill -9 of web and engine at ten random moments of a run loses nothing and repeats nothing', async ({ browser }) => {
  test.setTimeout(400_000);
  const calm = copyData(halted(), 'calm');
  app = await startConsole(calm);
  await (await startRun(browser, app)).close();
  await expect.poll(() => runEnded(calm), { timeout: 120_000 }).toBe(true);
  await app.stop();

  const killed = copyData(halted(), 'killed');
  app = await startConsole(killed);
  const page = await startRun(browser, app);
  const seen: number[] = [];
  for (let i = 0; i < 10; i++) {
    const before = days(killed);
    // Two in three fall between or within days; the others into the first moments after a start.
    if (i % 3) for (const end = Date.now() + 60_000; days(killed) === before && !runEnded(killed) && Date.now() < end; ) await sleep(10);
    await sleep(Math.random() * (i % 3 ? 100 : 400));
    const [web] = childrenOf(app.supervisor.pid ?? 0, /next/);
    if (!web) throw new Error('the web process was not found');
    const engines = childrenOf(web, /engine\.mjs/);
    if (i % 2) {
      process.kill(web, 'SIGKILL');
      await app.gone;
      app = await startConsole(killed);
    } else {
      for (const engine of engines) process.kill(engine, 'SIGKILL');
    }
    seen.push(days(killed));
  }
  await expect.poll(() => runEnded(killed), { timeout: 120_000 }).toBe(true);

  // The page that was open all the while finds its way back by itself.
  // Only the browser's own error page, shown when a kill meets a navigation, is out of the console's hands.
  if (page.url().startsWith('chrome-error:')) await page.goBack();
  await live(page);
  await expect(page.getByText('The live stream is lost')).toHaveCount(0, { timeout: 60_000 });
  await page.close();
  await app.stop();

  const total = days(calm);
  expect(total).toBeGreaterThan(50);
  expect(seen.filter((n) => n > 0 && n < total).length, `days stored at the kills: ${seen.join(', ')} of ${total}`).toBeGreaterThanOrEqual(5);
  expect(records(killed)).toEqual(records(calm));
  expect(JSON.parse(oomrl(killed, ['audit', 'verify', '--json']))).toMatchObject({ ok: true });
});
