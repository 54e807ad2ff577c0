import {
  FoldingRangeKind,
  SymbolKind,
  type DocumentSymbol,
  type FoldingRange,
  type SelectionRange,
  type SymbolInformation,
} from 'vscode-languageserver/node';
import { isForeignTree, type DocumentTree } from '../../language/index.ts';
import { documentLinks, documentSymbols, foldingRanges, workspaceSymbols, type FileSymbol } from '../../language/onDemand.ts';
import { selectionRanges } from '../../language/onDemand.ts';
import { toOffset, toRange, toUri } from '../lspRanges.ts';
import type { Feature } from './feature.ts';

const kinds: Readonly<Record<FileSymbol['kind'], SymbolKind>> = {
  request: SymbolKind.Function,
  section: SymbolKind.Namespace,
  variable: SymbolKind.Variable,
  header: SymbolKind.Field,
  script: SymbolKind.Event,
};

function toSymbol(tree: DocumentTree, { name, detail, kind, range, selection, children }: FileSymbol): DocumentSymbol {
  return {
    name,
    detail,
    kind: kinds[kind],
    range: toRange(tree, range),
    selectionRange: toRange(tree, selection),
    children: children.map((child) => toSymbol(tree, child)),
  };
}

/** A symbol and those below it, for clients without trees of symbols. */
const flatSymbols = (
  tree: DocumentTree,
  uri: string,
  { name, kind, range, children }: FileSymbol,
  container?: string,
): SymbolInformation[] => [
  {
    name,
    kind: kinds[kind],
    location: { uri, range: toRange(tree, range) },
    ...(container === undefined ? {} : { containerName: container }),
  },
  ...children.flatMap((child) => flatSymbols(tree, uri, child, name)),
];

export const outline: Feature = {
  capabilities: {
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentLinkProvider: {},
  },
  register(connection, viewOf, client, openUris) {
    connection.onDocumentSymbol(async ({ textDocument: { uri } }) => {
      const view = await viewOf(uri);
      if (view === undefined) return null;
      const symbols = documentSymbols(view.tree);
      return client().textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true
        ? symbols.map((symbol) => toSymbol(view.tree, symbol))
        : symbols.flatMap((symbol) => flatSymbols(view.tree, uri, symbol));
    });
    connection.onWorkspaceSymbol(async ({ query }) => {
      const views = await Promise.all(openUris().map((uri) => viewOf(uri, true)));
      const files = new Map(views.flatMap((view) => view?.files().map((f) => [f.file, f] as const) ?? []));
      return workspaceSymbols([...files.values()], query).flatMap(({ name, kind, container, file, range }) => {
        const tree = files.get(file)?.tree;
        return tree === undefined
          ? []
          : { name, kind: kinds[kind], containerName: container, location: { uri: toUri(file), range: toRange(tree, range) } };
      });
    });
    connection.onFoldingRanges(async ({ textDocument }) => {
      const view = await viewOf(textDocument.uri);
      return (
        view &&
        foldingRanges(view.tree).map(({ startLine, endLine, kind }) => {
          const range: FoldingRange = { startLine, endLine };
          if (kind !== undefined) range.kind = FoldingRangeKind[kind === 'comment' ? 'Comment' : 'Region'];
          return range;
        })
      );
    });
    connection.onSelectionRanges(async ({ textDocument, positions }) => {
      const view = await viewOf(textDocument.uri);
      if (view === undefined || isForeignTree(view.tree)) return null;
      const { tree } = view;
      return positions.map((position) =>
        selectionRanges(tree, toOffset(tree, position))
          .toReversed()
          .reduce<SelectionRange>((parent, range) => ({ range: toRange(tree, range), parent }), {
            range: toRange(tree, { start: 0, end: tree.text.length }),
          }),
      );
    });
    connection.onDocumentLinks(async ({ textDocument }) => {
      const view = await viewOf(textDocument.uri);
      if (view === undefined || isForeignTree(view.tree)) return null;
      return documentLinks(view).map((link) => ({
        range: toRange(view.tree, link.range),
        target: link.kind === 'file' ? toUri(link.file) : link.url,
      }));
    });
  },
};
