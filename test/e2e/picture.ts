import path from 'node:path';
import type { Page } from 'playwright-core';

/** Takes a picture for a person to look at, into the folder that `$REQ_SHOTS` names: takes none where nobody asked for it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['REQ_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
