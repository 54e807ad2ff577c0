import * as vscode from 'vscode';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { scriptCompletionProvider } from './scriptCompletion.ts';
import { scriptDefinitionProvider, scriptHoverProvider, scriptSignatureProvider } from './scriptHover.ts';
import { watchScriptProblems } from './scriptProblems.ts';
import { translateActions } from './translateActions.ts';
import { ScriptService } from './typescript.ts';

const selector: vscode.DocumentSelector = { language: 'req' };

/** Registers the editor features inside `< {% … %}` and `> {% … %}`. */
export function registerScripts(surroundings: Surroundings, extensionUri: vscode.Uri): vscode.Disposable {
  const service = new ScriptService(extensionUri);
  return vscode.Disposable.from(
    service,
    vscode.languages.registerCompletionItemProvider(selector, scriptCompletionProvider(surroundings, service), '.', '"', "'", '`'),
    vscode.languages.registerHoverProvider(selector, scriptHoverProvider(surroundings, service)),
    vscode.languages.registerDefinitionProvider(selector, scriptDefinitionProvider(surroundings, service)),
    vscode.languages.registerSignatureHelpProvider(selector, scriptSignatureProvider(surroundings, service), '(', ','),
    watchScriptProblems(surroundings, service),
    translateActions(selector, surroundings),
  );
}
