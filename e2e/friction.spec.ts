import { expect, type Page, test } from '@playwright/test';
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

  await takeBrokerCosts(page);

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
  await expect(page.getByText(/reason My broker/).filter({ visible: true })).toBeVisible();
  // The equity that was refused on purpose.
  expect(said).toEqual([expect.stringContaining('400 (Bad Request)')]);
});

const csv = (name: string, lines: readonly string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
const at = (day: number, second: number) => `2026-05-0${day}T02:30:${second}Z`;
const FILLS = csv('fills.csv', [
  'timestamp,symbol,side,quantity,reference_price,fill_price,commission,bar_volume,bar_high,bar_low,bar_close,submitted_at,filled_at',
  ...[4, 5, 6, 7, 8].map((day) => `${at(day, 20)},600519.SH,buy,${day * day * 10},100,100.${day + 10},${day * 9},100000,100.4,99.8,100,${at(day, 10)},${at(day, 20)}`),
]);
const QUOTES = csv('quotes.csv', ['timestamp,symbol,bid,ask', `${at(4, 10)},600519.SH,99.98,100.02`]);

/** A broker's fills: refused in words, fitted without and with an equity, held against the book's eq. 1, taken with a reason. */
async function takeBrokerCosts(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Your broker’s fills' }).click();
  await page.getByLabel('Fills', { exact: true }).setInputFiles(FILLS);
  await page.getByLabel('Quotes', { exact: true }).setInputFiles(QUOTES);
  await page.getByRole('button', { name: 'Fit' }).click();
  await expect(page.getByText('λ and γ are fractions of the account’s equity, and none was given.')).toBeVisible();
  await page.getByLabel('Equity, one amount').fill('a million');
  await page.getByRole('button', { name: 'Fit' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'equity: value is "a million"; allowed: a positive amount' })).toBeVisible();
  await page.getByLabel('Equity, one amount').fill('1000000');
  await page.getByRole('button', { name: 'Fit' }).click();
  const lambda = page.getByRole('row', { name: /^λ, linear/ });
  await expect(lambda.getByRole('cell').nth(3)).toContainText(/ to |held at 0/);
  const fitted = await lambda.getByRole('cell').nth(2).innerText();
  await expect(page.getByRole('row', { name: /^2026-05-08/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^600519\.SH 5/ })).toBeVisible();
  await page.getByRole('button', { name: 'Take the fitted λ and γ' }).click();
  const dialog = page.getByRole('dialog', { name: /^Eq\. 1 of/ });
  await dialog.getByLabel('Reason').fill('My broker');
  await dialog.getByRole('button', { name: 'Take the fitted λ and γ' }).click();
  await expect(dialog).toBeHidden();
  await expect(lambda.getByRole('cell').nth(1)).toHaveText(fitted);
}
