import {
  MarkupKind,
  SemanticTokensBuilder,
  SemanticTokenTypes,
  type Connection,
  type FormattingOptions,
  type Range as LspRange,
  type ServerCapabilities,
  type TextEdit,
} from 'vscode-languageserver/node';
import { format, hover, semanticTokens, tokenKinds, type FileView, type TokenKind } from '../language/index.ts';
import { toOffset, toRange, toUri } from './convert.ts';

/** Our kinds by the protocol's own, which every editor has a colour for. */
const standardTokens: Readonly<Record<TokenKind, SemanticTokenTypes>> = {
  reqVariable: SemanticTokenTypes.variable,
  reqDynamic: SemanticTokenTypes.function,
  reqSecret: SemanticTokenTypes.macro,
  reqUndefined: SemanticTokenTypes.regexp,
};

/** What the server can do, in the protocol's words. */
export const capabilities: ServerCapabilities = {
  hoverProvider: true,
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  semanticTokensProvider: { legend: { tokenTypes: Object.values(standardTokens), tokenModifiers: [] }, full: true },
};

/** Gives the view of an open document; undefined where it is closed. `whole` waits for all files of its collection. */
export type ViewOf = (uri: string, whole?: boolean) => Promise<FileView | undefined>;

/** Answers each request of the protocol with the feature of that name. */
export function registerFeatures(connection: Connection, viewOf: ViewOf): void {
  connection.onHover(async ({ textDocument, position }) => {
    const view = await viewOf(textDocument.uri);
    const found = view && hover(view, toOffset(view.tree, position), { link: (file, line) => `${toUri(file)}#L${line}` });
    // `$(warning)` is a picture in VS Code only.
    return (
      found && {
        range: toRange(view.tree, found.range),
        contents: { kind: MarkupKind.Markdown, value: found.markdown.replaceAll('$(warning)', '⚠') },
      }
    );
  });

  connection.languages.semanticTokens.on(async ({ textDocument }) => {
    const builder = new SemanticTokensBuilder();
    const view = await viewOf(textDocument.uri);
    for (const { range, kind } of view === undefined ? [] : semanticTokens(view)) {
      const { start } = toRange((view as FileView).tree, range);
      builder.push(start.line, start.character, range.end - range.start, tokenKinds.indexOf(kind), 0);
    }
    return builder.build();
  });

  const edits = async (uri: string, { insertSpaces, tabSize }: FormattingOptions, range?: LspRange): Promise<TextEdit[] | null> => {
    const view = await viewOf(uri);
    if (view === undefined) return null;
    const { tree } = view;
    const part = range && { start: toOffset(tree, range.start), end: toOffset(tree, range.end) };
    return format(view, insertSpaces ? ' '.repeat(tabSize) : '\t', part).map((e) => ({
      range: toRange(tree, e.range),
      newText: e.newText,
    }));
  };
  connection.onDocumentFormatting(({ textDocument, options }) => edits(textDocument.uri, options));
  connection.onDocumentRangeFormatting(({ textDocument, options, range }) => edits(textDocument.uri, options, range));
}
