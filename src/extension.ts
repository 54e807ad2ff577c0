import { isRequestDocument } from './editor/world/httpFiles.ts';
import * as vscode from 'vscode';
import { t, useTexts } from './base/l10n.ts';
import { ActiveRuns } from './editor/sending/activeRuns.ts';
import { registerCommands } from './editor/commands/registerCommands.ts';
import { Environments } from './editor/world/environments.ts';
import { log, quietly } from './editor/log/log.ts';
import { registerLanguage } from './editor/providers/registerLanguage.ts';
import { onDemand } from './editor/commands/onDemand.ts';
import { Surroundings } from './editor/world/editorSurroundings.ts';
import { VariableStores } from './editor/sending/variableStores.ts';
import { SecretStore } from './editor/secrets/secretStore.ts';

let keepAll: (() => Promise<void>) | undefined;

/** Ends the runs, and stores what they received and pending script variables. VS Code waits for this before it closes the window. */
export const deactivate = (): Promise<void> | undefined => keepAll?.();

/** Creates the services that a window needs and registers features and commands. */
export function activate(context: vscode.ExtensionContext): void {
  try {
    if (vscode.l10n.bundle !== undefined) useTexts(vscode.l10n.bundle, vscode.env.language);
    const variables = new VariableStores(context.workspaceState);
    const environments = new Environments(context.workspaceState);
    const secrets = new SecretStore(context.secrets, context.globalState);
    const runs = new ActiveRuns();
    const surroundings = new Surroundings(
      variables,
      environments,
      (root) => runs.exchangesOf(root),
      async () => (await onDemand()).createView,
    );
    const language = registerLanguage(surroundings, runs, {
      extension: context.extension,
      extensionUri: context.extensionUri,
      workspaceState: context.workspaceState,
      secrets,
      environments,
    });
    const commands = registerCommands({ context, surroundings, active: runs, variables, environments, secrets });
    keepAll = async () => void (await Promise.all([variables.flush(), quietly('ending the runs', () => commands.close())]));
    context.subscriptions.push(variables, environments, runs, surroundings, language, commands);
    // A Markdown file activates the extension too, but does not need these.
    const startOthers = (): void => {
      if (!vscode.workspace.textDocuments.some((d) => isRequestDocument(d) || d.uri.path.endsWith('/http-client.env.json'))) return;
      opened.dispose();
      void quietly('what is read later', async () => {
        const { registerEditing, registerNavigation, registerScripts } = await onDemand();
        context.subscriptions.push(
          registerEditing(surroundings, { secrets, environments }),
          registerNavigation(surroundings),
          registerScripts(surroundings, context.extensionUri),
        );
      });
    };
    // The setting for .http files changes which open documents are requests.
    const opened = vscode.Disposable.from(vscode.workspace.onDidOpenTextDocument(startOthers), surroundings.onDidChange(startOthers));
    context.subscriptions.push(opened);
    startOthers();
  } catch (e) {
    // VS Code shows no message when an activation fails.
    log().error(e instanceof Error ? e : String(e));
    void vscode.window.showErrorMessage(t('Req could not start: {0}', e instanceof Error ? e.message : String(e)));
    throw e;
  }
}
