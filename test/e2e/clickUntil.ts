import type { Locator } from 'playwright-core';

/** Clicks until what follows from it is there: VS Code loses a click on a lens or a status item that it draws anew at that moment. */
export async function clickUntil(target: Locator, shown: Locator): Promise<void> {
  for (let tries = 0; ; tries++) {
    await target.first().click();
    try {
      return await shown.first().waitFor({ timeout: 10_000 });
    } catch (error) {
      if (tries === 2) throw error;
    }
  }
}
