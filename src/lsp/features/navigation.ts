import { isForeignTree, linesOf } from '../../language/index.ts';
import { DocumentHighlightKind, LSPErrorCodes, ResponseError, type Location } from 'vscode-languageserver/node';
import type { FileView } from '../../language/index.ts';
import type { Place } from '../../language/onDemand.ts';
import { definition, highlights, prepareRename, references, rename } from '../../language/onDemand.ts';
import { toOffset, toRange, toUri } from '../lspRanges.ts';
import type { Feature } from './feature.ts';
import { toWorkspaceEdit } from './workspaceEdit.ts';

/** A place in a file of the collection; for any other file, its start. */
export function toLocation(view: FileView, uri: string, { file, range }: Place): Location {
  const lines = linesOf(view, file);
  const start = { line: 0, character: 0 };
  return { uri: file === view.file ? uri : toUri(file), range: lines === undefined ? { start, end: start } : toRange({ lines }, range) };
}

/** @throws {ResponseError} for a file of another client, whose text is not edited */
function refuseForeign({ tree }: FileView): void {
  if (isForeignTree(tree))
    throw new ResponseError(LSPErrorCodes.RequestFailed, 'Req does not change .http files. Convert the file to .req.');
}

export const navigation: Feature = {
  capabilities: {
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
  },
  register(connection, viewOf, client) {
    connection.onDefinition(async ({ textDocument: { uri }, position }) => {
      const view = await viewOf(uri, true);
      const found = view && definition(view, toOffset(view.tree, position));
      return found?.places.map((place) => toLocation(view as FileView, uri, place));
    });
    connection.onReferences(async ({ textDocument: { uri }, position, context }) => {
      const view = await viewOf(uri, true);
      return view && references(view, toOffset(view.tree, position), context).map((place) => toLocation(view, uri, place));
    });
    connection.onDocumentHighlight(async ({ textDocument: { uri }, position }) => {
      const view = await viewOf(uri);
      return (
        view &&
        highlights(view, toOffset(view.tree, position)).map(({ range, kind }) => ({
          range: toRange(view.tree, range),
          kind: kind === 'write' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
        }))
      );
    });
    connection.onPrepareRename(async ({ textDocument: { uri }, position }) => {
      const view = await viewOf(uri, true);
      if (view === undefined) return null;
      refuseForeign(view);
      const start = prepareRename(view, toOffset(view.tree, position));
      if ('refused' in start) throw new ResponseError(LSPErrorCodes.RequestFailed, start.refused);
      return { range: toRange(view.tree, start.range), placeholder: start.name };
    });
    connection.onRenameRequest(async ({ textDocument: { uri }, position, newName }) => {
      const view = await viewOf(uri, true);
      if (view === undefined) return null;
      refuseForeign(view);
      const result = rename(view, toOffset(view.tree, position), newName);
      if ('refused' in result) throw new ResponseError(LSPErrorCodes.RequestFailed, result.refused);
      return toWorkspaceEdit(view, uri, result.files, client());
    });
  },
};
