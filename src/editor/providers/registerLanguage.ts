import * as vscode from 'vscode';
import { completionTriggers } from '../../language/atStart.ts';
import { environmentItem, type Environments } from '../world/environments.ts';
import { quietly } from '../log/log.ts';
import { codeLensProvider } from './codeLensProvider.ts';
import { currentEditor, watchCurrentEditor } from './currentEditor.ts';
import { completionProvider } from './editing/completionProvider.ts';
import { watchDiagnostics } from './problems/publishDiagnostics.ts';
import { hoverProvider } from './hoverProvider.ts';
import { inlayHintsProvider } from './inlayHintsProvider.ts';
import { placeholderColors } from './placeholderColors.ts';
import { registerSemanticTokens } from './semanticTokens.ts';
import { watchHttpFiles, type HttpFilesContext } from '../world/httpFiles.ts';
import { onDemand } from '../commands/onDemand.ts';
import { requestTextsOf } from './fencedDocuments.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

const selector: vscode.DocumentSelector = { language: 'req' };
/** Markdown documents only have lenses and commands that write, in their `req` fences. */
const withFences: vscode.DocumentSelector = [{ language: 'req' }, { language: 'markdown' }];

interface LanguageContext extends HttpFilesContext {
  readonly extensionUri: vscode.Uri;
  readonly secrets: SecretStore;
  readonly environments: Environments;
}

/** Registers the editor features of `.req` files and the environment item of the status bar. */
export function registerLanguage(surroundings: Surroundings, runs: ActiveRuns, context: LanguageContext): vscode.Disposable {
  const lenses = codeLensProvider(surroundings, runs, context.secrets);
  const hints = inlayHintsProvider(surroundings);
  const hover = hoverProvider(surroundings);
  const completion = completionProvider(surroundings, context.secrets);
  const item = environmentItem();
  const showEnvironment = (): void =>
    void quietly('environment', async () => {
      const document = currentEditor()?.document;
      const [text] = document === undefined ? [] : requestTextsOf(document);
      if (text === undefined) return item.hide();
      const { environment, collection } = await surroundings.around(text);
      item.show(environment, collection);
    });
  // Its listener is the first, because the others ask it.
  const watching = watchCurrentEditor();
  showEnvironment();
  return vscode.Disposable.from(
    watching,
    vscode.languages.registerCodeLensProvider(withFences, lenses),
    vscode.languages.registerCompletionItemProvider(selector, completion, ...completionTriggers),
    vscode.languages.registerHoverProvider(selector, hover),
    registerSemanticTokens(selector, surroundings, placeholderColors),
    vscode.languages.registerInlayHintsProvider(selector, hints),
    lenses,
    hints,
    item,
    watchHttpFiles(
      context,
      async () =>
        (await onDemand()).registerHttpFiles(surroundings, {
          lenses,
          completion,
          hover,
        }),
      () => surroundings.forget(),
    ),
    vscode.languages.registerCodeActionsProvider(withFences, writeActions(surroundings), {
      providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite],
    }),
    watchDiagnostics(surroundings, context.extensionUri),
    vscode.window.onDidChangeActiveTextEditor(showEnvironment),
    // Also fires when the language of the active document changes.
    vscode.workspace.onDidOpenTextDocument(showEnvironment),
    surroundings.onDidChange(showEnvironment),
  );
}

/** Code actions that write into a request. They are loaded on first use, since a window may have Markdown documents and no request file. */
const writeActions = (surroundings: Surroundings): vscode.CodeActionProvider => ({
  provideCodeActions: async (document, range, { triggerKind }) =>
    triggerKind === vscode.CodeActionTriggerKind.Automatic
      ? []
      : (await onDemand()).writeActionsAt(surroundings, document, range.start.line),
});
