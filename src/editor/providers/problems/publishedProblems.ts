import * as vscode from 'vscode';
import { movesMarks } from './movedMarks.ts';

/**
 * The problems that VS Code shows. VS Code processes all problems of a file whenever they are set, and sends them to every extension, so
 * equal problems are not set again; most keystrokes change none. They are set again if an edit may have moved their marks, because VS Code
 * moves marks by its own rules.
 */
export class PublishedProblems implements vscode.Disposable {
  readonly #collection: vscode.DiagnosticCollection;
  readonly #published = new Map<string, readonly vscode.Diagnostic[]>();
  /** Files whose marks may have moved. */
  readonly #moved = new Set<string>();
  readonly #listening = vscode.workspace.onDidChangeTextDocument((e) => this.#edited(e));

  constructor(name: string) {
    this.#collection = vscode.languages.createDiagnosticCollection(name);
  }

  set(uri: vscode.Uri, problems: readonly vscode.Diagnostic[]): void {
    const key = uri.toString();
    const before = this.#published.get(key) ?? [];
    const isMoved = this.#moved.delete(key);
    if (!isMoved && before.length === problems.length && problems.every((problem, i) => isSame(problem, before[i] as vscode.Diagnostic)))
      return;
    this.#published.set(key, problems);
    this.#collection.set(uri, problems);
  }

  has(uri: vscode.Uri): boolean {
    return this.#published.has(uri.toString());
  }

  delete(uri: vscode.Uri): void {
    this.#published.delete(uri.toString());
    this.#collection.delete(uri);
  }

  clear(): void {
    this.#published.clear();
    this.#collection.clear();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#published.clear();
    this.#collection.dispose();
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const published = this.#published.get(key);
    if (published === undefined || contentChanges.length === 0) return;
    const marks = published.map((problem) => problem.range);
    if (movesMarks(contentChanges, marks)) this.#moved.add(key);
  }
}

function isSame(a: vscode.Diagnostic, b: vscode.Diagnostic): boolean {
  return (
    a.message === b.message &&
    a.severity === b.severity &&
    a.range.isEqual(b.range) &&
    codeOf(a) === codeOf(b) &&
    String(a.tags) === String(b.tags) &&
    relatedOf(a) === relatedOf(b)
  );
}

const codeOf = ({ code }: vscode.Diagnostic): string =>
  typeof code === 'object' ? `${code.value} ${code.target.toString()}` : String(code);

const relatedOf = ({ relatedInformation = [] }: vscode.Diagnostic): string =>
  JSON.stringify(relatedInformation.map(({ location, message }) => [location.uri.toString(), location.range, message]));
