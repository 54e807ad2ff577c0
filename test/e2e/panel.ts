import type { Locator } from 'playwright-core';
import type { Workbench } from '../vscode/workbench.ts';

export interface PanelView {
  readonly head: Locator;
  /** The texts of the header: status, state, times. */
  readonly status: Locator;
  readonly rows: Locator;
  readonly failure: Locator;
  tab(name: RegExp): Locator;
  /** Opens a tab, by the overflow menu if it does not fit. */
  openTab(name: RegExp): Promise<void>;
  button(name: RegExp): Locator;
  shows(text: RegExp): Promise<void>;
  /** Waits until the run whose URL contains a text has ended. A send before that opens a second panel. */
  ended(url: string): Promise<void>;
}

/** How long a click may take before it is tried again, and how long in all. */
const clickMs = 5000;
const patienceMs = 120_000;

export function panelOf(workbench: Workbench): PanelView {
  const page = workbench.webview();
  const head = page.locator('header.head');
  /** A tab moves into the menu, and out of it, when another one gets a label of another length: then a click waits for what is gone. */
  const openTab = async (name: RegExp): Promise<void> => {
    const tab = page.getByRole('tab', { name, includeHidden: true });
    await tab.waitFor({ state: 'attached' });
    for (const end = Date.now() + patienceMs; ;) {
      try {
        if (await tab.isVisible()) return await tab.click({ timeout: clickMs });
        const [label = ''] = ((await tab.getAttribute('aria-label')) ?? '').split(',');
        const item = page.getByRole('menuitem', { name: label });
        if (!(await item.isVisible())) await page.getByRole('button', { name: 'More tabs' }).click({ timeout: clickMs });
        return await item.click({ timeout: clickMs });
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  };
  return {
    head,
    status: page.locator('.head-response'),
    rows: page.locator('.row.event'),
    failure: page.getByRole('alert').or(page.locator('.failure')).first(),
    tab: (name) => page.getByRole('tab', { name }),
    openTab,
    button: (name) => page.getByRole('button', { name }),
    shows: async (text) => {
      await head.filter({ hasText: text }).waitFor();
    },
    ended: async (url) => {
      await head
        .filter({ hasText: url })
        .filter({ has: page.getByRole('button', { name: /Send again/ }) })
        .waitFor();
    },
  };
}
