import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { CookieStore } from '../../runner/index.ts';
import { quietly } from '../log/log.ts';

const prefix = 'cookies:';

/**
 * Cookies that outlive a session, in VS Code's secret storage: who has them is signed in. That storage is one for all workspaces,
 * so each workspace keeps under which name its own stand there.
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
