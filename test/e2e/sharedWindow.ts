import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { setNetworkEvents } from '../vscode/networkEvents.ts';
import { startServer, type VscodeServer } from '../vscode/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../vscode/temporaryFolder.ts';
import { openWindow, type WorkbenchWindow } from '../vscode/window.ts';
import { setPane } from './setPane.ts';

/** Options of a suite in a shared window. */
export interface SharedOptions {
  readonly files: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
}

const repository = path.resolve(import.meta.dirname, '../..');
const helper = path.join(repository, 'test/vscode/sharedWindow');
const size = { width: 1280, height: 800 };
const pauseMs = 50;
const patienceMs = 120_000;
/** Milliseconds for a window to return to its initial look. */
const settlingMs = 15_000;

/** A window of the workbench for one suite after the other. Changes of a suite are reverted before the next. */
export class SharedWindow {
  readonly server: VscodeServer;
  readonly window: WorkbenchWindow;
  readonly #temporary: TemporaryFolder;
  #looks: Looks | undefined;
  #configured: unknown;
  #settings: SharedOptions['settings'] = {};

  private constructor(server: VscodeServer, window: WorkbenchWindow, temporary: TemporaryFolder) {
    this.server = server;
    this.window = window;
    this.#temporary = temporary;
  }

  /** Opens a window with an empty folder. */
  static async open(browser: Browser): Promise<SharedWindow> {
    const temporary = makeTemporaryFolder('req-e2e-');
    const server = await startServer({
      development: [repository, helper],
      preload: path.join(helper, 'preload.cjs'),
    });
    const shared = new SharedWindow(server, await openWindow(server, browser, { folder: temporary.path }), temporary);
    await shared.#extensionHostIsUp();
    shared.#configured = await shared.#call('configuration', {});
    shared.#looks = await looksOf(shared.window.page);
    return shared;
  }

  get folder(): string {
    return this.#temporary.path;
  }

  /** Prepares the window for a suite: with its files and settings, and Req started on them. */
  async start({ files, settings, env }: SharedOptions): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(this.folder, name)), { recursive: true });
      fs.writeFileSync(path.join(this.folder, name), text);
    }
    this.#settings = settings;
    await this.#call('start', { settings, env });
  }

  /** Reverts all changes of a suite. Fails if any remain. */
  async takeBack(): Promise<void> {
    const { page, context } = this.window;
    if (context.pages().length !== 1) throw new Error('Another window is open.');
    await page.unrouteAll();
    for (const event of ['dialog', 'request', 'response'] as const) page.removeAllListeners(event);
    await setNetworkEvents(page, false);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
    await page.setViewportSize(size);
    // Where nothing is below it.
    await page.mouse.move(26, 520);
    await this.#call('takeBack', { settings: this.#settings, configured: this.#configured });
    for (const [title, expanded] of Object.entries(this.#looks?.panes ?? {})) await setPane(page, title, expanded);
    await this.#looksAsAtFirst();
    (this.window.consoleLines as string[]).length = 0;
  }

  async close(): Promise<void> {
    await this.window.context.close();
    await this.server.stop();
    this.#temporary.remove();
  }

  async #looksAsAtFirst(): Promise<void> {
    const end = Date.now() + settlingMs;
    for (;;) {
      const looks = await looksOf(this.window.page);
      if (isDeepStrictEqual(looks, this.#looks)) return;
      if (Date.now() > end) throw new Error(`The window looks otherwise:\n${JSON.stringify(looks)}\n${JSON.stringify(this.#looks)}`);
      await wait(pauseMs);
    }
  }

  get #socket(): string {
    return path.join(this.server.data, 't/window.sock');
  }

  async #extensionHostIsUp(): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!fs.existsSync(this.#socket)) {
      if (Date.now() > end) throw new Error(`The extension host of a window did not come up:\n${this.server.log()}`);
      await wait(pauseMs);
    }
  }

  /** Calls an action of the extension `test/vscode/sharedWindow`. */
  async #call(action: string, body: object): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      const options = { socketPath: this.#socket, path: `/${action}`, method: 'POST', timeout: patienceMs };
      const request = http.request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          if (response.statusCode !== 200) reject(new Error(text));
          else resolve(text === '' ? undefined : JSON.parse(text));
        });
      });
      request.on('timeout', () => request.destroy(new Error(`The extension host of a window does not answer: ${action}`)));
      request.on('error', reject);
      request.end(JSON.stringify(body));
    });
  }
}

interface Looks {
  /** Whether the views of the side bar are expanded, by their titles. */
  readonly panes: Readonly<Record<string, boolean>>;
}

/** Look of a window without editors: sizes, theme, parts, and what is open in or over them. */
async function looksOf(page: Page): Promise<Looks> {
  // A string, because it runs in the page: this project's own types do not know the DOM.
  return await page.evaluate<Looks>(`(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const boxOf = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height].map(Math.round).join(); };
    return {
      size: [innerWidth, innerHeight, devicePixelRatio].join(),
      classes: document.querySelector('.monaco-workbench').className,
      parts: all('.part').map((part) => part.id + ' ' + boxOf(part)),
      panes: Object.fromEntries(all('.pane-header').map((pane) => [pane.querySelector('h3')?.textContent ?? '', pane.getAttribute('aria-expanded') === 'true'])),
      title: document.title,
      open: all('.tabs-container .tab, .notification-toast, .context-view .monaco-menu, .monaco-dialog-box, .quick-input-widget').filter((each) => each.checkVisibility()).length,
    };
  })()`);
}
