import {
  ResourceOperationKind,
  type ClientCapabilities,
  type CreateFile,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { applyEdits, linesOf, type FileEdits, type FileView } from '../../language/index.ts';
import { toRange, toUri } from '../lspRanges.ts';

/**
 * Edits of several files; `uri` is that of the view's document. Unknown files are skipped. Undefined if the client cannot create a file
 * that is among them.
 */
export function toWorkspaceEdit(
  view: FileView,
  uri: string,
  files: readonly FileEdits[],
  { workspace }: ClientCapabilities,
): WorkspaceEdit | undefined {
  const { documentChanges: hasVersions = false, resourceOperations = [] } = workspace?.workspaceEdit ?? {};
  const creates = hasVersions && resourceOperations.includes(ResourceOperationKind.Create);
  const documentChanges: (TextDocumentEdit | CreateFile)[] = [];
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, edits, create } of files) {
    const textDocument = { uri: file === view.file ? uri : toUri(file), version: null };
    if (create === true) {
      if (!creates) return undefined;
      const start = { line: 0, character: 0 };
      documentChanges.push({ kind: 'create', uri: textDocument.uri, options: { ignoreIfExists: true } });
      documentChanges.push({ textDocument, edits: [{ range: { start, end: start }, newText: applyEdits('', edits) }] });
      continue;
    }
    const lines = linesOf(view, file);
    if (lines === undefined) continue;
    const made = edits.map((e) => ({ range: toRange({ lines }, e.range), newText: e.newText }));
    documentChanges.push({ textDocument, edits: made });
    (changes[textDocument.uri] ??= []).push(...made);
  }
  return hasVersions ? { documentChanges } : { changes };
}
