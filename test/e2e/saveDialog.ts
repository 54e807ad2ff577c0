import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** For elements that may have disappeared. */
const shortly = { timeout: 1000 };

/** Answers the workbench's own save dialog, once it has proposed a name. */
export async function answerSaveDialog(page: Page, proposed: RegExp, file: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type="text"]');
  // It proposes a name once it has looked at the folder, whatever is written by then.
  await until('the dialog proposes a name', async () => proposed.test(await input.inputValue()));
  await input.fill(file);
  await until('the dialog has taken its answer', async () => {
    if (!(await input.isVisible())) return true;
    // While it still looks at the folder it takes no Enter, and may write its own proposal again.
    if ((await input.inputValue(shortly).catch(() => file)) !== file) await input.fill(file, shortly).catch(() => undefined);
    await input.press('Enter', shortly).catch(() => undefined);
    // A second Enter would answer what comes next.
    return input.waitFor({ state: 'hidden', timeout: 3000 }).then(
      () => true,
      () => false,
    );
  });
}
