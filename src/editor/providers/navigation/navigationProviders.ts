import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { definition, highlights, prepareRename, references, rename } from '../../../language/onDemand.ts';
import { toOffset, toRange } from '../vscodeRanges.ts';
import { quietly } from '../../log/log.ts';
import { toLocation } from './location.ts';
import type { Known, Surroundings } from '../../world/editorSurroundings.ts';

/**
 * Asks once per collection whether to rename without the environment files, which are not read in an untrusted workspace.
 * @param agreed roots of collections for which the user agreed
 */
export async function mayGoWithout(unread: readonly string[], { collection, display }: Known, agreed: Set<string>): Promise<boolean> {
  const [first, ...more] = unread;
  if (first === undefined || agreed.has(collection.root)) return true;
  const goOn = t('Rename Without Them');
  const detail =
    more.length === 0
      ? t('{0} is not read until this workspace is trusted, so it keeps the old name.', display(first))
      : t('{0} and {1} more are not read until this workspace is trusted, so they keep the old name.', display(first), more.length);
  const answer = await vscode.window.showWarningMessage(t('Rename without the environment files?'), { modal: true, detail }, goOn);
  if (answer === goOn) agreed.add(collection.root);
  return answer === goOn;
}

export function navigationProvider(
  surroundings: Surroundings,
): vscode.DefinitionProvider & vscode.ReferenceProvider & vscode.DocumentHighlightProvider & vscode.RenameProvider {
  const agreed = new Set<string>();
  const whole = (document: vscode.TextDocument): Promise<Known> => surroundings.know(document, 'whole');
  return {
    provideDefinition: (document, position) =>
      quietly('definition', async () => {
        const view = await whole(document);
        const found = definition(view, toOffset(view.tree, position));
        const originSelectionRange = found && toRange(view.tree, found.from);
        return found?.places.map((place): vscode.LocationLink => {
          const { uri, range } = toLocation(view, place);
          return { originSelectionRange: originSelectionRange as vscode.Range, targetUri: uri, targetRange: range };
        });
      }),
    provideReferences: (document, position, { includeDeclaration }) =>
      quietly('references', async () => {
        const view = await whole(document);
        return references(view, toOffset(view.tree, position), { includeDeclaration }).map((place) => toLocation(view, place));
      }),
    provideDocumentHighlights: (document, position) =>
      quietly('highlights', async () => {
        const view = await surroundings.know(document);
        return highlights(view, toOffset(view.tree, position)).map(({ range, kind }) => {
          const shown = kind === 'write' ? vscode.DocumentHighlightKind.Write : vscode.DocumentHighlightKind.Read;
          return new vscode.DocumentHighlight(toRange(view.tree, range), shown);
        });
      }),
    // VS Code shows the message of a thrown error at the cursor.
    async prepareRename(document, position) {
      const view = await whole(document);
      const start = prepareRename(view, toOffset(view.tree, position));
      if ('refused' in start) throw new Error(start.refused);
      return { range: toRange(view.tree, start.range), placeholder: start.name };
    },
    async provideRenameEdits(document, position, newName) {
      const view = await whole(document);
      const result = rename(view, toOffset(view.tree, position), newName);
      if ('refused' in result) throw new Error(result.refused);
      const edit = new vscode.WorkspaceEdit();
      // VS Code applies an empty edit silently, so the rename is cancelled without a message.
      if (!(await mayGoWithout(result.unread, view, agreed))) return edit;
      for (const { file, edits } of result.files) {
        for (const { range, newText } of edits) {
          const place = toLocation(view, { file, range });
          edit.replace(place.uri, place.range, newText);
        }
      }
      return edit;
    },
  };
}
