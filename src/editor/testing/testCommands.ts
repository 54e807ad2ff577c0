import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { RequestResult } from '../../runner/index.ts';
import type { CommandId } from '../commands/contributions.ts';
import { pathOf } from '../world/editorFiles.ts';
import { chooseDataFile } from './testChoices.ts';
import type { TestExplorer } from './explorer.ts';
import type { SummaryPanel } from './summaryPanel.ts';

/** How a request of a run ended, as the commands that run many return it to whoever runs them. */
interface RunOutcome {
  readonly file: string;
  readonly request: string;
  readonly verdict: RequestResult['verdict'];
  readonly tests: readonly { readonly name: string; readonly passed: boolean }[];
}

/** What the commands that run files and folders do. */
export function runCommands(tests: TestExplorer, summary: SummaryPanel) {
  const run = async (uris: readonly vscode.Uri[], data?: vscode.Uri): Promise<readonly RunOutcome[] | undefined> => {
    if (uris.length === 0) return undefined;
    const otherwise = data === undefined ? {} : { rows: await tests.rowsOf(data) };
    return (await tests.run(uris.map(pathOf), otherwise))?.map(outcomeOf);
  };
  return {
    'req.runFile': (uri, all) => run(chosenUris(uri, all) ?? activeFile()),
    'req.runFolder': (uri, all) => run(chosenUris(uri, all) ?? (vscode.workspace.workspaceFolders ?? []).map((f) => f.uri)),
    async 'req.runWithData'(uri, data) {
      const files = chosenUris(uri, undefined) ?? activeFile();
      const rows = data instanceof vscode.Uri ? data : files.length === 0 ? undefined : await chooseDataFile();
      return rows === undefined ? undefined : run(files, rows);
    },
    'req.showRun': () => {
      if (!summary.reveal(false)) void vscode.window.showInformationMessage(t('Nothing has been run yet.'));
    },
  } as const satisfies Partial<Record<CommandId, (...args: readonly unknown[]) => unknown>>;
}

/** What a command of the explorer was given: what was clicked, and all that is chosen. */
function chosenUris(uri: unknown, all: unknown): readonly vscode.Uri[] | undefined {
  const chosen = Array.isArray(all) ? all.filter((u) => u instanceof vscode.Uri) : [];
  if (chosen.length > 0) return chosen;
  return uri instanceof vscode.Uri ? [uri] : undefined;
}

function activeFile(): readonly vscode.Uri[] {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === 'req' && !document.isUntitled) return [document.uri];
  void vscode.window.showInformationMessage(
    document?.isUntitled === true ? t('Save the file first: what is run lies in a file.') : t('Open a .req file: its requests are run.'),
  );
  return [];
}

const outcomeOf = ({ of, verdict, tests }: RequestResult): RunOutcome => ({
  file: of.file,
  request: of.request.name || of.request.title,
  verdict,
  tests: tests.map(({ name, passed }) => ({ name, passed })),
});
