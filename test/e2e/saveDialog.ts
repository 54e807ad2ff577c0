import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** Answers the workbench's own dialog that asks where to save, once it has proposed a name. */
export async function answerSaveDialog(page: Page, proposed: RegExp, file: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type="text"]');
  // It proposes a name once it has looked at the folder, whatever is written by then.
  await until('the dialog proposes a name', async () => proposed.test(await input.inputValue()));
  await input.fill(file);
  await until('the dialog has taken its answer', async () => {
    if (!(await input.isVisible())) return true;
    // While it still looks at the folder it takes no Enter.
    await input.press('Enter', { timeout: 1000 }).catch(() => undefined);
    return false;
  });
}
