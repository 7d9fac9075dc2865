import { expect, type Page } from '@playwright/test';
import type { Console } from './console';

/** A live page: before it hydrates, a click is a click on a picture. */
export const live = (page: Page) => expect(page.getByText(/^Updated .+ ago$/).first()).toBeVisible();

/** Everything the browser complained about on a page; a good run leaves it empty. */
export function watch(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(`${new URL(page.url()).pathname}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`${new URL(page.url()).pathname}: ${error.message}`));
  return said;
}

/** Signs in by a one-time link; the person has no password yet. */
export async function signInByLink(page: Page, app: Console, user?: string): Promise<void> {
  await page.goto(app.signInLink(user));
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /password/ })).toBeVisible();
}

/** From any signed-in page to the live overview. */
export async function openOverview(page: Page, app: Console): Promise<void> {
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await live(page);
}

/** From the overview through the incident to a signed autopsy and a started agent. */
export async function startAgent(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'See what happened' }).click();
  await page.getByRole('button', { name: 'Write the autopsy' }).click();
  await expect(page.getByRole('heading', { name: 'Autopsy', level: 1 })).toBeVisible();
  await sign(page);
  await page.getByRole('button', { name: 'Start the agent' }).click();
  await expect(page.getByRole('heading', { name: 'Search agent' })).toBeVisible();
}

/** Signs the draft on screen, through the dialog that says what signing does. */
export async function sign(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Sign' }).getByRole('button', { name: 'Sign' }).click();
  const dialog = page.getByRole('dialog', { name: /^Sign version/ });
  await expect(dialog).toContainText('immutable');
  await dialog.getByRole('button', { name: 'Sign' }).click();
  await expect(page.getByRole('button', { name: 'Start the agent' })).toBeVisible();
}

/** The agent tries, fails, learns and passes; how long that takes is the machine's business. */
export const AGENT_MS = 200_000;
export const verified = (page: Page) => expect(page.getByRole('link', { name: 'Review the proposal' })).toBeVisible({ timeout: AGENT_MS });
