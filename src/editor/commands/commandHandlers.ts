import type * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { agentTools, type AgentTools } from '../agents/tools.ts';
import { createServices } from '../createServices.ts';
import { openBody, saveBody } from '../responsePanel/bodyActions.ts';
import { copyBody } from '../responsePanel/copyWhole.ts';
import { deleteSecret, revealSecret, setSecret, showSecrets } from '../secrets/index.ts';
import { secretPartsOf } from '../secrets/loadSecrets.ts';
import { showCookies } from '../sending/showCookies.ts';
import type { Services, WindowServices } from '../services.ts';
import { runFiles, runFolders, runWithData, showRun } from '../testing/testCommands.ts';
import { chooseEnvironment } from '../world/environmentChoice.ts';
import { chooseRow } from './responses/chooseRow.ts';
import { cancelAllRuns, cancelRun } from './cancelRun.ts';
import { environmentsPanelType, type CommandId } from './contributions.ts';
import { pasteCurlCommand } from './interchange/curlCommands.ts';
import { findInBody, showResponse, togglePin, withResponse } from './responses/currentResponse.ts';
import { editParts } from './editParts.ts';
import { exportTrusted } from './interchange/exportCommand.ts';
import { forgetTokens } from './forgetTokens.ts';
import { inHistory, sortComparedKeys } from './views/inHistory.ts';
import { convertHttp, importCommand, importFound } from './interchange/importCommand.ts';
import { buildGraphqlQuery, fetchGraphqlSchema } from './graphqlCommands.ts';
import { newCollection } from './newCollection.ts';
import { makeSchema, replyTo } from './requestDocument.ts';
import { sendAgain, sendRequest } from './sendRequest.ts';
import { focusView } from './views/focusView.ts';
import { copyRow, newRequestAt, onRequestRow, onRequestRows, revealRow, runCasesAt, runRows, sendRow } from './views/inRequests.ts';
import { newRequestFromOperation } from './newFromOperation.ts';
import { updateFromOpenApi } from './updateFromOpenApi.ts';
import { fetchOpenApi } from './fetchOpenApi.ts';
import { addAuth, addFormField, addQueryParameter } from './writeParts.ts';
import { isNode } from '../requests/requestViews.ts';
import { inVariables, onVariableRow, showAllChanges, showAllVariables } from './views/inVariables.ts';

/** @param args arguments of the caller (a lens, a menu, a key binding), not validated */
type CommandHandler = (services: Services, ...args: readonly unknown[]) => unknown;

