import * as vscode from 'vscode';
import type { DiagnosticId } from '../../language/index.ts';
import { fileOf } from '../world/editorFiles.ts';
import { documentUriOf } from '../providers/fencedDocuments.ts';
import { afterEdit, failedLines, type FailedLine } from '../../response/bodyText/failedLines.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { uriAfter } from '../../response/history/moves.ts';
import type { MovedFiles } from '../world/movedFiles.ts';
import type { Runs } from './runs.ts';

const id: DiagnosticId = 'failed-assertion';

/** Marks lines with failed tests of each request's last run, until the request is sent again or the line is edited. */
export function markFailedAssertions(runs: Runs, moved: MovedFiles): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('req tests');
  /** By document, then by the request's key. */
  const marks = new Map<string, Map<string, readonly FailedLine[]>>();
  const marked = new Set<string>();

  function show(document: vscode.TextDocument): void {
    const lines = [...(marks.get(document.uri.toString())?.values() ?? [])].flat().filter(({ line }) => line < document.lineCount);
    const uri = document.uri.toString();
    // Each update costs work in the whole window, and most documents have no marks.
    if (lines.length === 0 && !marked.delete(uri)) return;
    if (lines.length > 0) marked.add(uri);
    collection.set(
      document.uri,
      lines.map(({ line, message }) => {
        const { text, firstNonWhitespaceCharacterIndex: from } = document.lineAt(line);
        const range = new vscode.Range(line, from, line, text.trimEnd().length);
        const shown = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
        shown.source = 'req';
        shown.code = id;
        return shown;
      }),
    );
  }

  function put(record: RunRecord, of: (document: vscode.TextDocument) => readonly FailedLine[]): void {
    const uri = documentUriOf(record.uri).toString();
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri);
    if (document === undefined) return;
    const requests = marks.get(uri) ?? new Map<string, readonly FailedLine[]>();
    marks.set(uri, requests.set(`${record.uri.fragment} ${record.request.key}`, of(document)));
    show(document);
  }

  return vscode.Disposable.from(
    collection,
    runs.onDidStart((record) => put(record, () => [])),
    runs.onDidFinish(({ record }) => {
      const tests = record.replay().flatMap((m) => (m.type === 'tests' ? m.tests : []));
      put(record, (d) => failedLines(tests, fileOf(d), (line) => (line < d.lineCount ? d.lineAt(line).text : undefined)));
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const requests = marks.get(document.uri.toString());
      if (requests === undefined || contentChanges.length === 0) return;
      for (const { range, text } of contentChanges) {
        const breaks = text.split('\n').length - 1;
        const isBefore = range.isEmpty && range.start.character === 0 && text.endsWith('\n');
        const edit = { first: range.start.line, last: range.end.line, breaks, isBefore };
        for (const [key, lines] of requests) requests.set(key, afterEdit(lines, edit));
      }
      show(document);
    }),
    // Not when one is closed: that is how a renaming begins.
    vscode.workspace.onDidOpenTextDocument((document) => void marks.delete(document.uri.toString())),
    moved.onDidMove((moves) => {
      for (const document of vscode.workspace.textDocuments) {
        const uri = document.uri.toString();
        const before = [...marks.keys()].find((from) => from !== uri && uriAfter(moves, from) === uri);
        if (before === undefined) continue;
        marks.set(uri, marks.get(before) ?? new Map());
        marks.delete(before);
        show(document);
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      marked.delete(document.uri.toString());
      collection.delete(document.uri);
    }),
  );
}
