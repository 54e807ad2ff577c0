import {
  MarkupKind,
  SemanticTokensBuilder,
  SemanticTokenTypes,
  type Connection,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import { hover, semanticTokens, tokenKinds, type FileView, type TokenKind } from '../language/index.ts';
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
}
