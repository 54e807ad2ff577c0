import * as vscode from 'vscode';
import { navigationProvider } from './providers/navigation.ts';
import type { Surroundings } from './surroundings.ts';

/** Everything that leads through `.req` files. */
export function registerNavigation(selector: vscode.DocumentSelector, surroundings: Surroundings): vscode.Disposable {
  const { languages } = vscode;
  const navigation = navigationProvider(surroundings);
  return vscode.Disposable.from(
    languages.registerDefinitionProvider(selector, navigation),
    languages.registerReferenceProvider(selector, navigation),
    languages.registerDocumentHighlightProvider(selector, navigation),
    languages.registerRenameProvider(selector, navigation),
  );
}
