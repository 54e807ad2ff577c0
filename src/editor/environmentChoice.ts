import * as vscode from 'vscode';
import { join } from 'node:path';
import type { Collection } from '../language/index.ts';
import type { Environments } from './environments.ts';
import { goTo } from './goTo.ts';
import { activeRequestText } from './markdownFences.ts';
import type { Surroundings } from './surroundings.ts';

interface Choice extends vscode.QuickPickItem {
  readonly name: string | undefined;
}

/** The first file of environments that cannot be read, in words and with its place. */
function brokenFile({ environmentFiles }: Collection): { readonly words: string; readonly show: () => Promise<void> } | undefined {
  for (const { file, problem } of environmentFiles) {
    if (problem === undefined) continue;
    const { line, column, message } = problem;
    return { words: `${vscode.workspace.asRelativePath(file)}:${line}: ${message}`, show: () => goTo(file, line, column) };
  }
  return undefined;
}

/** Lets the user choose the environment of the active file's collection. */
export async function chooseEnvironment(surroundings: Surroundings, environments: Environments): Promise<void> {
  const text = activeRequestText();
  if (text === undefined) return void vscode.window.showInformationMessage('Open a .req file: environments belong to its collection.');
  if (!vscode.workspace.isTrusted)
    return void vscode.window.showInformationMessage('Environments are not read until this workspace is trusted.');
  const { collection, environment } = await surroundings.know(text);
  const broken = brokenFile(collection);
  if (broken !== undefined) {
    void vscode.window.showWarningMessage(broken.words);
    return broken.show();
  }
  if (collection.environments.length === 0) {
    const file = vscode.workspace.asRelativePath(join(collection.root, 'http-client.env.json'));
    return void vscode.window.showInformationMessage(`No environments yet: write ${file}, such as {"dev": {"host": "http://127.0.0.1"}}.`);
  }
  const item = (label: string, name: string | undefined): Choice => ({
    label,
    name,
    description: name === environment ? 'current' : '',
  });
  const items = [...collection.environments.map((name) => item(name, name)), item('No environment', undefined)];
  const chosen = await vscode.window.showQuickPick(items, { title: 'Req: Environment', placeHolder: environment ?? 'No environment' });
  if (chosen !== undefined) await environments.choose(collection.root, chosen.name);
}

/** Whether nothing may be sent, because the chosen environment stands in a file that cannot be read: without it a request might go elsewhere. */
export async function refusedForEnvironment(environments: Environments, collection: Collection): Promise<boolean> {
  const chosen = environments.unknown(collection.root, collection.environments);
  const broken = brokenFile(collection);
  if (chosen === undefined || broken === undefined) return false;
  const show = 'Show';
  const answer = await vscode.window.showErrorMessage(`Nothing was sent: the environment "${chosen}" is not known. ${broken.words}`, show);
  if (answer === show) await broken.show();
  return true;
}
