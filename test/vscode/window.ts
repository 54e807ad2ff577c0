import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { setNetworkEvents } from './networkEvents.ts';
import { delayMessages, readMessagesAtOnce } from './socketMessages.ts';
import type { VscodeServer } from './server.ts';

export interface WindowOptions {
  readonly folder?: string;
  /** A `.code-workspace` file, which takes precedence over a folder. */
  readonly workspace?: string;
  readonly file?: string;
  /** The browser context of an earlier window, with secrets, trust and the window's layout. A new one if absent. */
  readonly context?: BrowserContext;
  /** The display language for extensions. The window's own texts stay English. */
  readonly language?: string;
  /** Functions that the page can call, by name. */
  readonly expose?: Readonly<Record<string, (...args: readonly unknown[]) => void>>;
}

export interface WorkbenchWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The page's console output and uncaught errors, to find out why an element does not appear. */
  readonly consoleLines: readonly string[];
}

const startupMs = 120_000;
/** Maximum delay of each message between a window and its extensions in milliseconds, to look for races: `REQ_TEST_DELAYS=150`. */
const delayMs = Number(process.env['REQ_TEST_DELAYS'] ?? 0);
/** Deadline of each wait in milliseconds, for a hanging window on a busy machine. */
export const patienceMs = delayMs > 0 ? 60_000 : 180_000;

/** Opens a window of the workbench and waits until it is up. Fails after two minutes. */
export async function openWindow(server: VscodeServer, browser: Browser, options: WindowOptions = {}): Promise<WorkbenchWindow> {
  const context = options.context ?? (await browser.newContext({ viewport: { width: 1280, height: 800 } }));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  // Of the context, so that it counts for windows that this one opens too.
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await setNetworkEvents(page, false);
  await readMessagesAtOnce(page);
  if (delayMs > 0) await delayMessages(page, delayMs);
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', (error) => consoleLines.push(`[pageerror] ${error.message}`));
  for (const [name, callback] of Object.entries(options.expose ?? {})) await page.exposeFunction(name, callback);
  // Where the window is English, its texts come with English as their language: that is not taken on.
  if (options.language !== undefined)
    await page.addInitScript(
      `Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => ${JSON.stringify(options.language)}, set() {} });`,
    );
  await page.goto(windowAddress(server, options));
  await page.locator('.monaco-workbench').waitFor({ timeout: startupMs });
  if (options.workspace !== undefined) await showFolders(page);
  return { page, context, consoleLines };
}

/** Waits until the Explorer lists the folders of a workspace file. A window that starts slowly may miss them until it is reloaded. */
async function showFolders(page: Page): Promise<void> {
  for (let timeout = 10_000; ; timeout *= 2) {
    try {
      return await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout });
    } catch (error) {
      if (timeout > startupMs) throw error;
    }
    await page.reload();
    await page.locator('.monaco-workbench').waitFor({ timeout: startupMs });
  }
}

/** The address that shows a folder, and a file in it, in the workbench. */
export function windowAddress(server: Pick<VscodeServer, 'origin' | 'authority'>, { folder, workspace, file }: WindowOptions): string {
  const payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  if (file !== undefined) {
    const segments = path.resolve(file).split('/');
    payload.push(['openFile', `vscode-remote://${server.authority}${segments.map(encodeURIComponent).join('/')}`]);
  }
  const address = new URL(server.origin);
  if (workspace !== undefined) address.searchParams.set('workspace', path.resolve(workspace));
  else if (folder === undefined) address.searchParams.set('ew', 'true');
  else address.searchParams.set('folder', path.resolve(folder));
  address.searchParams.set('payload', JSON.stringify(payload));
  return address.href;
}
