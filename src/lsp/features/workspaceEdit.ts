import { linesOf } from '../../language/index.ts';
import type { TextDocumentEdit, WorkspaceEdit, CreateFile } from 'vscode-languageserver/node';
import { applyEdits, type FileEdits, type FileView } from '../../language/index.ts';
import { toRange, toUri } from '../lspRanges.ts';

/** Edits of several files; `uri` is that of the view's document. Unknown files are skipped. */
export function toWorkspaceEdit(view: FileView, uri: string, files: readonly FileEdits[]): WorkspaceEdit {
  const documentChanges: (TextDocumentEdit | CreateFile)[] = [];
  for (const { file, edits, create } of files) {
    const textDocument = { uri: file === view.file ? uri : toUri(file), version: null };
    if (create === true) {
      const start = { line: 0, character: 0 };
      documentChanges.push({ kind: 'create', uri: textDocument.uri, options: { ignoreIfExists: true } });
      documentChanges.push({ textDocument, edits: [{ range: { start, end: start }, newText: applyEdits('', edits) }] });
      continue;
    }
    const lines = linesOf(view, file);
    if (lines === undefined) continue;
    documentChanges.push({ textDocument, edits: edits.map((e) => ({ range: toRange({ lines }, e.range), newText: e.newText })) });
  }
  return { documentChanges };
}
