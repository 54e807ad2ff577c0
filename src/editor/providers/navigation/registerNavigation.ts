import * as vscode from 'vscode';
import { navigationProvider } from './navigationProviders.ts';
import { documentLinkProvider, outlineProvider, workspaceSymbolProvider } from './outlineProvider.ts';
import { registerReferenceLenses } from '../referenceLenses.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';

/** Registers navigation in `.req` files: definition, references, rename, outline, symbols, links. */
export function registerNavigation(surroundings: Surroundings): vscode.Disposable {
  const selector: vscode.DocumentSelector = { language: 'req' };
  const { languages } = vscode;
  const navigation = navigationProvider(surroundings);
  return vscode.Disposable.from(
    registerReading(selector, surroundings, navigation),
    languages.registerRenameProvider(selector, navigation),
    languages.registerSelectionRangeProvider(selector, outlineProvider(surroundings)),
    languages.registerWorkspaceSymbolProvider(workspaceSymbolProvider(surroundings)),
    languages.registerDocumentLinkProvider(selector, documentLinkProvider(surroundings)),
    registerReferenceLenses(selector, surroundings),
  );
}

/** Registers the navigation that also works in files of other clients. */
export function registerReading(
  selector: vscode.DocumentSelector,
  surroundings: Surroundings,
  navigation = navigationProvider(surroundings),
): vscode.Disposable {
  const { languages } = vscode;
  const outline = outlineProvider(surroundings);
  return vscode.Disposable.from(
    languages.registerDefinitionProvider(selector, navigation),
    languages.registerReferenceProvider(selector, navigation),
    languages.registerDocumentHighlightProvider(selector, navigation),
    languages.registerDocumentSymbolProvider(selector, outline, { label: 'Req' }),
    languages.registerFoldingRangeProvider(selector, outline),
  );
}
