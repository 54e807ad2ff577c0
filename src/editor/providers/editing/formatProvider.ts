import * as vscode from 'vscode';
import { format } from '../../../language/onDemand.ts';
import { toOffset, toRange } from '../vscodeRanges.ts';
import { quietly } from '../../log/log.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';

export function formattingProvider(
  surroundings: Surroundings,
): vscode.DocumentFormattingEditProvider & vscode.DocumentRangeFormattingEditProvider {
  const edits = (
    document: vscode.TextDocument,
    { insertSpaces, tabSize }: vscode.FormattingOptions,
    range?: vscode.Range,
  ): Promise<vscode.TextEdit[] | undefined> =>
    quietly('formatting', async () => {
      const known = await surroundings.know(document);
      const { tree } = known;
      const part = range === undefined ? undefined : { start: toOffset(tree, range.start), end: toOffset(tree, range.end) };
      const found = format(known, insertSpaces ? ' '.repeat(tabSize) : '\t', part);
      return found.map((e) => vscode.TextEdit.replace(toRange(tree, e.range), e.newText));
    });
  return {
    provideDocumentFormattingEdits: (document, options) => edits(document, options),
    provideDocumentRangeFormattingEdits: (document, range, options) => edits(document, options, range),
  };
}
