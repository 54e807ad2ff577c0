import * as vscode from 'vscode';
import { Debounce } from '../../../base/async/debounce.ts';
import type { Range } from '../../../base/text/text.ts';
import type { Diagnostic } from '../../../language/index.ts';
import { onDemand } from '../../commands/onDemand.ts';
import { toRange, toSeverity } from '../vscodeRanges.ts';
import { isRequestDocument } from '../../world/httpFiles.ts';
import { uriOf } from '../../world/editorFiles.ts';
import { quietly } from '../../log/log.ts';
import type { Known, Surroundings } from '../../world/editorSurroundings.ts';
import { diagnosticPage, type PageOf } from './diagnosticPage.ts';
import { inTurns } from '../longFiles/inTurns.ts';
import { LinesInView, mostInFull } from '../longFiles/linesInView.ts';
import { toLocation } from '../navigation/location.ts';
import { PublishedProblems } from './publishedProblems.ts';

/** Debounce of keystrokes, in milliseconds. */
const rest = 150;

function shownOf(known: Known, file: string, page: PageOf, { id, range, message, severity, tags, related }: Diagnostic): vscode.Diagnostic {
  const shown = new vscode.Diagnostic(toLocation(known, { file, range }).range, message, toSeverity(severity));
  const target = page(id);
  shown.source = 'req';
  shown.code = target === undefined ? id : { value: id, target };
  if (tags !== undefined) shown.tags = tags.map((tag) => tagsOf[tag]);
  if (related !== undefined)
    shown.relatedInformation = related.map((r) => new vscode.DiagnosticRelatedInformation(toLocation(known, r), r.message));
  return shown;
}

/**
 * Whether a hint of a long file is in view. Others are omitted: the Problems view lists no hints, and each slows down typing. Undefined for
 * other files.
 */
function hintsInView({ tree }: Known, document: vscode.TextDocument, lines: LinesInView): ((range: Range) => boolean) | undefined {
  if (tree.blocks.length <= mostInFull) return undefined;
  const isInView = lines.of(document, false);
  return (range) => isInView(toRange(tree, range).start.line);
}

const tagsOf = { unnecessary: vscode.DiagnosticTag.Unnecessary, deprecated: vscode.DiagnosticTag.Deprecated } as const;

/** Publishes the problems of every open `.req` file and of the environment files around it. */
export function watchDiagnostics(surroundings: Surroundings, extensionUri: vscode.Uri): vscode.Disposable {
  const collection = new PublishedProblems('req');
  const around = new PublishedProblems('req environments');
  const lines = new LinesInView();
  let page: Promise<PageOf> | undefined;
  const waiting = new Debounce<vscode.TextDocument>({ rest, work: (d) => quietly('diagnostics', () => update(d)) });
  /** Number of the latest update by document; results of an earlier update are dropped. */
  const turns = new WeakMap<vscode.TextDocument, number>();
  const isOurs = (d: vscode.TextDocument): boolean => isRequestDocument(d) && !d.isClosed;

  async function update(document: vscode.TextDocument): Promise<number | undefined> {
    const turn = (turns.get(document) ?? 0) + 1;
    turns.set(document, turn);
    await surroundings.longFiles.lenses(document);
    const { diagnosticSteps, environmentDiagnostics } = await onDemand();
    const known = await surroundings.know(document);
    const pageOf = await (page ??= diagnosticPage(extensionUri));
    const { version } = document;
    const isStale = (): boolean => document.isClosed || turns.get(document) !== turn || document.version !== version;
    if (isStale()) return undefined;
    const diagnostics = await inTurns(diagnosticSteps(known, hintsInView(known, document, lines)), isStale);
    if (diagnostics === undefined) return undefined;
    const began = performance.now();
    const found = diagnostics.map((d) => shownOf(known, known.file, pageOf, d));
    collection.set(document.uri, found);
    const took = performance.now() - began;
    for (const f of known.collection.environmentFiles) {
      const shown = environmentDiagnostics(f).map((d) => shownOf(known, f.file, pageOf, d));
      around.set(uriOf(f.file), shown);
    }
    return took;
  }

  function soon(document: vscode.TextDocument, delay?: number): void {
    if (isOurs(document)) waiting.soon(document, delay);
  }

  for (const document of vscode.workspace.textDocuments) soon(document, 0);
  return vscode.Disposable.from(
    collection,
    around,
    lines,
    lines.onDidChange(() => vscode.window.visibleTextEditors.forEach((e) => soon(e.document, 0))),
    vscode.workspace.onDidOpenTextDocument((d) => soon(d, 0)),
    vscode.workspace.onDidChangeTextDocument((e) => soon(e.document)),
    vscode.workspace.onDidCloseTextDocument((d) => {
      waiting.forget(d);
      collection.delete(d.uri);
    }),
    surroundings.onDidChange(() => {
      // Req may have stopped to read `.http` files.
      for (const d of vscode.workspace.textDocuments) if (!isOurs(d) && collection.has(d.uri)) collection.delete(d.uri);
      // Each document publishes the problems of the files around it again; those of deleted files disappear.
      around.clear();
      vscode.workspace.textDocuments.forEach((d) => soon(d));
    }),
    waiting,
  );
}