const handlers: Readonly<Record<CommandId, CommandHandler>> = {
  'req.send': (services, uri, line) => sendRequest(services, uri, line),
  'req.sendAgain': sendAgain,
  'req.previewRequest': ({ preview }, uri, line) => preview.show(uri, line),
  'req.chooseRow': chooseRow,
  'req.addAuth': addAuth,
  'req.addQueryParameter': addQueryParameter,
  'req.addFormField': addFormField,
  'req.editParts': editParts,
  'req.buildGraphqlQuery': buildGraphqlQuery,
  'req.fetchGraphqlSchema': fetchGraphqlSchema,
  'req.fetchOpenApi': fetchOpenApi,
  'req.runContractCases': runCasesAt,
  'req.updateFromOpenApi': updateFromOpenApi,
  'req.updateSnapshots': (services, uri, line) => sendRequest(services, uri, line, 'update'),
  'req.cancel': cancelRun,
  'req.cancelAll': cancelAllRuns,
  'req.runFile': ({ testing }, uri, all) => runFiles(testing, uri, all),
  'req.runFolder': ({ testing }, uri, all) => runFolders(testing, uri, all),
  'req.runWithData': ({ testing }, uri, data) => runWithData(testing, uri, data),
  'req.showRun': ({ testing }) => showRun(testing),
  'req.showRunning': ({ running }) => running.open(),
  'req.showResponse': showResponse,
  'req.copyBody': (services) => withResponse(services, copyBody),
  'req.saveBody': (services) => withResponse(services, saveBody),
  'req.openBody': (services) => withResponse(services, (record) => openBody(record, services.responseTexts)),
  'req.makeSchema': (services) => withResponse(services, (record) => makeSchema(services, record)),
  'req.reply': (services) => withResponse(services, (record) => replyTo(services, record)),
  'req.findInBody': findInBody,
  'req.pinResponse': togglePin,
  'req.compareResponse': (services) => withResponse(services, (record) => inHistory(services, (c) => c.compareShown(record))),
  'req.copyAsCurl': (services, uri, line) => copyRow(services, 'curl', uri, line, undefined),
  'req.copyAs': (services, uri, line, to) => copyRow(services, 'as', uri, line, to),
  'req.pasteCurl': ({ surroundings }) => pasteCurlCommand(surroundings),
  'req.import': importCommand,
  'req.convertHttp': convertHttp,
  'req.export': (services, ...args) => exportTrusted(services, args),
  'req.chooseEnvironment': ({ surroundings, environments }) => chooseEnvironment(surroundings, environments),
  'req.editEnvironments': ({ environmentPanels }, row) => environmentPanels.show(row),
  'req.newCollection': ({ environments }) => newCollection(environments),
  'req.newRequest': newRequestAt,
  'req.newRequestFromOperation': newRequestFromOperation,
  'req.newFile': ({ requestViews }, node) => requestViews.commands.newFile(isNode(node) ? node : undefined),
  'req.newFolder': (services, node) => onRequestRow(services, 'newFolder', node),
  'req.showRequests': () => focusView('req.requests'),
  'req.filterRequests': ({ requestViews }) => requestViews.askFilter(),
  'req.clearRequestFilter': ({ requestViews }) => requestViews.rows.setFilter(''),
  'req.openRequest': ({ requestViews }, node) => requestViews.open(node),
  'req.goToRequest': ({ requestViews }, node) => requestViews.goTo(node),
  'req.sendRequest': sendRow,
  'req.runRequests': runRows,
  'req.undoRequestChange': ({ requestViews }) => requestViews.commands.undo(),
  'req.duplicateRequest': (services, node) => onRequestRow(services, 'duplicate', node),
  'req.renameRequest': (services, node) => onRequestRow(services, 'rename', node),
  'req.deleteRequest': (services, node, nodes) => onRequestRows(services, 'delete', node, nodes),
  'req.moveRequest': (services, node, nodes) => onRequestRows(services, 'moveToFile', node, nodes),
  'req.moveRequestUp': (services, node, nodes) => onRequestRows(services, 'up', node, nodes),
  'req.moveRequestDown': (services, node, nodes) => onRequestRows(services, 'down', node, nodes),
  'req.revealRequest': revealRow,
  'req.importFound': importFound,
  'req.setSecret': (services) => setSecret(secretPartsOf(services)),
  'req.deleteSecret': (services) => deleteSecret(secretPartsOf(services)),
  'req.revealSecret': (services) => revealSecret(secretPartsOf(services)),
  'req.showSecrets': (services) => showSecrets(secretPartsOf(services)),
  'req.showCookies': ({ surroundings, runs }) => showCookies(surroundings, runs),
  'req.forgetPermissions': ({ permissions }) => permissions.forget(),
  'req.signOut': forgetTokens,
  'req.clearVariables': (services, node) => inVariables(services, (c) => c.clear(node)),
  'req.showVariables': () => focusView('req.variables'),
  'req.filterVariables': (services) => inVariables(services, (c) => c.filter()),
  'req.showAllVariables': showAllVariables,
  'req.addVariable': (services, node) => inVariables(services, (c) => c.add(node)),
  'req.editVariable': (services, node) => onVariableRow(services, 'edit', node),
  'req.deleteVariable': (services, node) => onVariableRow(services, 'delete', node),
  'req.copyVariableValue': (services, node) => onVariableRow(services, 'copyValue', node),
  'req.copyVariablePlaceholder': (services, node) => onVariableRow(services, 'copyPlaceholder', node),
  'req.goToVariable': (services, node) => onVariableRow(services, 'goTo', node),
  'req.findVariableReferences': (services, node) => onVariableRow(services, 'references', node),
  'req.showVariableHistory': (services, node) => onVariableRow(services, 'history', node),
  'req.showAllChanges': showAllChanges,
  'req.putBackVariable': (services, node) => onVariableRow(services, 'putBack', node),
  'req.showHistory': () => focusView('req.history'),
  'req.openHistoryEntry': (services, node) => inHistory(services, (c) => c.open(node)),
  'req.compareHistory': (services, node, nodes) => inHistory(services, (c) => c.compare(node, nodes)),
  'req.sendHistoryAgain': (services, node) => inHistory(services, (c) => c.sendAgain(node)),
  'req.deleteHistoryEntry': (services, node, nodes) => inHistory(services, (c) => c.delete(node, nodes)),
  'req.clearHistory': (services) => inHistory(services, (c) => c.clear()),
  'req.searchHistory': (services) => inHistory(services, (c) => c.search()),
  'req.filterHistory': (services) => inHistory(services, (c) => c.filterByStatus()),
  'req.showAllHistory': (services) => inHistory(services, (c) => c.showAll()),
  'req.sortComparedKeys': (services) => sortComparedKeys(services, true),
  'req.unsortComparedKeys': (services) => sortComparedKeys(services, false),
};

/**
 * Whether the command was called on a row that VS Code has forgotten, because it was updating the view: then the first of the two arguments of
 * a row's menu is missing. Without arguments, the command would use the selected row, which is another one.
 */
const isForgottenRow = (args: readonly unknown[]): boolean => args.length >= 2 && args[0] === undefined;

export interface CommandHandlers extends vscode.Disposable {
  run(command: CommandId, args: readonly unknown[]): unknown;
  /** Attaches a panel that VS Code restored after a window reload. */
  restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void>;
  readonly agents: AgentTools;
  /** Cancels all runs and stores what they received. `dispose` waits for it. */
  close(): Promise<void>;
}

/** Called with the first command, because opening a window needs none of this. */
export function commandHandlers(window: WindowServices): CommandHandlers {
  const services = createServices(window);
  let closing: Promise<void> | undefined;
  const { surroundings, environments, permissions, host, runs, panels, history } = services;
  return {
    run: (command, args) => {
      if (isForgottenRow(args)) throw new ReqError('usage', t('This row was just being updated. Try again.'));
      return handlers[command](services, ...args);
    },
    restore: (restored, kept) =>
      restored.viewType === environmentsPanelType ? services.environmentPanels.restore(restored, kept) : panels.restore(restored, kept),
    agents: agentTools({
      surroundings,
      runs,
      host,
      find: async (id) =>
        (id === undefined ? panels.record : panels.find(id))?.share() ?? (id === undefined ? undefined : history.find(id)),
      lacksEnvironment: ({ collection: c }) =>
        environments.unknown(c.root, c.environments) !== undefined && c.environmentFiles.some(({ problem }) => problem !== undefined),
      secrets: permissions,
    }),
    close: () => (closing ??= endRuns(services)),
    dispose: () => void Promise.resolve(closing).finally(() => services.dispose()),
  };
}

/** Cancels all runs and stores what they received, and the tokens that they were refreshing. */
async function endRuns(services: Services): Promise<void> {
  cancelAllRuns(services);
  await services.active.settled();
  await services.history.kept();
  await services.runs.tokensKept();
}
