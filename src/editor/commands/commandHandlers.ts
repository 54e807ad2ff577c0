import * as vscode from 'vscode';
import path from 'node:path';
import { counted, t } from '../../base/l10n.ts';
import {
  findAgain,
  identify,
  listRequests,
  requestAt,
  type DocumentTree,
  type RequestIdentity,
  type RequestSummary,
} from '../../language/index.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import { agentTools, type AgentTools } from '../agents/tools.ts';
import { contextKeys, type CommandId } from './contributions.ts';
import { showCookies } from '../sending/showCookies.ts';
import { copyExchangeAsHar } from './copyAs.ts';
import { copyAs, copyAsCurl, copySentAsCurl, pasteCurlCommand } from './curlCommands.ts';
import { conversionCommands } from './conversions.ts';
import { chooseEnvironment, refusedForEnvironment } from '../world/environmentChoice.ts';
import type { Environments } from '../world/environments.ts';
import { markFailedAssertions } from '../sending/failedAssertions.ts';
import { folderName } from '../world/editorFiles.ts';
import { cookieKeeper } from '../sending/cookieKeeper.ts';
import { goBack, goTo } from './goTo.ts';
import { HistoryViews } from '../history/historyViews.ts';
import { quietly, reportErrors } from '../log/log.ts';
import { documentUriOf, requestTextAt, type RequestText } from '../providers/fencedDocuments.ts';
import { newCollection, newFile, newRequest, offerFile } from './newCollection.ts';
import type { PanelActions } from '../responsePanel/panelActions.ts';
import { Permissions } from '../sending/permissions.ts';
import { compareTest } from '../responsePanel/compareTest.ts';
import { actOnNode } from '../responsePanel/nodeActions.ts';
import { bodyDocuments, openBody, saveBody } from '../responsePanel/bodyActions.ts';
import { copyBody, copyChosen, copyEvents } from '../responsePanel/copyWhole.ts';
import { openOutside } from '../responsePanel/openOutside.ts';
import type { RunRecord, RunSummary } from '../../response/record/runRecord.ts';
import { otherEnvironments, sendIn, sendStored, textOf, type Sent } from '../sending/resend.ts';
import { ResponsePanels } from '../responsePanel/responsePanels.ts';
import { saveEvents } from '../responsePanel/saveEvents.ts';
import { writeTextPath as writePath } from '../responsePanel/writeTextPath.ts';
import type { SnapshotMode } from '../../runner/index.ts';
import { Runs } from '../sending/runs.ts';
import { compareIgnoresOf, historySettingsOf } from '../world/settings.ts';
import { signInWithEditor, signOut, TokenKeeper } from '../sending/signIn.ts';
import { secretPartsOf } from '../secrets/loadSecrets.ts';
import { deleteSecret, revealSecret, setSecret, showSecrets } from '../secrets/index.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { openTesting } from '../testing/testing.ts';
import type { RowCommand, VariableRows } from '../variables/index.ts';
import type { VariableStores } from '../sending/variableStores.ts';
import { VariableViews } from '../variables/variableViews.ts';
import { trustedOr } from '../world/trust.ts';
import { vscodeHost } from '../sending/vscodeHost.ts';

/** What the commands work with. */
export interface CommandParts {
  readonly context: vscode.ExtensionContext;
  readonly surroundings: Surroundings;
  readonly active: ActiveRuns;
  readonly variables: VariableStores;
  readonly environments: Environments;
  readonly secrets: SecretStore;
}

/** A request of a document: at a line, or where the cursor stands. */
interface Target {
  readonly text: RequestText;
  readonly request: RequestSummary;
}

/** What every command of the manifest does, and the panel they show. */
export interface CommandHandlers extends vscode.Disposable {
  run(command: CommandId, args: readonly unknown[]): unknown;
  /** Takes over a panel that VS Code kept over a reload of the window. */
  restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void>;
  readonly agents: AgentTools;
}

