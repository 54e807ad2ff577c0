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
 * Starts or ends a page's events about its network, `request` and `response` among them. Chromium reports each message of a WebSocket
 * with its content, and all that VS Code's page and its extensions say to each other is in such messages: a fifth of the processor
 * time of a window. Playwright has no option for it, so this asks its own connection; another version of Playwright may have none.
 */
export async function setNetworkEvents(page: Page, isOn: boolean): Promise<void> {
  const { delegate } = (page as unknown as Connected)._connection.toImpl(page);
  await delegate._mainFrameSession._client.send(isOn ? 'Network.enable' : 'Network.disable');
}
