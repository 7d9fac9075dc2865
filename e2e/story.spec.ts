import { expect, test } from '@playwright/test';
import { type Console, copyData, halted, oomrl, startConsole } from './console';
import { live, sign, signInByLink, verified, watch } from './steps';

let app: Console;
test.beforeAll(async () => {
  app = await startConsole(copyData(halted(), 'story'));
});
test.afterAll(() => app?.stop());

test('a book that lost money goes back to work on one click', async ({ page }) => {
  test.setTimeout(360_000);
  const complaints = watch(page);
  const row = (name: string | RegExp) => page.getByRole('row').filter({ hasText: name });

  await test.step('sign in by the link that works once, and set a password', async () => {
    await signInByLink(page, app);
    await page.getByLabel('New password').fill('a loss is a lesson');
    await page.getByLabel('Again').fill('a loss is a lesson');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    await live(page);
  });

  await test.step('the overview says which book stands still and what waits for a person', async () => {
    await expect(row('Daily momentum')).toContainText('Halted');
    await expect(row('Daily momentum')).toContainText('Synthetic');
    await page.getByRole('link', { name: 'See what happened' }).click();
  });

  await test.step('the incident shows what fired, the days around it, and why', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Principal loss on \d{4}-\d\d-\d\d/);
    for (const part of ['What fired', 'The days around it', 'Suspects', 'Fills', 'Orders']) await expect(page.getByRole('heading', { name: part })).toBeVisible();
    await expect(page.getByText('Critical', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Overtrading', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Write the autopsy' }).click();
  });

  const mandate = 'Reduce turnover frequency: rebalance less often, hold positions longer, and trade only when the expected gain exceeds the friction.';
  await test.step('the autopsy comes pre-filled from the evidence; what is typed is saved, also over a reload', async () => {
    await expect(page.getByRole('heading', { name: 'Autopsy', level: 1 })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Mandate' })).not.toBeEmpty();
    await expect(page.getByRole('textbox', { name: 'Root cause' })).not.toBeEmpty();
    const stored = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('textbox', { name: 'Mandate' }).fill(mandate);
    await stored;
    await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
    await page.reload();
    await live(page);
    await expect(page.getByRole('textbox', { name: 'Mandate' })).toHaveValue(mandate);
  });

  await test.step('signing freezes it', async () => {
    await sign(page);
    await expect(page.getByText('Signed', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Mandate' })).toHaveCount(0);
  });

  await test.step('the agent tries, fails, reads its gradient and passes', async () => {
    await page.getByRole('button', { name: 'Start the agent' }).click();
    await expect(page.getByRole('heading', { name: 'Search agent' })).toBeVisible();
    await verified(page);
    const failed = page.getByRole('listitem').filter({ hasText: /^Attempt 1/ });
    await expect(failed).toContainText('Failed');
    await failed.getByText('Attempt 1').click();
    await expect(failed.getByRole('list', { name: 'Gates of attempt 1' })).toContainText('Fail');
    await expect(failed.getByText('Parts of this text come from the code under test').or(failed.getByText('Sim2Real')).first()).toBeVisible();
    await expect(page.getByText('Passed', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Review the proposal' }).click();
  });

  await test.step('the review shows the gates, the diff, and the same days before and after', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mandate);
    const gates = page.getByRole('list', { name: 'Gates' });
    for (const gate of ['Applies', 'Scope', 'Sanitizer', 'RO-Lock', 'Tests', 'Coverage', 'Sim2Real']) await expect(gates).toContainText(gate);
    await expect(gates.getByText('Fail', { exact: true })).toHaveCount(0);
    for (const part of ['Before and after, on the same days', 'AST edits', 'Diff', 'Coverage']) await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible();
    await expect(page.getByText('src/', { exact: false }).first()).toBeVisible();
  });

  await test.step('approve is one click, held for ten seconds, then deployed', async () => {
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByRole('button', { name: 'Approve' }).click();
    await expect(decision.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(decision).toContainText(/Deploys in \d+ s/);
    await expect(page.getByText(/^Deployed .* approved by operator/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('link', { name: /goes on with it/ }).click();
  });

  await test.step('the book runs on with the new version', async () => {
    await expect(page.getByRole('heading', { name: 'Daily momentum', level: 1 })).toBeVisible();
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: /^Versions/ }).click();
    await expect(row(/^v2/)).toContainText('Deployed');
    await page.getByRole('button', { name: 'Step one day' }).click();
    await expect(row(/^v2/).getByRole('cell').nth(3)).toHaveText('1', { timeout: 30_000 });
    const from = (await row(/^v2/).getByRole('cell').nth(1).textContent()) ?? '';
    await page.getByLabel('Run to date').fill(plusDays(from, 42));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(async () => Number(await row(/^v2/).getByRole('cell').nth(3).textContent()), { timeout: 60_000 }).toBeGreaterThan(15);
    // The chart shades which version traded, both of them, to the last day.
    for (const version of ['v1', 'v2']) await expect(page.getByRole('figure', { name: /Equity and benchmark/ }).getByText(version, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Step one day' })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('roll back is one click and a reason', async () => {
    await page.getByRole('button', { name: 'Roll back' }).click();
    const dialog = page.getByRole('dialog', { name: /^Roll back/ });
    await dialog.getByLabel('Reason').fill('To see that the way back is open');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await expect(row('Rolled back')).toContainText('v1');
  });

  await test.step('the audit log holds every act, and nobody altered it', async () => {
    await page.getByRole('link', { name: 'Audit' }).first().click();
    await expect(page.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible();
    await expect(page.getByText('Chain holds')).toBeVisible();
    for (const act of ['autopsy.sign', 'proposal.approve', 'book.deploy', 'book.roll_back']) await expect(page.getByText(act, { exact: true }).first()).toBeVisible();
    expect(JSON.parse(oomrl(app.data, ['audit', 'verify', '--json']))).toMatchObject({ ok: true });
  });

  expect(complaints).toEqual([]);
});

/** A calendar date some days after another, both `YYYY-MM-DD`. */
const plusDays = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
