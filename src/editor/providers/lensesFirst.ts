import * as vscode from 'vscode';

/** Number of lines above which a document counts as long. */
const longLines = 5000;

/** Maximum wait for lenses in milliseconds. VS Code may never ask for them, for example if no editor shows the document. */
const longest = 3000;

/** Time in which returned lenses are sent to the window, in milliseconds. */
const sending = 50;

interface Waiting {
  readonly over: Promise<void>;
  readonly end: () => void;
}

/**
 * Returns the lenses of a long document that opens before other results. VS Code asks for everything at once; what is returned first is sent,
 * read and drawn first, which takes seconds for the symbols, folds and test items of a long file.
 */
export class LensesFirst {
  readonly #waiting = new WeakMap<vscode.TextDocument, Waiting>();

  /** Resolves when the first lenses of a long document were returned; at once for other documents. */
  async turn(document: vscode.TextDocument): Promise<void> {
    if (document.lineCount < longLines || vscode.workspace.getConfiguration('editor', document).get('codeLens') === false) return;
    await this.#of(document).over;
  }

  /** Reports that lenses of a document were returned. */
  returned(document: vscode.TextDocument): void {
    setTimeout(this.#of(document).end, sending);
  }

  #of(document: vscode.TextDocument): Waiting {
    let waiting = this.#waiting.get(document);
    if (waiting === undefined) {
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      setTimeout(end, longest);
      this.#waiting.set(document, (waiting = { over, end }));
    }
    return waiting;
  }
}
