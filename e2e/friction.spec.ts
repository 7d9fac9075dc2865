import { expect, test } from '@playwright/test';
import { type Console, copyData, halted, startConsole } from './console';
import { openOverview, signInByLink, watch } from './steps';

let app: Console;
test.afterEach(() => app?.stop());

test('what trading costs: the notice, the fitted coefficients taken by keyboard, a replay cancelled and one that ends', async ({ page }) => {
  test.setTimeout(240_000);
  app = await startConsole(copyData(halted(), 'friction'));
  await signInByLink(page, app);
  await openOverview(page, app);
  const said = watch(page);
  await page.getByRole('link', { name: 'Daily momentum' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Modelled friction' })).toContainText('Modelled friction is far from realised');
  await page.getByRole('link', { name: 'See what the fills say' }).click();
  await expect(page.getByRole('heading', { name: 'Friction', level: 1 })).toBeVisible();
  const lambda = page.getByRole('row', { name: /^λ, linear/ });
  await expect(lambda).toContainText('0.0008');

  // By keyboard alone: open, give a reason, go to the button and press it.
  await page.getByRole('button', { name: 'Take the fitted λ and γ' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Eq\. 1 of/ });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('The fills of this episode');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(lambda.getByRole('cell').nth(2)).not.toHaveText('0.0008');

  await page.getByRole('link', { name: 'Sim2Real' }).click();
  await expect(page.getByText('No report has been made of this book.')).toBeVisible();
  await page.getByRole('button', { name: 'Replay the days' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The last report was cancelled.')).toBeVisible();
  await page.getByLabel('Friction levels').fill('2');
  await page.getByLabel(/^Capitals/).fill('');
  await page.getByRole('button', { name: 'Replay the days' }).click();
  await expect(page.getByRole('heading', { name: 'Decay by friction level' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/costs take .* percentage points/)).toBeVisible();

  await page.goto(`${app.url}/audit?action=book.configure`);
  await expect(page.getByText(/reason The fills of this episode/).filter({ visible: true })).toBeVisible();
  expect(said).toEqual([]);
});
