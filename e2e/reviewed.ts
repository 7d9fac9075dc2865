import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { copyData, halted, runFolder, startConsole } from './console';
import { openOverview, signInByLink, startAgent, verified } from './steps';

/**
 * A data directory in which an agent's proposal waits for its review: every screen has something to show. Made once a run,
 * by the same clicks a person makes; specs start from copies of it.
 */
export async function reviewed(browser: Browser): Promise<string> {
  const made = join(runFolder(), 'reviewed');
  if (existsSync(made)) return made;
  const app = await startConsole(copyData(halted(), 'reviewed-making'));
  const page = await browser.newPage();
  try {
    await signInByLink(page, app);
    await openOverview(page, app);
    await startAgent(page);
    await verified(page);
  } finally {
    await page.close();
    await app.stop();
  }
  renameSync(app.data, made);
  return made;
}
