import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startGallery } from '../panel/gallery/server.ts';
import { patienceMs } from '../vscode/window.ts';
import { openBrowser } from './openWorkbench.ts';

/** The panel's page with a mock editor, for the tests of a suite. */
export interface Gallery {
  /** An empty page with a typical height of the panel. */
  newPage(width: number, options?: BrowserContextOptions): Promise<Page>;
  urlOf(scenario: string, theme: string, more?: string): string;
}

/** Before the calling suite, starts the gallery and a browser if none runs. After it, closes the gallery and its pages. */
export function useGallery(): Gallery {
  let browser: Browser;
  let gallery: Awaited<ReturnType<typeof startGallery>>;
  before(async () => {
    gallery = await startGallery();
    browser = await openBrowser();
  });
  const pages: Page[] = [];
  after(async () => {
    for (const page of pages) await page.close();
    await gallery.close();
  });
  return {
    newPage: async (width, options) => {
      const page = await browser.newPage({ viewport: { width, height: 520 }, ...options });
      page.setDefaultTimeout(patienceMs);
      pages.push(page);
      return page;
    },
    urlOf: (scenario, theme, more = '') => `${gallery.url}/page?scenario=${scenario}&theme=${theme}${more}`,
  };
}
