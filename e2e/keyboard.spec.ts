import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Console, copyData, halted, startConsole } from './console';
import { AGENT_MS, live, watch } from './steps';

let app: Console;
test.beforeAll(async () => {
  app = await startConsole(copyData(halted(), 'keyboard'));
});
test.afterAll(() => app?.stop());

const MAX_TABS = 150;

/** Tab until `target` has the focus, as a person without a mouse does, and see that the focus shows. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < MAX_TABS; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => getComputedStyle(element).outlineStyle), 'the focus shows').not.toBe('none');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} was not reached with ${MAX_TABS} tabs.`);
}
async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('the same job with the keyboard only: from the incident to an approval that is taken back', async ({ page }) => {
  test.setTimeout(360_000);
  const complaints = watch(page);
  const heading = (name: string | RegExp) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  await test.step('sign in', async () => {
    await page.goto(app.signInLink());
    await press(page, page.getByRole('button', { name: 'Sign in' }));
    await heading(/password/);
    await press(page, page.getByRole('link', { name: 'Later' }));
    await heading('Overview');
    await live(page);
  });

  await test.step('? lists the keys, g and a digit open a book, g o the overview, j the first row', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('Overview');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('1');
    await heading('Daily momentum');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await heading('Overview');
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'See what happened' })).toBeFocused();
    await page.keyboard.press('Enter');
    await heading(/Principal loss/);
  });

  await test.step('write and sign the autopsy', async () => {
    await press(page, page.getByRole('button', { name: 'Write the autopsy' }));
    await heading('Autopsy');
    await tabTo(page, page.getByRole('textbox', { name: 'Mandate' }));
    await page.keyboard.press('Control+End');
    const stored = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.keyboard.type(' Hold longer.');
    await page.keyboard.press('Control+s');
    await stored;
    await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
    await press(page, page.getByRole('region', { name: 'Sign' }).getByRole('button', { name: 'Sign' }));
    const dialog = page.getByRole('dialog', { name: /^Sign version/ });
    // Enter twice must not sign: the focus stands on the way out.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(page, dialog.getByRole('button', { name: 'Sign' }));
    await expect(page.getByText(/^Signed/).first()).toBeVisible();
  });

  await test.step('start the agent and wait for a verified proposal', async () => {
    await press(page, page.getByRole('button', { name: 'Start the agent' }));
    await heading('Search agent');
    const review = page.getByRole('link', { name: 'Review the proposal' });
    await expect(review).toBeVisible({ timeout: AGENT_MS });
    await press(page, review);
  });

  await test.step('approve, and take it back within the hold', async () => {
    const decision = page.getByRole('region', { name: 'Decision' });
    await press(page, decision.getByRole('button', { name: 'Approve' }));
    await press(page, decision.getByRole('button', { name: 'Cancel' }));
    await expect(page.getByText(/approval was taken back before anything was deployed/)).toBeVisible();
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeVisible();
  });

  expect(complaints).toEqual([]);
});
