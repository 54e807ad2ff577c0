import * as vscode from 'vscode';
import type { FileSymbol } from '../../../language/onDemand.ts';
import { documentLinks, documentSymbols, foldingRanges, outermost, selectionRanges, workspaceSymbols } from '../../../language/onDemand.ts';
import { toOffset, toRange } from '../vscodeRanges.ts';
import { fileOf, uriOf } from '../../world/editorFiles.ts';
import { quietly } from '../../log/log.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';

const kinds: Readonly<Record<FileSymbol['kind'], vscode.SymbolKind>> = {
  request: vscode.SymbolKind.Function,
  section: vscode.SymbolKind.Namespace,
  variable: vscode.SymbolKind.Variable,
  header: vscode.SymbolKind.Field,
  script: vscode.SymbolKind.Event,
};

/** VS Code folds no more ranges of a file than this by default (`editor.foldingMaximumRegions`). */
const mostFolds = 5000;

const foldingKinds = { comment: vscode.FoldingRangeKind.Comment, region: vscode.FoldingRangeKind.Region } as const;

/** Features that need only the tree of a file: outline, breadcrumbs, folding, selection ranges. */
export function outlineProvider(
  surroundings: Surroundings,
): vscode.DocumentSymbolProvider & vscode.FoldingRangeProvider & vscode.SelectionRangeProvider {
  return {
    provideDocumentSymbols: (document, token) =>
      quietly('outline', async () => {
        if (!(await surroundings.longFiles.calm(document, token))) return undefined;
        const tree = surroundings.tree(document);
        const shown = ({ name, detail, kind, range, selection, children }: FileSymbol): vscode.DocumentSymbol => {
          const symbol = new vscode.DocumentSymbol(name, detail, kinds[kind], toRange(tree, range), toRange(tree, selection));
          symbol.children = children.map(shown);
          return symbol;
        };
        return documentSymbols(tree).map(shown);
      }),
    provideFoldingRanges: (document, _context, token) =>
      quietly('folding', async () => {
        if (!(await surroundings.longFiles.calm(document, token))) return undefined;
        return outermost(foldingRanges(surroundings.tree(document)), mostFolds).map(
          ({ startLine, endLine, kind }) => new vscode.FoldingRange(startLine, endLine, kind && foldingKinds[kind]),
        );
      }),
    provideSelectionRanges: (document, positions) =>
      quietly('growing a selection', async () => {
        const tree = surroundings.tree(document);
        return positions.map((position) =>
          selectionRanges(tree, toOffset(tree, position))
            .toReversed()
            .reduce<vscode.SelectionRange>(
              (parent, range) => new vscode.SelectionRange(toRange(tree, range), parent),
              new vscode.SelectionRange(toRange(tree, { start: 0, end: tree.text.length })),
            ),
        );
      }),
  };
}

export function workspaceSymbolProvider(surroundings: Surroundings): vscode.WorkspaceSymbolProvider {
  return {
    provideWorkspaceSymbols: (query) =>
      quietly('workspace symbols', async () => {
        const files = await surroundings.everyFile();
        const trees = new Map(files.map((f) => [f.file, f.tree]));
        return workspaceSymbols(files, query).flatMap(({ name, kind, container, file, range }) => {
          const tree = trees.get(file);
          const uri = vscode.workspace.textDocuments.find((d) => d.isUntitled && fileOf(d) === file)?.uri ?? uriOf(file);
          return tree === undefined
            ? []
            : new vscode.SymbolInformation(name, kinds[kind], container, new vscode.Location(uri, toRange(tree, range)));
        });
      }),
  };
}

export function documentLinkProvider(surroundings: Surroundings): vscode.DocumentLinkProvider {
  return {
    provideDocumentLinks: (document, token) =>
      quietly('links', async () => {
        if (!(await surroundings.longFiles.calm(document, token))) return undefined;
        const view = await surroundings.know(document);
        return documentLinks(view).map(
          (link) =>
            new vscode.DocumentLink(toRange(view.tree, link.range), link.kind === 'file' ? uriOf(link.file) : vscode.Uri.parse(link.url)),
        );
      }),
  };
}
