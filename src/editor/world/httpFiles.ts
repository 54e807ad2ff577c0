import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { isForeign } from '../../language/atStart.ts';
import type { ReadForeign } from '../../language/index.ts';
import { contextKeys, type SettingId } from '../commands/contributions.ts';
import { quietly } from '../log/log.ts';
import { readUri } from './editorFiles.ts';
import { httpDialectOf, httpFilesOf } from './settings.ts';

/** Loaded with the first `.http` or `.rest` file. */
const load = () => import('../../convert/http/index.ts');

const enabled: SettingId = 'req.http.enabled';
const dialect: SettingId = 'req.http.dialect';
const environments = 'rest-client.environmentVariables';
const mentionedKey = 'req.http.told';

interface Extension {
  readonly id: string;
  readonly packageJSON: unknown;
}

/** The name of an extension, other than `own`, that contributes the language `http`; undefined if there is none. */
export function otherClientIn(extensions: readonly Extension[], own: string): string | undefined {
  for (const { id, packageJSON } of extensions) {
    const { contributes, displayName } = packageJSON as { contributes?: { languages?: unknown }; displayName?: string };
    if (id.toLowerCase() === own.toLowerCase() || !Array.isArray(contributes?.languages)) continue;
    const languages = contributes.languages as readonly { id?: string; extensions?: unknown }[];
    const isHttp = languages.some((l) => l.id === 'http' || (Array.isArray(l.extensions) && l.extensions.includes('.http')));
    if (isHttp) return displayName === undefined || displayName.startsWith('%') ? id : displayName;
  }
  return undefined;
}

let ownExtension = 'req-client.req-client';
/** Cached until extensions change. */
let other: { readonly name: string | undefined } | undefined;

const otherClient = (): string | undefined => (other ??= { name: otherClientIn(vscode.extensions.all, ownExtension) }).name;

/** Whether Req reads `.http` and `.rest` files in this workspace. */
export function readsHttpFiles(): boolean {
  const setting = httpFilesOf();
  return setting === 'on' || (setting === 'auto' && otherClient() === undefined);
}

/** Whether Req reads a file: `.http` files only if they are on. */
export const isRead = (file: string): boolean => !isForeign(file) || readsHttpFiles();

/** Whether a document has the form of a `.http` file, whichever extension reads it. */
const isHttpDocument = ({ languageId, uri }: Pick<vscode.TextDocument, 'languageId' | 'uri'>): boolean =>
  languageId === 'http' && isForeign(uri.path);

/** Whether Req reads the requests of a whole document: `.req`, and `.http` if they are on. */
export const isRequestDocument = (document: Pick<vscode.TextDocument, 'languageId' | 'uri'>): boolean =>
  document.languageId === 'req' || (isHttpDocument(document) && readsHttpFiles());

export async function readForeign(): Promise<ReadForeign> {
  const { dialectNamed, httpView } = await load();
  return (_file, text) => httpView(text, dialectNamed(httpDialectOf()));
}

/** The environments of REST Client: those of the workspace's settings file with their places, else those of the user's settings. */
export async function settingsEnvironmentsOf(uri: vscode.Uri): Promise<{ readonly uri: vscode.Uri; readonly text: string } | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const { settingsEnvironments, sharedNames } = await load();
  const settings = vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.joinPath(uri, '..'), '.vscode', 'settings.json');
  const written = folder === undefined ? undefined : await readUri(settings);
  const text = written === undefined ? undefined : settingsEnvironments(new TextDecoder().decode(written));
  if (text !== undefined) return { uri: settings, text };
  const value = vscode.workspace.getConfiguration('rest-client', uri).get<object>('environmentVariables');
  return value === undefined || Object.keys(value).length === 0
    ? undefined
    : { uri: settings, text: sharedNames(JSON.stringify(value, null, 2)) };
}

export interface HttpFilesContext {
  readonly extension: { readonly id: string };
  readonly workspaceState: vscode.Memento;
}

/**
 * Registers features of `.http` files while they are on, and asks once per workspace if another extension reads them.
 * @param register registers the features; called when the first file is open
 * @param changed called when files are read in a different way
 */
export function watchHttpFiles(
  { extension, workspaceState }: HttpFilesContext,
  register: () => Promise<vscode.Disposable>,
  changed: () => void,
): vscode.Disposable {
  ownExtension = extension.id;
  other = undefined;
  let registered: Promise<vscode.Disposable | undefined> | undefined;
  const drop = (): void => {
    void registered?.then((parts) => parts?.dispose());
    registered = undefined;
  };
  const update = (): void => {
    const on = readsHttpFiles();
    void vscode.commands.executeCommand('setContext', contextKeys.httpFiles, on);
    void vscode.commands.executeCommand('setContext', contextKeys.httpKeys, on && otherClient() === undefined);
    if (!on) drop();
    else if (vscode.workspace.textDocuments.some(isHttpDocument)) registered ??= quietly('reading .http files', register);
  };
  const ask = (document: vscode.TextDocument): void => {
    const name = otherClient();
    if (!isHttpDocument(document) || httpFilesOf() !== 'auto' || name === undefined || workspaceState.get(mentionedKey) === true) return;
    void workspaceState.update(mentionedKey, true);
    void quietly('asking about .http files', () => askToUse(name));
  };
  update();
  vscode.workspace.textDocuments.forEach(ask);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (!isHttpDocument(document)) return;
      ask(document);
      update();
    }),
    vscode.workspace.onDidChangeConfiguration((e) => {
      const isOurs = e.affectsConfiguration(enabled) || e.affectsConfiguration(dialect) || e.affectsConfiguration(environments);
      if (!isOurs) return;
      update();
      changed();
    }),
    vscode.extensions.onDidChange(() => {
      const before = other?.name;
      other = undefined;
      if (otherClient() === before) return;
      update();
      changed();
    }),
    { dispose: drop },
  );
}

async function askToUse(name: string): Promise<void> {
  const use = t('Use Req for .http Files');
  const never = t("Don't Use");
  const answer = await vscode.window.showInformationMessage(
    t('{0} reads .http files in this workspace. Req can read them too, without a conversion.', name),
    use,
    never,
  );
  if (answer === undefined) return;
  await vscode.workspace
    .getConfiguration()
    .update(
      enabled,
      answer === use ? 'on' : 'off',
      vscode.workspace.workspaceFolders === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace,
    );
}
