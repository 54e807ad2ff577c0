import type { Page } from 'playwright-core';

/**
 * Hands VS Code's page the messages of its connection at once. It gets each as a `Blob`, whose content goes through two other processes
 * before the page may read it: a tenth of the processor time of a window, and more of the time that a test waits. The desktop's VS Code
 * has no such connection.
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
