import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** Expands or collapses a view of the side bar by its whole title. A row revealed at that moment expands its view again. */
export async function setPane(page: Page, title: string, expanded: boolean): Promise<void> {
  const header = page.locator('.pane-header', { has: page.locator('h3', { hasText: new RegExp(`^${title}$`) }) });
  await until(`${title} is ${expanded ? 'expanded' : 'collapsed'}`, async () => {
    if ((await header.getAttribute('aria-expanded')) === String(expanded)) return true;
    await header.click({ position: { x: 30, y: 10 } });
    await wait(300);
    return false;
  });
}
