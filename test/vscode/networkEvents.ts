// oxlint-disable no-underscore-dangle -- the names are Playwright's
import type { Page } from 'playwright-core';

interface Connected {
  readonly _connection: {
    toImpl(page: Page): {
      readonly delegate: { readonly _mainFrameSession: { readonly _client: { send(method: string): Promise<void> } } };
    };
  };
}

/**
 * Turns a page's network events on or off, including `request` and `response`. Chromium reports each WebSocket message with its content,
 * and VS Code's page and its extensions communicate by such messages: these events take a fifth of a window's processor time. Playwright
 * has no option for it, so this uses its internal connection, which another version may lack.
 */
export async function setNetworkEvents(page: Page, isOn: boolean): Promise<void> {
  const { delegate } = (page as unknown as Connected)._connection.toImpl(page);
  await delegate._mainFrameSession._client.send(isOn ? 'Network.enable' : 'Network.disable');
}