/** Made when the first command is run: nothing of it is needed to open a window. */
export function commandHandlers(parts: CommandParts): CommandHandlers {
  const { context, surroundings, active, variables, environments, secrets } = parts;
  const permissions = new Permissions(context.workspaceState);
  const tokens = new TokenKeeper(context.secrets, context.workspaceState);
  const host = vscodeHost(
    permissions,
    secrets,
    signInWithEditor(tokens, permissions),
    cookieKeeper(context.secrets, context.workspaceState),
    (form, signal) => panels.ask(form, signal),
  );
  const runs = new Runs(host, variables, active, context);
  const { manager, open } = bodyDocuments();
  const actions: PanelActions = {
    cancel: (runId) => void active.cancel(runId),
    sendAgain: (record) => void reportErrors(() => sendAgain(record)),
    copyBody: (record) => void reportErrors(() => copyBody(record)),
    copyChosen: (record) => void reportErrors(() => copyChosen(record)),
    saveBody: (record) => void reportErrors(() => saveBody(record)),
    openBody: (record) => void reportErrors(() => openBody(record, open)),
    compareTest: (record, test) => void reportErrors(() => compareTest(record, test, open)),
    copyAsCurl: (record) => void reportErrors(() => copySentAsCurl(record)),
    copyAsHar: (record) => void reportErrors(() => copyExchangeAsHar(record)),
    openOutside: (record, part) => void reportErrors(() => openOutside(record, part)),
    compare: (record) => void reportErrors(async () => history.open().commands.compareShown(record)),
    actOnNode: (record, row, action) => void reportErrors(() => actOnNode(record, row, action, openTree)),
    goTo: (file, line, column) => void reportErrors(() => goTo(file, line, column)),
    goBack: (record) => void reportErrors(() => goBack(record)),
    copyEvents: (record, rows) => void reportErrors(() => copyEvents(record, rows)),
    saveEvents: (record, as, rows) => void reportErrors(() => saveEvents(record, as, rows)),
    writeTextPath,
  };
  const around = { secrets, surroundings, runs };
  const tellOfResponse = (): void => void vscode.commands.executeCommand('setContext', contextKeys.hasResponse, true);
  const panels: ResponsePanels = new ResponsePanels(context.extensionUri, actions, async (id) => {
    const found = await history.find(id);
    if (found !== undefined) tellOfResponse();
    return found;
  });
  const show = (record: RunRecord): void => {
    panels.show(record);
    tellOfResponse();
  };
  const history = new HistoryViews(
    {
      folder: path.join((context.storageUri ?? context.globalStorageUri).fsPath, 'history'),
      settings: historySettingsOf,
      ignored: compareIgnoresOf,
      nameOf: folderName,
      show,
      shown: (id) => panels.find(id),
      tellAgain: (run) => runs.tellAgain(run),
      sendText: async (facts, text) => (await trusted()) && sendStored(around, facts, text),
      sendFromFile: ({ uri, request }) => sendAgain({ uri: vscode.Uri.parse(uri), request }),
      environmentsOf: (record) => otherEnvironments(around, record),
      sendIn: async (record, environment) => ((await trusted()) ? sendIn(around, record, environment) : undefined),
      quietly,
    },
    runs,
  );
  const views = new VariableViews(parts);
  const tests = openTesting(parts, runs, { extensionUri: context.extensionUri, show, find: (id) => history.find(id) });
  const last = (): RunRecord | undefined => panels.record;

  const handlers: Readonly<Record<CommandId, (...args: readonly unknown[]) => unknown>> = {
    'req.send': (uri, line) => send(uri, line),
    'req.sendAgain': () => {
      const record = last();
      return record === undefined ? send(undefined, undefined) : sendAgain(record);
    },
    'req.updateSnapshots': (uri, line) => send(uri, line, 'update'),
    'req.cancel': (uri, line, runId) => cancel(uri, line, runId),
    'req.cancelAll': () => {
      tests.cancelAll();
      active.cancelAll();
    },
    'req.showResponse': () => {
      if (!panels.reveal()) void offerFile(t('Nothing has been sent yet: click Send above a request of a .req file.'));
    },
    'req.copyBody': () => withLast(copyBody),
    'req.saveBody': () => withLast(saveBody),
    'req.openBody': () => withLast((record) => openBody(record, open)),
    'req.findInBody': () => panels.reveal() && panels.current?.findInBody(),
    'req.pinResponse': () => panels.current?.pin(!panels.current.isPinned),
    'req.copyAsCurl': (uri, line) => copyRequest(copyAsCurl, uri, line),
    'req.copyAs': (uri, line, to) => copyRequest(copyAs, uri, line, to),
    'req.pasteCurl': () => pasteCurlCommand(surroundings),
    ...conversionCommands({ surroundings, runs, secrets }),
    'req.newCollection': () => newCollection(environments),
    'req.newRequest': () => newRequest(surroundings),
    'req.newFile': () => newFile(),
    'req.chooseEnvironment': () => chooseEnvironment(surroundings, environments),
    'req.setSecret': () => setSecret(secretPartsOf(around)),
    'req.deleteSecret': () => deleteSecret(secretPartsOf(around)),
    'req.revealSecret': () => revealSecret(secretPartsOf(around)),
    'req.showSecrets': () => showSecrets(secretPartsOf(around)),
    'req.showCookies': () => showCookies(surroundings, runs),
    'req.forgetPermissions': () => permissions.forget(),
    'req.signOut': () => forgetTokens(),
    'req.clearVariables': async (node) => variableCommands().clear(node),
    'req.showVariables': () => vscode.commands.executeCommand('req.variables.focus'),
    'req.filterVariables': async () => variableCommands().filter(),
    'req.showAllVariables': () => views.rows().tree.filter(''),
    'req.addVariable': async (node) => variableCommands().add(node),
    'req.editVariable': (node) => onRow('edit', node),
    'req.deleteVariable': (node) => onRow('delete', node),
    'req.copyVariableValue': (node) => onRow('copyValue', node),
    'req.copyVariablePlaceholder': (node) => onRow('copyPlaceholder', node),
    'req.goToVariable': (node) => onRow('goTo', node),
    'req.findVariableReferences': (node) => onRow('references', node),
    'req.showVariableHistory': (node) => onRow('history', node),
    'req.showAllChanges': () => views.rows().history.show(undefined),
    'req.putBackVariable': (node) => onRow('putBack', node),
    ...tests.handlers,
    ...history.handlers,
    'req.compareResponse': () => withLast(async (record) => history.open().commands.compareShown(record)),
  };

  const variableCommands = (): VariableRows['commands'] => views.rows().commands;
  const onRow = async (command: RowCommand, node: unknown): Promise<void> => variableCommands().run(command, node);

  const running = active.onDidChangeLong(() => void vscode.commands.executeCommand('setContext', contextKeys.running, active.hasLong));
  const started = runs.onDidStart(show);
  const made = vscode.Disposable.from(panels, manager, running, started, markFailedAssertions(runs), runs, views, history, tests);
  return {
    run: (command, args) => handlers[command](...args),
    restore: (restored, kept) => panels.restore(restored, kept),
    agents: agentTools({
      surroundings,
      runs,
      host,
      find: async (id) => (id === undefined ? last() : panels.find(id))?.share() ?? (id === undefined ? undefined : history.find(id)),
      lacksEnvironment: ({ collection: c }) =>
        environments.unknown(c.root, c.environments) !== undefined && c.environmentFiles.some(({ problem }) => problem !== undefined),
      secrets: permissions,
    }),
    dispose: () => void made.dispose(),
  };

  async function targetOf(uri: unknown, line: unknown): Promise<Target | undefined> {
    const editor = vscode.window.activeTextEditor;
    const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
    const at = typeof line === 'number' ? line : editor !== undefined && editor.document === document ? editor.selection.active.line : 0;
    const text = document === undefined ? undefined : requestTextAt(document, at);
    if (text === undefined) {
      void offerFile(t('Open a .req file and put the cursor into a request.'));
      return undefined;
    }
    const tree = surroundings.tree(text);
    const request =
      requestAt(tree, tree.lines.startOf(Math.min(at, tree.lines.lineCount - 1))) ??
      (listRequests(tree).length === 1 ? listRequests(tree)[0] : undefined);
    if (request === undefined) {
      const none = t('This file holds no request: write one, such as GET https://example.com');
      const here = t('There is no request here: put the cursor into one.');
      void vscode.window.showInformationMessage(listRequests(tree).length === 0 ? none : here);
    }
    return request === undefined ? undefined : { text, request };
  }

  function trusted(): Promise<boolean> {
    return trustedOr(t('Nothing is sent and no script runs until this workspace is trusted.'));
  }

  async function send(uri: unknown, line: unknown, snapshots?: SnapshotMode): Promise<RunSummary | undefined> {
    if (!(await trusted())) return undefined;
    const target = await targetOf(uri, line);
    if (target === undefined) return undefined;
    const { text, request } = target;
    return sendIdentified(text, identify(surroundings.tree(text), request), snapshots);
  }

  async function copyRequest(copy: typeof copyAs, uri: unknown, line: unknown, to?: unknown): Promise<void> {
    const target = (await trusted()) ? await targetOf(uri, line) : undefined;
    if (target === undefined) return;
    const identity = identify(surroundings.tree(target.text), target.request);
    const known = await surroundings.know(target.text, 'anew');
    const request = findAgain(known.tree, identity);
    if (request !== undefined) await copy(runs, known, request, to);
  }

  async function sendIdentified(text: RequestText, identity: RequestIdentity, snapshots?: SnapshotMode): Promise<RunSummary | undefined> {
    // The text may change while the surroundings are read: the request is found again in what is sent.
    const known = await surroundings.know(text, 'anew');
    if (await refusedForEnvironment(environments, known.collection)) return undefined;
    const request = findAgain(known.tree, identity);
    if (request !== undefined) return (await runs.send(known, request, undefined, { snapshots })).summary;
    void vscode.window.showWarningMessage(
      t('Nothing was sent: "{0}" is no longer in {1}.', identity.title, vscode.workspace.asRelativePath(documentUriOf(text.uri))),
    );
    return undefined;
  }

  async function sendAgain(record: Sent): Promise<void> {
    if (!(await trusted())) return;
    const document = await vscode.workspace.openTextDocument(documentUriOf(record.uri));
    await sendIdentified(textOf(document, record, surroundings), record.request);
  }

  async function openTree(record: RunRecord): Promise<{ readonly document: vscode.TextDocument; readonly tree: DocumentTree }> {
    const document = await vscode.workspace.openTextDocument(documentUriOf(record.uri));
    return { document, tree: surroundings.tree(textOf(document, record, surroundings)) };
  }

  async function writeTextPath(record: RunRecord, textPath: string): Promise<boolean> {
    const written = await reportErrors(async () => {
      const { document, tree } = await openTree(record);
      return writePath(record, document, tree, textPath);
    });
    return written === true;
  }

  async function cancel(uri: unknown, line: unknown, runId: unknown): Promise<void> {
    // A lens names its run: one that has just ended leaves the others alone.
    if (typeof runId === 'string') return void active.cancel(runId);
    if (uri instanceof vscode.Uri && typeof line === 'number') {
      const target = await targetOf(uri, line);
      const tree = target === undefined ? undefined : surroundings.tree(target.text);
      const live = target === undefined || tree === undefined ? undefined : active.of(target.text.uri, tree).get(target.request.block);
      if (live !== undefined) active.cancel(live);
      return;
    }
    const record = last();
    if (record === undefined || !active.cancel(record.id)) active.cancelAll();
  }

  async function withLast(work: (record: RunRecord) => unknown): Promise<void> {
    const record = last();
    if (record?.body === undefined) void vscode.window.showInformationMessage(t('There is no response yet.'));
    else await work(record);
  }

  async function forgetTokens(): Promise<void> {
    const count = await signOut(tokens, folderName);
    if (count === undefined) return;
    await runs.forgetTokens();
    void vscode.window.showInformationMessage(
      count === 0 ? t('No token is kept any more.') : counted(count, '{0} token was forgotten.', '{0} tokens were forgotten.'),
    );
  }
}
