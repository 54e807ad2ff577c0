import type { FrameLocator, Locator, Page } from 'playwright-core';

/** How long a window that is still starting may take no keys, and its extensions may have no commands. */
const patienceMs = 90_000;

/** What a person does in a workbench window. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Runs a command by its title in the palette, category included: `Req: Send Request`. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, this.#rows.filter({ has: this.page.locator('.label-name', { hasText: title }) }));
  }

  /** Opens a file of the workspace by its name, and waits for its tab. */
  async openFile(name: string): Promise<void> {
    await this.#pick('Control+P', name, this.#rows.filter({ hasText: name }));
    await this.tab(name).waitFor();
    await this.page.locator('.editor-instance .monaco-editor').first().waitFor();
  }

  /** The tab of an editor, by its title. */
  tab(title: string | RegExp): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: title });
  }

  async closeTab(title: string): Promise<void> {
    await this.tab(title).locator('.tab-actions a[aria-label^="Close"]').click();
    await this.tab(title).waitFor({ state: 'detached' });
  }

  /** A CodeLens by its text, wherever it is. */
  codeLens(text: string | RegExp): Locator {
    return this.page.locator('.monaco-editor .codelens-decoration a', { hasText: text });
  }

  /** A line of an editor by its text. Only the lines in view exist. */
  line(text: string | RegExp): Locator {
    return this.page.locator('.monaco-editor .view-line', { hasText: text });
  }

  /** An item of the status bar by its text. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar .statusbar-item', { hasText: text });
  }

  /** A row of the tree views in the side bar by its text. */
  treeRow(text: string | RegExp): Locator {
    return this.page.locator('.sidebar .monaco-list-row', { hasText: text });
  }

  /** A notification by its text. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-toast', { hasText: text });
  }

  /** The modal dialog. Its buttons are `dialog().getByRole('button')`. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The field of a quick pick or an input box. */
  quickInput(): Locator {
    return this.page.locator('.quick-input-widget input').first();
  }

  /** Answers the input box that asks: fills it in and accepts, again where the box has not taken the key, as one may that has just opened. */
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

  /** Puts the cursor at the end of the line that holds `lineText` and types there, key by key, as suggestions and typing rules expect. */
  async typeAfter(lineText: string, text: string): Promise<void> {
    await this.line(lineText).first().click();
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(text);
    await this.#dirtyTab.waitFor();
  }

  /** Saves the active editor. */
  async save(): Promise<void> {
    await this.page.keyboard.press('Control+S');
    await this.#dirtyTab.waitFor({ state: 'detached' });
  }

  /** Puts the mouse on a word in the editor and gives the text of the hover. Of several it takes the first, or the first in a line that holds `line`. */
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

  /** The document of the one webview in view, as the extension wrote it. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** The lines on screen of the output panel. */
  async outputText(): Promise<string> {
    const lines = this.page.locator('.part.panel .view-line');
    await lines.first().waitFor();
    return (await lines.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /** Loads the window anew, as after a restart: the extension host starts afresh, editors and secrets stay. */
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

  get #rows(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  /** Opens a quick pick with a key, types into it and takes a row; again until the row is there, as the list is made when it opens. */
  async #pick(key: string, text: string, row: Locator): Promise<void> {
    const end = Date.now() + patienceMs;
    for (;;) {
      await this.page.keyboard.press(key);
      try {
        await this.quickInput().waitFor({ timeout: 1500 });
        // It closes where an editor that has just been shown takes the focus.
        await this.quickInput().fill(text, { timeout: 1500 });
        await row.first().waitFor({ timeout: 2500 });
        break;
      } catch (error) {
        if (Date.now() > end) throw new Error(`The workbench offers no "${text}".`, { cause: error });
        await this.#leaveQuickInput();
      }
    }
    await row.first().click();
  }

  /** Closes it where it is open. A key pressed into the window would go to what has the focus: the response panel cancels by it. */
  async #leaveQuickInput(): Promise<void> {
    const input = this.quickInput();
    if (!(await input.isVisible())) return;
    // It may close by itself meanwhile.
    await input.press('Escape', { timeout: 1500 }).catch(() => undefined);
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
