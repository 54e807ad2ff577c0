import { setTimeout as wait } from 'node:timers/promises';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** Deadline in milliseconds for a starting window, which may accept no keys and have no extension commands yet. */
const patienceMs = Number(process.env['REQ_TEST_DELAYS'] ?? 0) > 0 ? 60_000 : 180_000;

/** A user's actions in a workbench window. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Runs a command by its title in the palette, category included: `Req: Send Request`. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, this.#rows.filter({ has: this.page.locator('.label-name', { hasText: title }) }), 2500);
  }

  /**
   * Opens a file by its name. Repeats it if the list, which grows, had another file in that row at the click, or if the tab has no editor,
   * as for a file that VS Code could not read at that moment. Quotes exclude files that only have the letters of the name in their path.
   */
  async openFile(name: string): Promise<void> {
    const end = Date.now() + patienceMs;
    const active = this.page.locator('.tabs-container .tab.active', { hasText: name });
    const label = this.page.locator('.label-name', { hasText: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}$`) });
    for (let timeout = 2500; ; timeout = Math.min(2 * timeout, 20_000)) {
      await this.#pick('Control+P', `"${name}"`, this.#rows.filter({ has: label }), 20_000);
      try {
        await active.first().waitFor({ timeout });
        await this.page
          .locator('.editor-instance .monaco-editor')
          .first()
          .waitFor({ timeout: 4 * timeout });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  tab(title: string | RegExp): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: title });
  }

  async closeTab(title: string): Promise<void> {
    await this.tab(title).locator('.tab-actions a[aria-label^="Close"]').click();
    await this.tab(title).waitFor({ state: 'detached' });
  }

  codeLens(text: string | RegExp): Locator {
    return this.page.locator('.monaco-editor .codelens-decoration a', { hasText: text });
  }

  /** A line of an editor by its text. Only the lines in view exist. */
  line(text: string | RegExp): Locator {
    return this.page.locator('.monaco-editor .view-line', { hasText: text });
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar .statusbar-item', { hasText: text });
  }

  treeRow(text: string | RegExp): Locator {
    return this.page.locator('.sidebar .monaco-list-row', { hasText: text });
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-toast', { hasText: text });
  }

  /** The modal dialog. Its buttons are `dialog().getByRole('button')`. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  quickInput(): Locator {
    return this.page.locator('.quick-input-widget input').first();
  }

  /** Fills in the open input box and accepts. Repeats it if the box lost the key, as a newly opened one may. */
  async answer(text: string): Promise<void> {
    const end = Date.now() + patienceMs;
    await this.quickInput().waitFor();
    await this.quickInput().fill(text);
    for (;;) {
      await this.quickInput().press('Enter');
      try {
        await this.quickInput().waitFor({ state: 'hidden', timeout: 5000 });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  /** Puts the cursor at the end of the line that contains `lineText` and types key by key, which triggers suggestions and typing rules. */
  async typeAfter(lineText: string, text: string): Promise<void> {
    await this.line(lineText).first().click();
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(text);
    await this.#dirtyTab.waitFor();
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+S');
    await this.#dirtyTab.waitFor({ state: 'detached' });
  }

  /**
   * Moves the mouse over a word in the editor and returns the hover's text. Uses the first occurrence, or the first in a line that contains
   * `line`.
   */
  async hover(word: string, line = ''): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible .hover-contents');
    const end = Date.now() + patienceMs;
    let x: number;
    for (;;) {
      const position = await this.#positionOf(word, line);
      x = position.x;
      await this.page.mouse.move(x - 40, position.y + 60);
      await this.page.mouse.move(x, position.y, { steps: 4 });
      try {
        await hover.first().waitFor({ timeout: 5000 });
        break;
      } catch (error) {
        // An extension that is still starting has no hover yet, and VS Code does not ask again by itself.
        if (Date.now() > end) throw error;
      }
    }
    const text = (await hover.allInnerTexts()).join('\n').trim();
    // An open hover covers the lines about it: a click there would scroll the whole workbench.
    await this.page.keyboard.press('Escape');
    await this.page.mouse.move(x, 5);
    await hover.first().waitFor({ state: 'hidden' });
    return text;
  }

  /** The document of the one visible webview, as the extension wrote it. */
  webview(): FrameLocator {
    // A webview behind another tab stays in the page, hidden.
    return this.page.locator('iframe.webview.ready').filter({ visible: true }).contentFrame().frameLocator('iframe#active-frame');
  }

  async outputText(): Promise<string> {
    const lines = this.page.locator('.part.panel .view-line');
    await lines.first().waitFor();
    return (await lines.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /** Reloads the window, as after a restart: the extension host restarts, editors and secrets stay. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: patienceMs });
    // By the command, as a person does it: what is kept is written before the window goes.
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.page.locator('.monaco-workbench').waitFor({ timeout: patienceMs });
  }

  get #dirtyTab(): Locator {
    return this.page.locator('.tabs-container .tab.active.dirty');
  }

  /** The title of a quick pick or an input box of a command. The lists of commands and files have none. */
  get #title(): Locator {
    return this.page.locator('.quick-input-title', { hasText: /./ });
  }

  get #rows(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  /**
   * Opens a quick pick with a key, types into it and clicks a row. Opens it again where it closes before that, as when an editor that
   * has just been shown takes the focus, and types again after `listMs` without the row. Presses no key to close it: that would go to
   * the response panel if it had closed by itself.
   * @param listMs how long the row may take: a list of files grows while it is open, a list of commands is made from the text
   */
  async #pick(key: string, text: string, row: Locator, listMs: number): Promise<void> {
    const end = Date.now() + patienceMs;
    const input = this.quickInput();
    await this.page.keyboard.press(key);
    for (;;) {
      try {
        await input.waitFor({ timeout: 1500 });
        await input.fill(text, { timeout: 1500 });
        const closed = input.waitFor({ state: 'hidden', timeout: listMs });
        await Promise.race([row.first().waitFor({ timeout: listMs }), closed.then(() => Promise.reject(new Error('It closed.')))]);
        await row.first().click({ timeout: 5000 });
        if (await this.#isTaken(text)) return;
        throw new Error('The click was lost.');
      } catch (error) {
        if (Date.now() > end) throw new Error(`The workbench offers no "${text}".`, { cause: error });
      }
      // The click was not lost, but the machine was slow: the command asks something.
      if (await this.#title.isVisible()) return;
      if (await input.isVisible()) await input.fill('', { timeout: 1500 }).catch(() => undefined);
      else await this.page.keyboard.press(key);
    }
  }

  /**
   * Whether a click on a row had an effect: the quick pick closes, or shows another question. A row that is re-rendered meanwhile loses the
   * click.
   */
  async #isTaken(text: string): Promise<boolean> {
    const end = Date.now() + 5000;
    while (Date.now() < end) {
      if (!(await this.quickInput().isVisible())) return true;
      // The command may reload the window, after which there is no input to wait for.
      const value = await this.quickInput()
        .inputValue({ timeout: 500 })
        .catch(() => undefined);
      if (value !== text) return true;
      await wait(20);
    }
    return false;
  }

  async #positionOf(word: string, lineText: string): Promise<{ readonly x: number; readonly y: number }> {
    // A string, because it runs in the page: this project's own types do not know the DOM.
    const position = await this.page.evaluate<{ x: number; y: number } | null>(`(() => {
      for (const line of document.querySelectorAll('.monaco-editor .view-line')) {
        if (!line.textContent.includes(${JSON.stringify(lineText)})) continue;
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.textContent.indexOf(${JSON.stringify(word)});
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + ${word.length});
          const box = range.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }
      }
      return null;
    })()`);
    if (position === null) throw new Error(`The editor shows no "${word}".`);
    return position;
  }
}
