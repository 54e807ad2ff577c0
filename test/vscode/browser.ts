import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from './findBrowser.ts';

/** Starts Chromium with a fresh profile, headless unless `$HEADED` is set. It resolves no host names except this machine's. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findBrowser(),
    headless: process.env['HEADED'] === undefined,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}
