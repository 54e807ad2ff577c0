import path from 'node:path';
import type { Page } from 'playwright-core';

/** Takes a picture for manual inspection, into the folder `$REQ_SHOTS`; does nothing without it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['REQ_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
