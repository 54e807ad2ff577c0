import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startGallery } from '../panel/gallery/server.ts';
import { startBrowser } from '../vscode/browser.ts';

/** The panel's page with a played editor, for the tests of a suite. */
export interface Gallery {
  /** An empty page as high as the panel often is. */
  newPage(width: number, options?: BrowserContextOptions): Promise<Page>;
  /** Where a scenario is shown, in a theme. */
  urlOf(scenario: string, theme: string, more?: string): string;
}

/** Starts the gallery and a browser before the suite that calls it, and ends both after it. */
export function useGallery(): Gallery {
  let browser: Browser;
  let gallery: Awaited<ReturnType<typeof startGallery>>;
  before(async () => {
    gallery = await startGallery();
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await gallery.close();
  });
  return {
    newPage: (width, options) => browser.newPage({ viewport: { width, height: 520 }, ...options }),
    urlOf: (scenario, theme, more = '') => `${gallery.url}/page?scenario=${scenario}&theme=${theme}${more}`,
  };
}
