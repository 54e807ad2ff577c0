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
