import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';

/** Number of lines above which a document counts as long. */
const longLines = 5000;

/** Maximum wait for lenses in milliseconds. VS Code may never request them, for example if no editor shows the document. */
const longest = 3000;

/** Time in which returned lenses are sent to the window, in milliseconds. */
const sending = 50;

/** Time without an edit after which results about a whole long document are returned, in milliseconds. */
const calm = 1000;

interface Waiting {
  readonly over: Promise<void>;
  readonly end: () => void;
}

/**
 * Delays results about whole long documents. VS Code requests everything at once, when a document opens and after each key, and the window
 * reads the results in order: lenses and completions would wait until it has read megabytes of symbols.
 */
export class LongFiles implements vscode.Disposable {
  readonly #lenses = new WeakMap<vscode.TextDocument, Waiting>();
  /** Times of the last edits. */
  readonly #edited = new WeakMap<vscode.TextDocument, number>();
  readonly #listening = vscode.workspace.onDidChangeTextDocument(({ document }) => this.#edited.set(document, performance.now()));

  /** Resolves when the first lenses of a long document were returned; at once for other documents. */
  async lenses(document: vscode.TextDocument): Promise<void> {
    if (document.lineCount < longLines || vscode.workspace.getConfiguration('editor', document).get('codeLens') === false) return;
    await this.#of(document).over;
  }

  /** Reports that lenses of a document were returned. */
  lensesReturned(document: vscode.TextDocument): void {
    setTimeout(this.#of(document).end, sending);
  }

  /** Resolves when in addition there was no edit for a while. Returns false if VS Code has cancelled the request. */
  async calm(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<boolean> {
    await this.lenses(document);
    if (document.lineCount < longLines) return true;
    const left = (): number => calm - (performance.now() - (this.#edited.get(document) ?? Number.NEGATIVE_INFINITY));
    while (left() > 0 && !token.isCancellationRequested && !document.isClosed) await wait(left());
    return !token.isCancellationRequested && !document.isClosed;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #of(document: vscode.TextDocument): Waiting {
    let waiting = this.#lenses.get(document);
    if (waiting === undefined) {
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      setTimeout(end, longest);
      this.#lenses.set(document, (waiting = { over, end }));
    }
    return waiting;
  }
}
