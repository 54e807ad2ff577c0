import { isRequestDocument } from '../world/httpFiles.ts';
import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { currentEditor } from '../providers/currentEditor.ts';
import type { RequestResult } from '../../runner/index.ts';
import { pathOf } from '../world/editorFiles.ts';
import { chooseDataFile, chooseFolder } from './testChoices.ts';
import type { Testing } from './testing.ts';

interface RunOutcome {
  readonly file: string;
  readonly request: string;
  readonly verdict: RequestResult['verdict'];
  readonly tests: readonly { readonly name: string; readonly passed: boolean }[];
}

type Outcomes = readonly RunOutcome[] | undefined;

/** Runs the selected files, else the active file. */
export const runFiles = (testing: Testing, uri: unknown, all: unknown): Promise<Outcomes> =>
  run(testing, selectedUris(uri, all) ?? activeFile());

/** Runs the selected folders, else one that the user chooses: that of the active file or one around it, or a workspace folder. */
export async function runFolders(testing: Testing, uri: unknown, all: unknown): Promise<Outcomes> {
  const folders = selectedUris(uri, all) ?? (await chooseFolder(foldersAround(currentEditor()?.document)));
  return folders === undefined ? undefined : run(testing, folders);
}

/** The folders around a request file, the nearest first, then the other workspace folders. */
function foldersAround(document: vscode.TextDocument | undefined): readonly vscode.Uri[] {
  const all = (vscode.workspace.workspaceFolders ?? []).map((f) => f.uri);
  const isRun = document !== undefined && isRequestDocument(document) && !document.isUntitled;
  const top = isRun ? vscode.workspace.getWorkspaceFolder(document.uri)?.uri : undefined;
  if (!isRun || top === undefined) return all;
  const around: vscode.Uri[] = [];
  for (let at = vscode.Uri.joinPath(document.uri, '..'); at.path !== top.path && at.path !== '/'; at = vscode.Uri.joinPath(at, '..'))
    around.push(at);
  return [...around, top, ...all.filter((folder) => folder.path !== top.path)];
}

/** Runs a file once for each row of a data file, which the user chooses unless `data` is one. */
export async function runWithData(testing: Testing, uri: unknown, data: unknown): Promise<Outcomes> {
  const files = selectedUris(uri, undefined) ?? activeFile();
  const rows = data instanceof vscode.Uri ? data : files.length === 0 ? undefined : await chooseDataFile();
  return rows === undefined ? undefined : run(testing, files, rows);
}

export function showRun({ summary }: Testing): void {
  if (!summary.reveal(false)) void vscode.window.showInformationMessage(t('Nothing has been run yet.'));
}

async function run({ tests }: Testing, uris: readonly vscode.Uri[], data?: vscode.Uri): Promise<Outcomes> {
  if (uris.length === 0) return undefined;
  const otherwise = data === undefined ? {} : { rows: await tests.rowsOf(data) };
  return (await tests.run(uris.map(pathOf), otherwise))?.map(outcomeOf);
}

/** The resources of a command of the explorer: `all` is the selection, `uri` the clicked one. */
function selectedUris(uri: unknown, all: unknown): readonly vscode.Uri[] | undefined {
  const selected = Array.isArray(all) ? all.filter((u) => u instanceof vscode.Uri) : [];
  if (selected.length > 0) return selected;
  return uri instanceof vscode.Uri ? [uri] : undefined;
}

function activeFile(): readonly vscode.Uri[] {
  const document = currentEditor()?.document;
  if (document !== undefined && isRequestDocument(document) && !document.isUntitled) return [document.uri];
  void vscode.window.showInformationMessage(
    document?.isUntitled === true ? t('Save the file first. Only saved files can be run.') : t('Open a .req file to run its requests.'),
  );
  return [];
}

const outcomeOf = ({ of, verdict, tests }: RequestResult): RunOutcome => ({
  file: of.file,
  request: of.request.name || of.request.title,
  verdict,
  tests: tests.map(({ name, passed }) => ({ name, passed })),
});
