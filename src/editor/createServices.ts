import * as vscode from 'vscode';
import { didRun } from './firstSteps.ts';
import path from 'node:path';
import { factsOf } from '../response/history/keepRun.ts';
import type { RunRecord } from '../response/record/runRecord.ts';
import { contextKeys } from './commands/contributions.ts';
import { pageActions } from './commands/responses/pageActions.ts';
import { RequestPreview } from './commands/previewRequest.ts';
import { maySend, sendRecordAgain } from './commands/sendRequest.ts';
import { EnvironmentPanels } from './environments/openEnvironments.ts';
import type { HistoryParts } from './history/historyParts.ts';
import { HistoryViews } from './history/historyViews.ts';
import { quietly } from './log/log.ts';
import { followFileRenames } from './requests/fileRenames.ts';
import { RequestViews } from './requests/requestViews.ts';
import { bodyDocuments } from './responsePanel/bodyActions.ts';
import { ResponsePanels } from './responsePanel/responsePanels.ts';
import { documentUriOf } from './providers/fencedDocuments.ts';
import type { ActiveRuns } from './sending/activeRuns.ts';
import { cookieKeeper } from './sending/cookieKeeper.ts';
import { markFailedAssertions } from './sending/failedAssertions.ts';
import { followMoves } from './sending/followMoves.ts';
import { Permissions } from './sending/permissions.ts';
import { RunningRequests } from './sending/runningRequests.ts';
import { otherEnvironments, sendIn, sendStored } from './sending/resend.ts';
import { Runs } from './sending/runs.ts';
import { signInWithEditor, TokenKeeper } from './sending/signIn.ts';
import { vscodeHost } from './sending/vscodeHost.ts';
import type { Services, WindowServices } from './services.ts';
import { openTesting } from './testing/testing.ts';
import { VariableViews } from './variables/variableViews.ts';
import { folderName } from './world/editorFiles.ts';
import { MovedFiles } from './world/movedFiles.ts';
import { followOpenApi } from './world/openApi.ts';
import { compareIgnoresOf, historySettingsOf } from './world/settings.ts';

/** Creates the services of the commands and connects them: a started run is shown, stored and marked in its file. */
export function createServices(window: WindowServices): Services {
  const { context, secrets, variables, active } = window;
  // Panels, history and questions need each other after a run has started, and not before.
  const all = (): Services => services;
  let preview: RequestPreview | undefined;
  const permissions = new Permissions(context.workspaceState);
  const tokens = new TokenKeeper(context.secrets, context.workspaceState);
  const host = vscodeHost(
    permissions,
    secrets,
    signInWithEditor(tokens, permissions),
    cookieKeeper(context.secrets, context.workspaceState),
    (form, signal) => services.panels.ask(form, signal),
  );
  const runs = new Runs(host, variables, active, context);
  const { manager, open: responseTexts } = bodyDocuments();
  const panels = new ResponsePanels(context.extensionUri, pageActions(all), (id) => findShown(services, id));
  const show = (record: RunRecord): void => {
    panels.show(record);
    setHasResponse();
  };
  const open = (id: string, focus: boolean): boolean => {
    const record = panels.find(id) ?? active.find(id)?.record;
    if (record !== undefined) panels.open(record, { focus });
    return record !== undefined;
  };
  const moved = new MovedFiles(context.workspaceState);
  const history = openHistory(all, runs, window, moved, { show, showRunning: (id) => open(id, false) });
  const running = new RunningRequests(active, (id) => open(id, true));
  const variableViews = new VariableViews(window);
  const testing = openTesting(window, runs, { extensionUri: context.extensionUri, moved, show, find: (id) => history.find(id) });
  const requestViews = new RequestViews({ surroundings: window.surroundings, active, runs, stored: () => history.open().entries() });
  const environmentPanels = new EnvironmentPanels();
  const made = vscode.Disposable.from(
    environmentPanels,
    panels,
    manager,
    running,
    active.onDidChangeLong(() => setRunning(active)),
    runs.onDidStart(show),
    followRuns(all, runs, moved),
    runs,
    variableViews,
    requestViews,
    followFileRenames(window.surroundings),
    followOpenApi(window.surroundings),
    history,
    testing,
  );
  const services: Services = {
    ...window,
    permissions,
    tokens,
    host,
    runs,
    running,
    panels,
    responseTexts,
    history,
    variableViews,
    requestViews,
    environmentPanels: {
      show: (row) => environmentPanels.show(services, row),
      restore: (panel, kept) => environmentPanels.restore(services, panel, kept),
    },
    testing,
    get preview() {
      return (preview ??= new RequestPreview(services));
    },
    dispose() {
      preview?.dispose();
      made.dispose();
    },
  };
  return services;
}

/** Marks and stores the results of runs, and moves them with their files. */
function followRuns(all: () => Services, runs: Runs, moved: MovedFiles): vscode.Disposable {
  return vscode.Disposable.from(
    moved,
    moved.onDidMove((moves) => {
      followMoves(all(), moves);
      setRunning(all().active);
    }),
    markFailedAssertions(runs, moved),
    runs.onDidFinish((run) => {
      const facts = factsOf(run);
      if (facts === undefined) return;
      all().active.results.add(run.record, facts);
      didRun(facts);
    }),
  );
}

function setHasResponse(): void {
  void vscode.commands.executeCommand('setContext', contextKeys.hasResponse, true);
}

function setRunning({ long }: ActiveRuns): void {
  const uris = long.map(({ record }) => documentUriOf(record.uri));
  void vscode.commands.executeCommand('setContext', contextKeys.running, long.length > 0);
  // The key `resourcePath` is a file's `fsPath`, and the path of other URIs. Files of a remote host have a URI here and another in the window.
  const paths = uris.flatMap(({ fsPath, path: uriPath }) => [fsPath, uriPath]);
  void vscode.commands.executeCommand('setContext', contextKeys.runningFiles, [...new Set(paths)]);
}

/** The stored run that a panel showed before the window was reloaded. */
async function findShown({ history }: Services, id: string): Promise<RunRecord | undefined> {
  const found = await history.find(id);
  if (found !== undefined) setHasResponse();
  return found;
}

function openHistory(
  all: () => Services,
  runs: Runs,
  { context, active }: WindowServices,
  moved: MovedFiles,
  showing: Pick<HistoryParts, 'show' | 'showRunning'>,
): HistoryViews {
  return new HistoryViews(
    {
      folder: path.join((context.storageUri ?? context.globalStorageUri).fsPath, 'history'),
      settings: historySettingsOf,
      ignored: compareIgnoresOf,
      nameOf: folderName,
      uriNow: (uri, since) => moved.now(uri, since),
      ...showing,
      running: () => active.long.toReversed().map(({ record, since }) => ({ kind: 'running', id: record.id, record, since })),
      shown: (id) => all().panels.find(id),
      replayStored: (run) => runs.replayStored(run),
      sendText: async (facts, text) => (await maySend()) && sendStored(all(), facts, text),
      sendFromFile: ({ uri, request }) => sendRecordAgain(all(), { uri: vscode.Uri.parse(uri), request }),
      environmentsOf: (record) => otherEnvironments(all(), record),
      sendIn: async (record, environment) => ((await maySend()) ? sendIn(all(), record, environment) : undefined),
      quietly,
    },
    runs,
    active,
  );
}
