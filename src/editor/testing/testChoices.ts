import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { CollectionFile } from '../../runner/index.ts';

export async function chooseRunEnvironment(files: readonly CollectionFile[]): Promise<string | undefined> {
  const collections = [...new Map(files.map((f) => [f.collection.root, f.collection])).values()];
  const names = [...new Set(collections.flatMap((c) => c.environments))];
  if (names.length === 0) {
    void vscode.window.showInformationMessage(t('There is no environment. Create one with "Req: Choose Environment".'));
    return undefined;
  }
  const items = names.map((name) => {
    const isProtected = collections.some((c) => c.protectedEnvironments.has(name));
    return { label: isProtected ? `$(shield) ${name}` : name, description: isProtected ? t('protected') : '', name };
  });
  const chosen = await vscode.window.showQuickPick(items, { title: t('Req: Run in Another Environment') });
  return chosen?.name;
}

export async function chooseDataFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: t('Run with Data: Once per Row'),
    openLabel: t('Run'),
    filters: { Data: ['csv', 'json', 'jsonl', 'ndjson'] },
  });
  return chosen?.[0];
}

/** Shows a list of the folders to run; a single one is used without the list. Undefined if the user cancelled. */
export async function chooseFolder(folders: readonly vscode.Uri[]): Promise<readonly vscode.Uri[] | undefined> {
  if (folders.length < 2) return folders;
  const items = folders.map((uri) => {
    const within = vscode.workspace.asRelativePath(uri, true);
    return { label: uri.path.slice(uri.path.lastIndexOf('/') + 1), description: within, uri };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Run Requests in Folder'),
    placeHolder: t('Select the folder to run'),
  });
  return chosen === undefined ? undefined : [chosen.uri];
}
