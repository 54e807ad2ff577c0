import type { FromPanel, ToPanel } from '../protocol/messages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Host<From = FromPanel, To = ToPanel> {
  send(message: From): void;
  /** The state stored by `keep`, even before the page was hidden; undefined at first. */
  kept(): unknown;
  keep(state: unknown): void;
  onMessage(listener: (message: To) => void): void;
}

/** Connects to the editor. Call it once: VS Code provides its API once per page. */
export function connectHost<From = FromPanel, To = ToPanel>(): Host<From, To> {
  const api = acquireVsCodeApi();
  return {
    // VS Code's own channel, unlike window.postMessage, has a single receiver.
    send: (message) => api.postMessage(message),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
    onMessage(listener) {
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        // One message or several. The page contains no frames with scripts and only the editor can frame it, so
        // checking the shape is enough.
        for (const data of Array.isArray(event.data) ? (event.data as readonly unknown[]) : [event.data])
          if (typeof data === 'object' && data !== null && 'type' in data) listener(data as To);
      });
    },
  };
}
