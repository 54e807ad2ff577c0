import * as vscode from 'vscode';
import { completionTriggers } from '../../language/index.ts';
import { environmentItem } from '../world/environments.ts';
import { quietly } from '../log/log.ts';
import { codeActions } from './codeActionsProvider.ts';
import { codeLensProvider } from './codeLensProvider.ts';
import { completionProvider } from './completionProvider.ts';
import { watchDiagnostics } from './publishDiagnostics.ts';
import { formattingProvider } from './formatProvider.ts';
import { hoverProvider } from './hoverProvider.ts';
import { inlayHintsProvider } from './inlayHintsProvider.ts';
import { snapshotActions } from './snapshotActions.ts';
import { registerPaste } from './pasteProvider.ts';
import { semanticTokensProvider, tokenLegend } from './semanticTokensProvider.ts';
import { requestTextsOf } from './fencedDocuments.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

const selector: vscode.DocumentSelector = { language: 'req' };
/** Markdown has lenses in its `req` fences, and nothing else: what it holds may be anything. */
const withFences: vscode.DocumentSelector = [{ language: 'req' }, { language: 'markdown' }];

/** What the language needs of the extension. */
interface LanguageContext {
  readonly extensionUri: vscode.Uri;
  readonly secrets: SecretStore;
}

/** Everything a `.req` editor shows and does: lenses, hovers, colors, problems and their fixes, formatting, and its environment in the status bar. */
export function registerLanguage(surroundings: Surroundings, runs: ActiveRuns, context: LanguageContext): vscode.Disposable {
  const lenses = codeLensProvider(surroundings, runs);
  const tokens = semanticTokensProvider(surroundings);
  const formatting = formattingProvider(surroundings);
  const hints = inlayHintsProvider(surroundings);
  const item = environmentItem();
  const showEnvironment = (): void =>
    void quietly('environment', async () => {
      const document = vscode.window.activeTextEditor?.document;
      // A focused panel is no text editor: the item stays for the file it answers.
      if (document === undefined) return;
      const [text] = requestTextsOf(document);
      if (text === undefined) return item.hide();
      const { environment, collection } = await surroundings.know(text);
      item.show(environment, collection);
    });
  showEnvironment();
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(withFences, lenses),
    vscode.languages.registerCompletionItemProvider(selector, completionProvider(surroundings, context.secrets), ...completionTriggers),
    vscode.languages.registerHoverProvider(selector, hoverProvider(surroundings)),
    vscode.languages.registerDocumentSemanticTokensProvider(selector, tokens, tokenLegend),
    vscode.languages.registerDocumentFormattingEditProvider(selector, formatting),
    vscode.languages.registerDocumentRangeFormattingEditProvider(selector, formatting),
    vscode.languages.registerInlayHintsProvider(selector, hints),
    lenses,
    tokens,
    hints,
    item,
    watchDiagnostics(surroundings, context.extensionUri),
    codeActions(surroundings, context.secrets),
    snapshotActions(),
    registerPaste(selector, surroundings),
    vscode.window.onDidChangeActiveTextEditor(showEnvironment),
    // Also where the language of the active editor is changed: its document is then opened anew.
    vscode.workspace.onDidOpenTextDocument(showEnvironment),
    surroundings.onDidChange(showEnvironment),
  );
}
