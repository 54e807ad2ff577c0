import * as vscode from 'vscode';
import { navigationProvider } from './providers/navigation.ts';
import { documentLinkProvider, outlineProvider, workspaceSymbolProvider } from './providers/outline.ts';
import { referenceLensProvider } from './providers/referenceLenses.ts';
import type { Surroundings } from './surroundings.ts';

/** Everything that leads through `.req` files. */
export function registerNavigation(surroundings: Surroundings): vscode.Disposable {
  const selector: vscode.DocumentSelector = { language: 'req' };
  const { languages } = vscode;
  const navigation = navigationProvider(surroundings);
  const outline = outlineProvider(surroundings);
  const lenses = referenceLensProvider(surroundings);
  return vscode.Disposable.from(
    languages.registerDefinitionProvider(selector, navigation),
    languages.registerReferenceProvider(selector, navigation),
    languages.registerDocumentHighlightProvider(selector, navigation),
    languages.registerRenameProvider(selector, navigation),
    languages.registerDocumentSymbolProvider(selector, outline, { label: 'Req' }),
    languages.registerFoldingRangeProvider(selector, outline),
    languages.registerSelectionRangeProvider(selector, outline),
    languages.registerWorkspaceSymbolProvider(workspaceSymbolProvider(surroundings)),
    languages.registerDocumentLinkProvider(selector, documentLinkProvider(surroundings)),
    languages.registerCodeLensProvider(selector, lenses),
    lenses,
  );
}
