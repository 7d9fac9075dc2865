import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { type Console, copyData, startConsole } from './console';
import { reviewed } from './reviewed';
import { live, openOverview, signInByLink } from './steps';

let app: Console;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(360_000);
  app = await startConsole(copyData(await reviewed(browser), 'walls'));
});
test.afterAll(() => app?.stop());

const ids = () => {
  const store = new Database(join(app.data, 'oomrl.db'), { readonly: true });
  try {
    const first = (table: string) => (store.prepare(`select id from ${table} limit 1`).get() as { id: string }).id;
    return { book: first('books'), incident: first('incidents'), proposal: first('proposals') };
  } finally {
    store.close();
  }
};
async function asOperator(page: Page): Promise<void> {
  await signInByLink(page, app);
  await openOverview(page, app);
}

test('every page carries a policy with a fresh nonce, and no browser is told more than it needs', async ({ request }) => {
  const nonces = new Set<string>();
  for (const path of ['/sign-in', '/sign-in', '/nothing-here']) {
    const headers = (await request.get(app.url + path)).headers();
    const policy = headers['content-security-policy'] ?? '';
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'", "connect-src 'self'"]) expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' });
    expect(headers['x-powered-by']).toBeUndefined();
  }
  expect(nonces.size).toBe(3);
  expect((await request.get(`${app.url}/api/health`)).headers()['content-security-policy']).toContain("default-src 'none'");
});

test('without a session there is the sign-in page and nothing else', async ({ page, request }) => {
  const { book, proposal } = ids();
  for (const path of ['/', `/books/${book}`, `/proposals/${proposal}`, '/audit', '/settings']) {
    await page.goto(app.url + path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('Daily momentum')).toHaveCount(0);
  }
  expect(new URL(page.url()).searchParams.get('next')).toBe('/settings');
  for (const path of ['/api/stream', `/api/books/${book}/series`, '/audit/export?format=json']) {
    const answer = await request.get(app.url + path, { maxRedirects: 0 });
    expect([401, 307], path).toContain(answer.status());
    expect(await answer.text()).not.toContain('Daily momentum');
  }
});

test('a request from another site or for another host is refused before anything is read', async ({ page, request }) => {
  await asOperator(page);
  const before = await page.request.get(`${app.url}/audit/export?format=json`).then((r) => r.text());
  const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }];
  for (const headers of foreign) {
    const answer = await page.request.post(`${app.url}/`, { headers, data: '[]' });
    expect(answer.status()).toBe(403);
  }
  expect(await page.request.get(`${app.url}/audit/export?format=json`).then((r) => r.text())).toBe(before);
  expect((await request.get(`${app.url}/sign-in`, { headers: { host: 'rebound.example' } })).status()).toBe(421);
});

