import * as vscode from 'vscode';

/**
 * Lines around the visible ones that count as in view, and the distance from their end at which scrolling triggers an update. At each key,
 * VS Code lays out every lens again and computes the margin of every line with a test icon.
 */
const margin = 150;
const nearEnd = 60;

/** Above this number of requests or names, VS Code receives only those in view, because it processes all of them at every keystroke. */
export const mostInFull = 500;

/** Debounce of scrolling, in milliseconds. */
const rest = 50;

/** Lines near the visible ones, for features that are too slow for a whole long document. */
export class LinesInView implements vscode.Disposable {
  readonly #reported = new WeakMap<vscode.TextDocument, readonly vscode.Range[]>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listening: vscode.Disposable;
  #waiting: NodeJS.Timeout | undefined;
  /** Fires when scrolling gets near the end of the lines last returned, and when an editor shows a document without lines in view. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#listening = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorVisibleRanges((e) => this.#compare(e)),
      vscode.window.onDidChangeVisibleTextEditors((editors) =>
        editors.forEach((textEditor) => this.#compare({ textEditor, visibleRanges: textEditor.visibleRanges })),
      ),
    );
  }

  /**
   * Whether a line, or one of several, is in view or near it.
   * @param hidden whether the lines of a document that no editor shows are in view
   */
  of(document: vscode.TextDocument, hidden = true): (line: number, last?: number) => boolean {
    const visible = vscode.window.visibleTextEditors.filter((e) => e.document === document).flatMap((e) => e.visibleRanges);
    if (visible.length === 0) {
      if (!hidden) this.#reported.set(document, []);
      return () => hidden;
    }
    const reported = visible.map((r) => widened(r, margin));
    this.#reported.set(document, reported);
    return (line, last = line) => reported.some((r) => r.start.line <= last && line <= r.end.line);
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #compare({ textEditor, visibleRanges }: Pick<vscode.TextEditorVisibleRangesChangeEvent, 'textEditor' | 'visibleRanges'>): void {
    const reported = this.#reported.get(textEditor.document);
    if (reported === undefined || visibleRanges.every((r) => reported.some((t) => t.contains(widened(r, nearEnd))))) return;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#changed.fire(), rest);
  }
}

function widened({ start, end }: vscode.Range, lines: number): vscode.Range {
  return new vscode.Range(Math.max(0, start.line - lines), 0, end.line + lines, 0);
}
