import * as vscode from 'vscode';
import { showCount, t } from '../../base/l10n.ts';
import { dataOf, listRequests, sharedKind } from '../../language/atStart.ts';
import type { DataRow, FileAround, RequestSummary } from '../../language/index.ts';
import type { CommandId, SettingId } from '../commands/contributions.ts';
import { onDemand } from '../commands/onDemand.ts';
import { fileOf } from '../world/editorFiles.ts';
import { quietly } from '../log/log.ts';
import { runLensOf } from '../world/settings.ts';
import { requestTextsOf, type RequestText } from './fencedDocuments.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import type { LastResult } from '../sending/lastResults.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { LensRefreshes } from './lensRefreshes.ts';
import { LinesInView, mostInFull } from './longFiles/linesInView.ts';

const sendCommand: CommandId = 'req.send';
const cancelCommand: CommandId = 'req.cancel';
const showCommand: CommandId = 'req.showResponse';
const runCommand: CommandId = 'req.runFile';
const rowCommand: CommandId = 'req.chooseRow';
const runSetting: SettingId = 'req.codeLens.runFile';

export function codeLensProvider(
  surroundings: Surroundings,
  runs: ActiveRuns,
  secrets: SecretStore,
): vscode.CodeLensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const inView = new LinesInView();
  const scrolled = inView.onDidChange(() => changed.fire());
  const refreshes = new LensRefreshes(() => changed.fire());
  const askAgain = (): void => {
    changed.fire();
    refreshes.begin();
  };
  // VS Code asks by itself for the lenses of an editor that it opens; a refresh would make it wait again.
  const shown = (): void => refreshes.begin();
  const listening = vscode.Disposable.from(
    runs.onDidChangeLong(askAgain),
    runs.results.onDidChange(() => changed.fire()),
    surroundings.onDidChange(askAgain),
    // The name of a row hides stored secrets.
    secrets.onDidChange(askAgain),
    vscode.window.onDidChangeActiveTextEditor(shown),
    vscode.window.onDidChangeVisibleTextEditors(shown),
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration(runSetting) && askAgain()),
  );
  askAgain();
  return {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) =>
      quietly('lenses', async () => {
        if (sharedKind(fileOf(document)) !== undefined) return [];
        const lenses = await refreshes.during(Promise.all(requestTextsOf(document).map((text) => lensesOf(document, text))));
        surroundings.longFiles.lensesReturned(document);
        return lenses.flat();
      }),
    dispose() {
      refreshes.end();
      listening.dispose();
      scrolled.dispose();
      inView.dispose();
      changed.dispose();
    },
  };

  async function lensesOf(document: vscode.TextDocument, text: RequestText): Promise<readonly vscode.CodeLens[]> {
    // Keep the lens even if surrounding files cannot be read: the click then shows the error.
    const known = await quietly('what is around a lens', () => surroundings.around(text));
    const tree = known?.tree ?? surroundings.tree(text);
    // Name the environment if it is protected.
    const to =
      known?.environment !== undefined && known.collection.protectedEnvironments.has(known.environment) ? known.environment : undefined;
    const requests = listRequests(tree);
    const running = runs.longOf(text.uri, tree);
    const results = runs.results.of(text.uri, tree);
    const isInView = requests.length > mostInFull ? inView.of(document) : () => true;
    const [first, second] = requests;
    // Only saved `.req` files can be run: not fences, not untitled documents.
    const isRun = first !== undefined && second !== undefined && text === document && !document.isUntitled && runLensOf();
    const all = isRun ? [runLens(document, first.line - 1, requests.length)] : [];
    const hasData = known?.data !== undefined && known.data.size > 0;
    const nameOf = hasData ? await rowNames(known, secrets) : undefined;
    const each = requests.flatMap((r) => {
      const line = r.line - 1;
      if (!isInView(line)) return [];
      const range = new vscode.Range(line, 0, line, 0);
      const runId = running.get(r.block);
      const send = runId === undefined ? sendLens(range, r, document.uri, to) : cancelLens(range, document.uri, runId);
      const result = runId === undefined ? results.get(r.block) : undefined;
      const row = known && nameOf && rowLens(range, known, r, document.uri, nameOf);
      const after = result === undefined ? undefined : resultLens(range, result, r.title);
      return [send, row, after].filter((lens) => lens !== undefined);
    });
    return [...each, ...all];
  }
}

const cancelLens = (range: vscode.Range, uri: vscode.Uri, runId: string): vscode.CodeLens =>
  new vscode.CodeLens(range, {
    title: `$(debug-stop) ${t('Cancel')}`,
    tooltip: t('Cancel this request. Received data stays.'),
    command: cancelCommand,
    arguments: [uri, range.start.line, runId],
  });

/** @param to the environment, if it is protected */
const sendLens = (range: vscode.Range, request: RequestSummary, uri: vscode.Uri, to: string | undefined): vscode.CodeLens =>
  new vscode.CodeLens(range, {
    title: `$(play) ${sendWords(request, to)}`,
    tooltip: request.insecure ? t('Send {0} without checking the server certificate', request.title) : t('Send {0}', request.title),
    command: sendCommand,
    arguments: [uri, range.start.line],
  });

/** Text of the Send lens, with a protected environment, a stream and an unchecked certificate. */
function sendWords({ expectsStream, insecure }: RequestSummary, to: string | undefined): string {
  const what =
    to === undefined ? (expectsStream ? t('Send stream') : t('Send')) : expectsStream ? t('Send to {0} stream', to) : t('Send to {0}', to);
  return insecure ? t('{0} (not secure)', what) : what;
}

/** Names of data rows, with stored secrets masked. */
async function rowNames(known: FileAround, secrets: SecretStore): Promise<(row: DataRow) => string> {
  const [{ rowName, rowNaming }, stored] = await Promise.all([onDemand(), secrets.valuesIn(known.collection.root)]);
  const naming = rowNaming([known], new Set(stored));
  return (row) => rowName(row, naming);
}

/** The lens of the data row that Send uses; undefined without data. A click chooses another row. */
function rowLens(
  range: vscode.Range,
  known: FileAround,
  { block, line }: RequestSummary,
  uri: vscode.Uri,
  nameOf: (row: DataRow) => string,
): vscode.CodeLens | undefined {
  const found = dataOf({ file: known.file, tree: known.tree, block, data: known.data });
  if (found?.kind !== 'rows' || found.rows.length === 1) return undefined;
  const { rows, chosen } = found;
  return new vscode.CodeLens(range, {
    title: t('Row {0} of {1}: {2}', showCount(rows.indexOf(chosen) + 1), showCount(rows.length), nameOf(chosen)),
    tooltip: t('Choose the row of data that Send uses. Running the file uses all rows.'),
    command: rowCommand,
    arguments: [uri, line - 1],
  });
}

/** The lens with the result of the last run. A click shows its response. */
function resultLens(range: vscode.Range, { runId, text }: LastResult, request: string): vscode.CodeLens {
  return new vscode.CodeLens(range, {
    title: text,
    tooltip: t('Show the last response of {0}', request),
    command: showCommand,
    arguments: [runId],
  });
}

function runLens(document: vscode.TextDocument, line: number, count: number): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    title: `$(run-all) ${t('Run file')}`,
    tooltip: t('Run the {0} requests of this file in order, as tests', showCount(count)),
    command: runCommand,
    arguments: [document.uri],
  });
}
