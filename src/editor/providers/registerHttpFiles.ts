import * as vscode from 'vscode';
import { completionTriggers } from '../../language/index.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { convertActions } from './actions/convertActions.ts';
import { httpColors } from './httpColors.ts';
import { registerReading } from './navigation/registerNavigation.ts';
import { registerSemanticTokens } from './semanticTokens.ts';

const selector: vscode.DocumentSelector = [
  { language: 'http', pattern: '**/*.http' },
  { language: 'http', pattern: '**/*.rest' },
];

/** The providers that `.http` files share with `.req` files. */
interface SharedProviders {
  readonly lenses: vscode.CodeLensProvider;
  readonly completion: vscode.CompletionItemProvider;
  readonly hover: vscode.HoverProvider;
}

/** Registers the editor features of `.http` files: those of `.req` files that do not change text. */
export function registerHttpFiles(surroundings: Surroundings, { lenses, completion, hover }: SharedProviders): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(selector, lenses),
    vscode.languages.registerCompletionItemProvider(selector, completion, ...completionTriggers),
    vscode.languages.registerHoverProvider(selector, hover),
    registerSemanticTokens(selector, surroundings, httpColors),
    registerReading(selector, surroundings),
    convertActions(selector),
  );
}
