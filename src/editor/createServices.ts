import * as vscode from 'vscode';
import path from 'node:path';
import type { RunRecord } from '../response/record/runRecord.ts';
import { contextKeys } from './commands/contributions.ts';
import { pageActions } from './commands/pageActions.ts';
import { maySend, sendRecordAgain } from './commands/sendRequest.ts';
import { HistoryViews } from './history/historyViews.ts';
import { quietly } from './log/log.ts';
import { bodyDocuments } from './responsePanel/bodyActions.ts';
import { ResponsePanels } from './responsePanel/responsePanels.ts';
import { cookieKeeper } from './sending/cookieKeeper.ts';
import { markFailedAssertions } from './sending/failedAssertions.ts';
import { Permissions } from './sending/permissions.ts';
import { otherEnvironments, sendIn, sendStored } from './sending/resend.ts';
import { Runs } from './sending/runs.ts';
import { signInWithEditor, TokenKeeper } from './sending/signIn.ts';
import { vscodeHost } from './sending/vscodeHost.ts';
import type { Services, WindowServices } from './services.ts';
import { openTesting } from './testing/testing.ts';
import { VariableViews } from './variables/variableViews.ts';
import { folderName } from './world/editorFiles.ts';
import { compareIgnoresOf, historySettingsOf } from './world/settings.ts';

/** Creates the services of the commands and connects them: a run that starts is shown, kept and marked in its file. */
export function createServices(window: WindowServices): Services {
  const { context, secrets, variables, active } = window;
  // Panels, history and questions need each other after a run has started, and not before.
  const all = (): Services => services;
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
  const history = openHistory(all, runs, context, show);
  const variableViews = new VariableViews(window);
  const testing = openTesting(window, runs, { extensionUri: context.extensionUri, show, find: (id) => history.find(id) });
  const running = active.onDidChangeLong(() => void vscode.commands.executeCommand('setContext', contextKeys.running, active.hasLong));
  const made = vscode.Disposable.from(
    panels,
    manager,
    running,
    runs.onDidStart(show),
    markFailedAssertions(runs),
    runs,
    variableViews,
    history,
    testing,
  );
  const services: Services = {
    ...window,
    permissions,
    tokens,
    host,
    runs,
    panels,
    responseTexts,
    history,
    variableViews,
    testing,
    dispose: () => void made.dispose(),
  };
  return services;
}

function setHasResponse(): void {
  void vscode.commands.executeCommand('setContext', contextKeys.hasResponse, true);
}

/** The stored run that a panel showed before the window was reloaded. */
async function findShown({ history }: Services, id: string): Promise<RunRecord | undefined> {
  const found = await history.find(id);
  if (found !== undefined) setHasResponse();
  return found;
}

function openHistory(all: () => Services, runs: Runs, context: vscode.ExtensionContext, show: (record: RunRecord) => void): HistoryViews {
  return new HistoryViews(
    {
      folder: path.join((context.storageUri ?? context.globalStorageUri).fsPath, 'history'),
      settings: historySettingsOf,
      ignored: compareIgnoresOf,
      nameOf: folderName,
      show,
      shown: (id) => all().panels.find(id),
      tellAgain: (run) => runs.tellAgain(run),
      sendText: async (facts, text) => (await maySend()) && sendStored(all(), facts, text),
      sendFromFile: ({ uri, request }) => sendRecordAgain(all(), { uri: vscode.Uri.parse(uri), request }),
      environmentsOf: (record) => otherEnvironments(all(), record),
      sendIn: async (record, environment) => ((await maySend()) ? sendIn(all(), record, environment) : undefined),
      quietly,
    },
    runs,
  );
}
