import type { FromPanel, ToPanel } from '../protocol/messages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The editor as a page sees it: what it tells, and what it is told. */
export interface Host<From = FromPanel, To = ToPanel> {
  send(message: From): void;
  /** What `keep` was given last, also before the page was hidden; undefined at first. */
  kept(): unknown;
  keep(state: unknown): void;
  onMessage(listener: (message: To) => void): void;
}

/** The one door to the editor. To be called once: VS Code hands its API out once a page. */
export function connectHost<From = FromPanel, To = ToPanel>(): Host<From, To> {
  const api = acquireVsCodeApi();
  return {
    // VS Code's own channel, not window.postMessage: it has one receiver.
    send: (message) => api.postMessage(message),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
    onMessage(listener) {
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        // One message or several. The page has no frames and is framed by the editor alone, so the shape is all there is to check.
        for (const data of Array.isArray(event.data) ? (event.data as readonly unknown[]) : [event.data])
          if (typeof data === 'object' && data !== null && 'type' in data) listener(data as To);
      });
    },
  };
}
