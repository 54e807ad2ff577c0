import type { Page } from 'playwright-core';

/**
 * Passes the messages of VS Code's connection to its page without delay. By default each message is a `Blob`, whose content goes through
 * two other processes before the page can read it: a tenth of a window's processor time, and more of a test's waiting time. The desktop's
 * VS Code has no such connection.
 */
export async function readMessagesAtOnce(page: Page): Promise<void> {
  // A string, because it runs in the page: this project's own types do not know the DOM.
  await page.addInitScript(`
    globalThis.WebSocket = class extends WebSocket {
      constructor(...options) {
        super(...options);
        this.binaryType = 'arraybuffer';
      }
    };
    globalThis.FileReader = class extends FileReader {
      readAsArrayBuffer(content) {
        if (content instanceof ArrayBuffer) this.onload({ target: { result: content } });
        else super.readAsArrayBuffer(content);
      }
    };
  `);
}

/**
 * Holds back each message between the page and VS Code's server, and so between the workbench and its extensions, for a random time. Each
 * side still receives them in order. This is a slow remote machine; a test or an extension that depends on who is faster fails on it.
 * @param mostMs maximum delay in milliseconds
 */
export async function delayMessages(page: Page, mostMs: number): Promise<void> {
  await page.addInitScript(`
    let isLeaving = false;
    addEventListener('beforeunload', () => (isLeaving = true));
    globalThis.WebSocket = class extends WebSocket {
      #sends = this.#queue();
      #receives = this.#queue();

      /** Calls actions in their order. Timers of the same millisecond may not keep it. */
      #queue() {
        const actions = [];
        let last = 0;
        return (action) => {
          actions.push(action);
          // A page that is left says so, and its timers end.
          if (isLeaving) {
            for (const next of actions.splice(0)) next();
            return;
          }
          last = Math.max(last, performance.now() + Math.random() * ${mostMs});
          setTimeout(() => actions.shift()?.(), last - performance.now());
        };
      }

      send(content) {
        this.#sends(() => this.readyState === WebSocket.OPEN && super.send(content));
      }

      addEventListener(type, listener, ...options) {
        if (type !== 'message') return super.addEventListener(type, listener, ...options);
        super.addEventListener(type, (event) => this.#receives(() => listener(event)), ...options);
      }
    };
  `);
}
