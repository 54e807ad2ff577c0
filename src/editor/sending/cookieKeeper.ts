import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { CookieStore } from '../../runner/index.ts';
import { quietly } from '../log/log.ts';

const prefix = 'cookies:';

/**
 * Persistent cookies in VS Code's secret storage, because they can contain sessions. That storage is shared by all workspaces, so each
 * workspace stores the names of its own entries.
 */
export function cookieKeeper(secrets: vscode.SecretStorage, names: vscode.Memento): CookieStore {
  return {
    get: (key) =>
      quietly('reading cookies', async () => {
        const name = names.get<string>(prefix + key);
        return name === undefined ? undefined : secrets.get(prefix + name);
      }),
    set: async (key, text) => {
      await quietly('keeping cookies', async () => {
        const name = names.get<string>(prefix + key) ?? randomUUID();
        if (text !== undefined) {
          await secrets.store(prefix + name, text);
          return names.update(prefix + key, name);
        }
        await secrets.delete(prefix + name);
        return names.update(prefix + key, undefined);
      });
    },
  };
}
