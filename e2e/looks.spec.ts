import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { type Console, copyData, halted, startConsole } from './console';
import { reviewed } from './reviewed';
import { live, openOverview, signInByLink } from './steps';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = join(import.meta.dirname, '../test-results/looks');
const WIDE = { width: 1280, height: 800 };
/** What a theme can change; the other rules are the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const PHONE = { width: 390, height: 844 };

/** What axe finds that keeps people out, one line per rule with its first place. Run through the debugger, so the page's own policy stays in force. */
async function barriers(page: Page, rules: readonly string[] | null): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run: (root: Document, options: object) => Promise<{ violations: { id: string; impact: string; help: string; nodes: { html: string }[] }[] }> } };
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) });
    return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.help}, ${v.nodes.length} times, first ${v.nodes[0]?.html.slice(0, 200)}`);
  }, rules);
}

/** One page in both themes and on a phone: no barrier, nothing wider than the screen, and a picture of each for people to look at. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await shoot(page, `${name}-${colorScheme}`, WIDE);
    expect.soft(await barriers(page, colorScheme === 'dark' ? COLOUR_RULES : null), `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await shoot(page, `${name}-390`, PHONE);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wide, `${name}: pixels wider than a phone`).toBe(0);
}

/** The whole page in one window as high as itself, so that what sticks to the window's edge stands where it belongs. */
async function shoot(page: Page, name: string, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await settle(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, Math.min(height, 6000)) });
  await settle(page);
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  await page.setViewportSize(size);
}

/** Lazy parts (charts, highlighted diffs) have come and laid themselves out. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 250))));
}

let app: Console;
test.afterEach(() => app?.stop());

test('the pages before a review: sign-in, the overview and the draft of an autopsy', async ({ page }) => {
  app = await startConsole(copyData(halted(), 'looks-halted'));
  await page.goto(`${app.url}/sign-in`);
  await look(page, 'sign-in');
  await page.goto(app.signInLink());
  await look(page, 'sign-in-link');
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Set a password' })).toBeVisible();
  await look(page, 'password');
  await page.setViewportSize(WIDE);
  await openOverview(page, app);
  await page.getByRole('link', { name: 'See what happened' }).click();
  await page.getByRole('button', { name: 'Write the autopsy' }).click();
  await expect(page.getByRole('heading', { name: 'Autopsy', level: 1 })).toBeVisible();
  await look(page, 'autopsy-draft');
  await page.setViewportSize(WIDE);
  await page.getByRole('tab', { name: 'Raw JSON' }).click();
  await expect(page.getByRole('textbox', { name: 'Autopsy as JSON' })).toBeVisible();
  await look(page, 'autopsy-json');
});

test('every other page, with a proposal in review', async ({ page, browser }) => {
  test.setTimeout(400_000);
  app = await startConsole(copyData(await reviewed(browser), 'looks'));
  const store = new Database(join(app.data, 'oomrl.db'), { readonly: true });
  const one = (sql: string) => (store.prepare(sql).get() as { v: string }).v;
  const book = `/books/${one('select id as v from books')}`;
  const incident = `/incidents/${one('select id as v from incidents order by opened_at desc limit 1')}`;
  const proposal = `/proposals/${one('select id as v from proposals')}`;
  const day = one('select max(date) as v from steps');
  store.close();
  await signInByLink(page, app);
  await openOverview(page, app);
  const pages: Record<string, string> = {
    overview: '/',
    book,
    ...Object.fromEntries(['orders', 'fills', 'days', 'versions', 'alerts', 'history'].map((tab) => [`book-${tab}`, `${book}?tab=${tab}`])),
    day: `${book}/days/${day}`,
    performance: `${book}/performance`,
    paper: `${book}/performance/paper`,
    friction: `${book}/friction`,
    'friction-phase-0': `${book}/friction?episode=1`,
    'friction-sim2real': `${book}/friction?tab=sim2real`,
    'friction-broker': `${book}/friction?tab=broker`,
    incident,
    'autopsy-signed': `${incident}/autopsy`,
    run: `${proposal}/run`,
    review: proposal,
    'review-unified': `${proposal}?view=unified`,
    data: '/data',
    audit: '/audit',
    ...Object.fromEntries(['thresholds', 'costs', 'agents', 'people', 'machine'].map((tab) => [`settings-${tab}`, `/settings?tab=${tab}`])),
    'not-found': '/nowhere',
  };
  for (const [name, address] of Object.entries(pages)) {
    await page.setViewportSize(WIDE);
    await page.goto(app.url + address);
    if (name !== 'not-found') await live(page);
    await look(page, name);
  }
});
