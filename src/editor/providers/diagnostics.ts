import * as vscode from 'vscode';
import type { Diagnostic } from '../../language/index.ts';
import { onDemand } from '../onDemand.ts';
import { toRange, toSeverity } from '../convert.ts';
import { uriOf } from '../files.ts';
import { quietly } from '../log.ts';
import type { Known, Surroundings } from '../surroundings.ts';
import { diagnosticPage, type PageOf } from './diagnosticPage.ts';
import { toLocation } from './location.ts';

/** Milliseconds of rest after a keystroke. A long file rests longer, so that looking at it never takes the most of the time. */
const rest = 150;
const restForCost = 4;

function shownOf(known: Known, page: PageOf, { id, range, message, severity, tags, related }: Diagnostic): vscode.Diagnostic {
  const shown = new vscode.Diagnostic(toRange(known.tree, range), message, toSeverity(severity));
  const target = page(id);
  shown.source = 'req';
  shown.code = target === undefined ? id : { value: id, target };
  if (tags !== undefined) shown.tags = tags.map((tag) => tagsOf[tag]);
  if (related !== undefined)
    shown.relatedInformation = related.map((r) => new vscode.DiagnosticRelatedInformation(toLocation(known, r), r.message));
  return shown;
}

const tagsOf = { unnecessary: vscode.DiagnosticTag.Unnecessary, deprecated: vscode.DiagnosticTag.Deprecated } as const;

/** Keeps the problems of every open `.req` file, and of the environment files around them, up to date. */
export function watchDiagnostics(surroundings: Surroundings, extensionUri: vscode.Uri): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('req');
  const around = vscode.languages.createDiagnosticCollection('req environments');
  let page: Promise<PageOf> | undefined;
  const costs = new WeakMap<vscode.TextDocument, number>();
  const waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();
  const isOurs = (d: vscode.TextDocument): boolean => d.languageId === 'req' && !d.isClosed;

  async function update(document: vscode.TextDocument): Promise<void> {
    const { diagnostics } = await onDemand();
    const known = await surroundings.know(document);
    const pageOf = await (page ??= diagnosticPage(extensionUri));
    if (document.isClosed) return;
    const began = performance.now();
    const found = diagnostics(known).map((d) => shownOf(known, pageOf, d));
    collection.set(document.uri, found);
    costs.set(document, performance.now() - began);
    for (const f of known.collection.environmentFiles) {
      const uri = uriOf(f.file);
      if (f.problem === undefined) around.delete(uri);
      else {
        const { line, column, message } = f.problem;
        const shown = new vscode.Diagnostic(
          new vscode.Range(line - 1, column - 1, line - 1, column),
          message,
          vscode.DiagnosticSeverity.Error,
        );
        shown.source = 'req';
        around.set(uri, [shown]);
      }
    }
  }

  function soon(document: vscode.TextDocument, delay = Math.max(rest, restForCost * (costs.get(document) ?? 0))): void {
    if (!isOurs(document)) return;
    clearTimeout(waiting.get(document));
    waiting.set(
      document,
      setTimeout(() => {
        waiting.delete(document);
        void quietly('diagnostics', () => update(document));
      }, delay),
    );
  }

  for (const document of vscode.workspace.textDocuments) soon(document, 0);
  return vscode.Disposable.from(
    collection,
    around,
    vscode.workspace.onDidOpenTextDocument((d) => soon(d, 0)),
    vscode.workspace.onDidChangeTextDocument((e) => soon(e.document)),
    vscode.workspace.onDidCloseTextDocument((d) => {
      clearTimeout(waiting.get(d));
      waiting.delete(d);
      collection.delete(d.uri);
    }),
    surroundings.onDidChange(() => {
      // Each document tells the problems of the files around it again; those of files that are gone go.
      around.clear();
      vscode.workspace.textDocuments.forEach((d) => soon(d));
    }),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
}
