import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { SignIn, SignInPage, TokenLabel } from '../../runner/index.ts';
import type { Permissions } from './permissions.ts';

const keyPrefix = 'token:';
const indexPrefix = 'signedIn:';

/** Tokens in VS Code's secret storage. Their labels are stored separately, because not every version can list that storage. */
export class TokenKeeper {
  readonly #secrets: vscode.SecretStorage;
  readonly #index: vscode.Memento;

  /** @param index storage of the workspace, so that each workspace signs out of its own tokens */
  constructor(secrets: vscode.SecretStorage, index: vscode.Memento) {
    this.#secrets = secrets;
    this.#index = index;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#secrets.get(keyPrefix + key);
  }

  async set(key: string, value: string, label: TokenLabel): Promise<void> {
    await this.#index.update(indexPrefix + key, label);
    await this.#secrets.store(keyPrefix + key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#secrets.delete(keyPrefix + key);
    await this.#index.update(indexPrefix + key, undefined);
  }

  signedIn(): readonly { readonly key: string; readonly label: TokenLabel }[] {
    return this.#index.keys().flatMap((key) => {
      const label = key.startsWith(indexPrefix) ? this.#index.get<TokenLabel>(key) : undefined;
      return label === undefined ? [] : [{ key: key.slice(indexPrefix.length), label }];
    });
  }
}

export function signInWithEditor(tokens: TokenKeeper, permissions: Permissions): SignIn {
  return { tokens, open: openPage, mayRun: (program, file) => permissions.mayRun(program, file) };
}

async function openPage({ id, url, code }: SignInPage): Promise<void> {
  if (code === undefined) return openInBrowser(url);
  const open = t('Copy Code and Open');
  // Not awaited: the server reports when the user has signed in.
  void vscode.window
    .showInformationMessage(t('To sign in for {0}, type the code {1} in the browser.', id, code), open)
    .then(async (answer) => {
      if (answer !== open) return;
      await vscode.env.clipboard.writeText(code);
      await openInBrowser(url);
    });
}

async function openInBrowser(url: string): Promise<void> {
  // Passed as a string, which VS Code accepts: a Uri decodes the query, and a decoded `%26` would split a value.
  await vscode.env.openExternal(url as unknown as vscode.Uri);
}

/** Deletes the tokens that the user chooses. Undefined if the user cancelled, else the number of deleted tokens. */
export async function signOut(tokens: TokenKeeper, display: (root: string) => string): Promise<number | undefined> {
  const all = tokens.signedIn();
  const items = all.map(({ key, label }) => ({
    label: label.id,
    description: [label.environment, display(label.root)].filter((x) => x !== undefined).join(' · '),
    key,
    picked: true,
  }));
  const chosen =
    items.length === 0
      ? []
      : await vscode.window.showQuickPick(items, {
          title: t('Req: Sign Out'),
          placeHolder: t('Select the tokens to delete'),
          canPickMany: true,
        });
  if (chosen === undefined) return undefined;
  for (const { key } of chosen) await tokens.delete(key);
  return chosen.length;
}
