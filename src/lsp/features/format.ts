import type { FormattingOptions, Range, TextEdit } from 'vscode-languageserver/node';
import { isForeignTree } from '../../language/index.ts';
import { format } from '../../language/onDemand.ts';
import { toOffset, toRange } from '../lspRanges.ts';
import type { Feature } from './feature.ts';

export const formatting: Feature = {
  capabilities: { documentFormattingProvider: true, documentRangeFormattingProvider: true },
  register(connection, viewOf) {
    const edits = async (uri: string, { insertSpaces, tabSize }: FormattingOptions, range?: Range): Promise<TextEdit[] | null> => {
      const view = await viewOf(uri);
      if (view === undefined || isForeignTree(view.tree)) return null;
      const { tree } = view;
      const part = range && { start: toOffset(tree, range.start), end: toOffset(tree, range.end) };
      return format(view, insertSpaces ? ' '.repeat(tabSize) : '\t', part).map((e) => ({
        range: toRange(tree, e.range),
        newText: e.newText,
      }));
    };
    connection.onDocumentFormatting(({ textDocument, options }) => edits(textDocument.uri, options));
    connection.onDocumentRangeFormatting(({ textDocument, options, range }) => edits(textDocument.uri, options, range));
  },
};
