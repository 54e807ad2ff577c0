import * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import type { SignIn, SignInPage, TokenLabel } from '../runner/index.ts';

const keyPrefix = 'token:';
const indexPrefix = 'signedIn:';
const allowedKey = 'allowedPrograms';

/** Tokens in VS Code's secret storage, and beside it whose they are: the storage is not listed in every version. */
export class TokenKeeper {
  readonly #secrets: vscode.SecretStorage;
  readonly #index: vscode.Memento;

  /** @param index the workspace's storage: tokens are signed out of where they were signed in */
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

  /** What this workspace is signed in with. */
  signedIn(): readonly { readonly key: string; readonly label: TokenLabel }[] {
    return this.#index.keys().flatMap((key) => {
      const label = key.startsWith(indexPrefix) ? this.#index.get<TokenLabel>(key) : undefined;
      return label === undefined ? [] : [{ key: key.slice(indexPrefix.length), label }];
    });
  }
}

/** Asks a person whether a program may be run. */
type AskToRun = (program: string, argumentCount: number, file: string) => Promise<boolean>;

/** Signing in inside VS Code. */
export function signInWithEditor(tokens: TokenKeeper, state: vscode.Memento, ask: AskToRun = askToRun): SignIn {
  return { tokens, open: openPage, mayRun: (argv, file) => mayRun(state, ask, argv, file) };
}

async function openPage({ id, url, code }: SignInPage): Promise<void> {
  if (code === undefined) return openInBrowser(url);
  const open = 'Copy Code and Open';
  // Whether it is used or not: the answer comes from the server.
  void vscode.window.showInformationMessage(`To sign in for ${id}, type the code ${code} in the browser.`, open).then(async (answer) => {
    if (answer !== open) return;
    await vscode.env.clipboard.writeText(code);
    await openInBrowser(url);
  });
}

async function openInBrowser(url: string): Promise<void> {
  // As a text, which VS Code takes too: a Uri would decode the query, and `%26` in a value would divide it.
  await vscode.env.openExternal(url as unknown as vscode.Uri);
}

/** A program is run in a workspace that is trusted, once a person has said so for the file and the command. */
async function mayRun(state: vscode.Memento, ask: AskToRun, argv: readonly string[], file: string): Promise<boolean> {
  if (!vscode.workspace.isTrusted) return false;
  // An argument may be secret: it is written down nowhere.
  const key = createHash('sha256')
    .update(JSON.stringify([file, ...argv]))
    .digest('hex');
  const allowed = state.get<readonly string[]>(allowedKey, []);
  if (allowed.includes(key)) return true;
  if (!(await ask(argv[0] ?? '', argv.length - 1, file))) return false;
  await state.update(allowedKey, [...allowed, key]);
  return true;
}

async function askToRun(program: string, argumentCount: number, file: string): Promise<boolean> {
  const run = 'Run It';
  const answer = await vscode.window.showWarningMessage(
    `To get a token this request runs the program ${program} with ${argumentCount} argument${argumentCount === 1 ? '' : 's'}.`,
    { modal: true, detail: `${vscode.workspace.asRelativePath(file)} names it. Req asks once for each file and command.` },
    run,
  );
  return answer === run;
}

/** Asks which tokens are to be forgotten. Undefined where a person gave up. */
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
      : await vscode.window.showQuickPick(items, { title: 'Req: Sign Out', placeHolder: 'Tokens to be forgotten', canPickMany: true });
  if (chosen === undefined) return undefined;
  for (const { key } of chosen) await tokens.delete(key);
  return chosen.length;
}
