import type { Locator } from 'playwright-core';
import type { Workbench } from '../vscode/workbench.ts';

/** The response panel as a person sees it. */
export interface PanelView {
  readonly head: Locator;
  /** The words of the header: status, state, times. */
  readonly status: Locator;
  readonly rows: Locator;
  readonly failure: Locator;
  tab(name: RegExp): Locator;
  button(name: RegExp): Locator;
  /** Waits until the header shows a text. */
  shows(text: RegExp): Promise<void>;
}

export function panelOf(workbench: Workbench): PanelView {
  const page = workbench.webview();
  const head = page.locator('header.head');
  return {
    head,
    status: page.locator('.head-response'),
    rows: page.locator('.row.event'),
    failure: page.getByRole('alert').or(page.locator('.failure')).first(),
    tab: (name) => page.getByRole('tab', { name }),
    button: (name) => page.getByRole('button', { name }),
    shows: async (text) => {
      await head.filter({ hasText: text }).waitFor();
    },
  };
}