test('a mistyped address is a page that says so, with the status of one', async ({ page }) => {
  await asOperator(page);
  const { book } = ids();
  for (const path of ['/books/bok_doesnotexist', '/books/..%2f..%2fetc', '/incidents/inc_x', '/incidents/inc_x/autopsy', '/proposals/prp_x', '/proposals/prp_x/run', `/books/${book}/days/2023-02-30`, `/books/${book}/days/1999-01-01`, '/nowhere']) {
    const answer = await page.goto(app.url + path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' }), path).toBeVisible();
  }
  await page.getByRole('link', { name: 'Overview' }).last().click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
});

test('a viewer reads everything and is told why nothing can be pressed', async ({ page, browser }) => {
  await asOperator(page);
  await page.goto(`${app.url}/settings?tab=people`);
  await live(page);
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByLabel('Name').fill('Vera');
  await dialog.getByRole('button', { name: 'Add a person' }).click();
  const link = await page.getByLabel('One-time sign-in link').inputValue();

  const viewer = await browser.newPage();
  await viewer.goto(link);
  await viewer.getByRole('button', { name: 'Sign in' }).click();
  await viewer.getByRole('link', { name: 'Later' }).click();
  await expect(viewer.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const { book, incident, proposal } = ids();
  const deadWithReason = async (path: string, names: readonly string[], reason = /role (operator|approver); Vera is viewer/) => {
    await viewer.goto(app.url + path);
    await live(viewer);
    for (const name of names) {
      const button = viewer.getByRole('button', { name, exact: true }).first();
      await expect(button, `${path} ${name}`).toHaveAttribute('aria-disabled', 'true');
      await expect(button, `${path} ${name}`).toHaveAttribute('title', reason);
      await button.click({ force: true });
      await expect(viewer.getByRole('dialog')).toHaveCount(0);
    }
  };
  await deadWithReason(`/proposals/${proposal}`, ['Approve', 'Request changes', 'Reject']);
  await deadWithReason(`/incidents/${incident}`, ['Resolve']);
  await deadWithReason(`/books/${book}`, ['Step one day'], /only a running book trades/);
  await deadWithReason(`/books/${book}/friction`, ['Take the fitted λ and γ']);
  await deadWithReason(`/books/${book}/friction?tab=sim2real`, ['Replay the days']);
  await deadWithReason('/settings?tab=people', ['Add a person']);
  await viewer.close();
});

test('what moved under an open review is not approved: it must be read again', async ({ page }) => {
  await asOperator(page);
  const { proposal } = ids();
  await page.goto(`${app.url}/proposals/${proposal}`);
  await live(page);
  const store = new Database(join(app.data, 'oomrl.db'));
  const base = (store.prepare('select base_commit as c from proposals where id = ?').get(proposal) as { c: string }).c;
  const repo = join(app.data, 'packages', readdirSync(join(app.data, 'packages'))[0] ?? '');
  const other = execFileSync('git', ['-C', repo, '-c', 'user.name=e2e', '-c', 'user.email=e2e@example.org', 'commit-tree', `${base}^{tree}`, '-p', base, '-m', 'The same files on another base'], { encoding: 'utf8' }).trim();
  const move = store.transaction((from: string, to: string) => {
    store.prepare('update package_versions set "commit" = ? where "commit" = ?').run(to, from);
    store.prepare('update proposals set base_commit = ? where base_commit = ?').run(to, from);
  });
  try {
    move(base, other);
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByRole('button', { name: 'Approve' }).click();
    await expect(decision.getByRole('alert')).toContainText('BINDING_MISMATCH');
    await expect(decision.getByRole('alert')).toContainText('Read the proposal again');
    await decision.getByRole('button', { name: 'Read it again' }).click();
    await live(page);
    await expect(decision.getByRole('alert')).toHaveCount(0);
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeVisible();
  } finally {
    move(other, base);
    store.close();
  }
});

test('five wrong passwords close the door for a while, for the right one too', async ({ page }) => {
  await signInByLink(page, app);
  await page.getByLabel('New password').fill('a loss is a lesson');
  await page.getByLabel('Again').fill('a loss is a lesson');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${app.url}/sign-in`);
  const tryPassword = async (password: string) => {
    // The form empties itself after an answer; what was typed before that is typed again, and nothing was sent meanwhile.
    await expect(async () => {
      await page.getByLabel('Password').fill(password);
      const answered = page.waitForResponse((response) => response.request().method() === 'POST', { timeout: 3000 });
      answered.catch(() => {});
      await page.getByRole('button', { name: 'Sign in' }).click();
      await answered;
    }).toPass();
  };
  for (let i = 0; i < 5; i++) await tryPassword(`wrong ${i}`);
  await expect(page.getByRole('alert').filter({ hasText: 'do not match' })).toBeVisible();
  expect(page.url()).not.toContain('wrong');
  await tryPassword('a loss is a lesson');
  await expect(page.getByRole('alert').filter({ hasText: /5 failed sign-ins; try again in 15 minutes/ })).toBeVisible();
});
