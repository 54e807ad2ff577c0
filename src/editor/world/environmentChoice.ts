import * as vscode from 'vscode';
import { didStep } from '../firstSteps.ts';
import { t } from '../../base/l10n.ts';
import { join, type Collection } from '../../language/index.ts';
import { newEnvironment } from '../../language/onDemand.ts';
import { uriOf } from './editorFiles.ts';
import type { Environments } from './environments.ts';
import type { CommandId } from '../commands/contributions.ts';
import { goTo } from '../commands/responses/goTo.ts';
import { brokenFile } from './brokenFile.ts';
import { activeRequestText } from '../providers/fencedDocuments.ts';
import { offerFile } from '../commands/newCollection.ts';
import type { Surroundings } from './editorSurroundings.ts';
import { trustedOr } from './trust.ts';

interface Choice extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
}

/** Shows a list to choose, create or edit the environments of the active collection. */
export async function chooseEnvironment(surroundings: Surroundings, environments: Environments): Promise<void> {
  const text = activeRequestText();
  if (text === undefined) return void offerFile(t('Open a .req file to choose the environment of its collection.'));
  if (!(await trustedOr(t('Environments are not read until this workspace is trusted.')))) return;
  const { collection, environment } = await surroundings.know(text);
  const broken = brokenFile(collection);
  if (broken !== undefined) {
    void vscode.window.showWarningMessage(broken.words);
    return goTo(broken.file, broken.line, broken.column);
  }
  const choose = async (name: string | undefined): Promise<void> => {
    await environments.choose(collection.root, name);
    if (name !== undefined) didStep('environments');
  };
  const item = (name: string): Choice => ({
    label: collection.protectedEnvironments.has(name) ? `$(shield) ${name}` : name,
    description: [name === environment ? t('current') : '', collection.protectedEnvironments.has(name) ? t('protected') : '']
      .filter((x) => x !== '')
      .join(', '),
    run: () => choose(name),
  });
  const none: Choice = {
    label: t('No environment'),
    description: environment === undefined ? t('current') : '',
    run: () => choose(undefined),
  };
  const rule: Choice = { label: '', kind: vscode.QuickPickItemKind.Separator, run: () => Promise.resolve() };
  const add: Choice = { label: `$(add) ${t('New environment…')}`, run: () => addEnvironment(collection, choose) };
  const edit: Choice = {
    label: `$(edit) ${t('Edit environments')}`,
    run: () => goTo(collection.environmentFiles[0]?.file ?? fileFor(collection), 1, 1),
  };
  const table: Choice = {
    label: `$(table) ${t('Edit environments as a table')}`,
    run: async () => void (await vscode.commands.executeCommand('req.editEnvironments' satisfies CommandId)),
  };
  const known = collection.environments.map(item);
  const items = known.length === 0 ? [add, table] : [...known, none, rule, add, edit, table];
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Req: Environment'),
    placeHolder: environment ?? t('No environment'),
  });
  await chosen?.run();
}

const fileFor = ({ root }: Collection): string => join(root, 'http-client.env.json');

/** Prompts for a name, adds an empty environment to the collection's file, selects it and opens the file. */
async function addEnvironment(collection: Collection, choose: (name: string) => Promise<void>): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: t('Req: New Environment'),
    prompt: t('Name of the environment, such as dev'),
    validateInput: (text) =>
      text.trim() === '' || text.startsWith('$')
        ? t('Enter a name that does not begin with $.')
        : collection.environments.includes(text.trim())
          ? t('An environment with this name exists already.')
          : undefined,
  });
  if (name === undefined) return;
  const uri = uriOf(fileFor(collection));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  await vscode.workspace.applyEdit(edit);
  const document = await vscode.workspace.openTextDocument(uri);
  const added = newEnvironment(document.getText(), name.trim());
  if (added === undefined) return;
  const writing = new vscode.WorkspaceEdit();
  writing.replace(uri, new vscode.Range(document.positionAt(added.range.start), document.positionAt(added.range.end)), added.newText);
  await vscode.workspace.applyEdit(writing);
  await document.save();
  await choose(name.trim());
  const at = document.positionAt(document.getText().indexOf('{}', document.getText().indexOf(JSON.stringify(name.trim()))) + 1);
  await goTo(fileFor(collection), at.line + 1, at.character + 1);
}

/** Refuses to send if the chosen environment is in a file that cannot be read, because the request might go to another host. */
export async function refusedForEnvironment(environments: Environments, collection: Collection): Promise<boolean> {
  const chosen = environments.unknown(collection.root, collection.environments);
  const broken = brokenFile(collection);
  if (chosen === undefined || broken === undefined) return false;
  const show = t('Show');
  const answer = await vscode.window.showErrorMessage(
    t('Nothing was sent: the environment "{0}" is not known. {1}', chosen, broken.words),
    show,
  );
  if (answer === show) await goTo(broken.file, broken.line, broken.column);
  return true;
}
