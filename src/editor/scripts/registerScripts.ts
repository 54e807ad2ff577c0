import * as vscode from 'vscode';
import type { Surroundings } from '../surroundings.ts';
import { scriptCompletionProvider } from './completion.ts';
import { scriptHoverProvider, scriptSignatureProvider } from './hover.ts';
import { watchScriptProblems } from './problems.ts';
import { ScriptService } from './typescript.ts';

const selector: vscode.DocumentSelector = { language: 'req' };

/** Everything an editor shows inside `< {% … %}` and `> {% … %}`. */
export function registerScripts(surroundings: Surroundings, extensionUri: vscode.Uri): vscode.Disposable {
  const service = new ScriptService(extensionUri);
  return vscode.Disposable.from(
    service,
    vscode.languages.registerCompletionItemProvider(selector, scriptCompletionProvider(surroundings, service), '.', '"', "'", '`'),
    vscode.languages.registerHoverProvider(selector, scriptHoverProvider(surroundings, service)),
    vscode.languages.registerSignatureHelpProvider(selector, scriptSignatureProvider(surroundings, service), '(', ','),
    watchScriptProblems(surroundings, service),
  );
}
