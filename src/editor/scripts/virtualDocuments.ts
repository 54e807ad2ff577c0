import * as vscode from 'vscode';
import type { VirtualScript } from '../../language/onDemand.ts';

const scheme = 'req-script';

/** Milliseconds to wait for VS Code to update a changed document. */
const patience = 2000;

/** Scripts as hidden JavaScript documents, for the services of VS Code. */
export class VirtualDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #parts: readonly vscode.Disposable[];

  constructor() {
    this.#parts = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.toString());
      }),
    ];
  }

  /**
   * Opens or updates the document of the script with number `index` in its file. Undefined if a newer text replaced it or VS Code is slow.
   */
  async open(owner: vscode.Uri, index: number, { text }: VirtualScript): Promise<vscode.TextDocument | undefined> {
    const uri = vscode.Uri.from({ scheme, path: `/${owner.scheme}${owner.path.startsWith('/') ? '' : '/'}${owner.path}.${index}.js` });
    const key = uri.toString();
    this.#texts.set(key, text);
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.getText() === text) return document;
    this.#changed.fire(uri);
    return await new Promise((resolve) => {
      const settle = (found: vscode.TextDocument | undefined): void => {
        clearTimeout(late);
        listening.dispose();
        resolve(found);
      };
      const late = setTimeout(() => settle(undefined), patience);
      const listening = vscode.workspace.onDidChangeTextDocument((e) => {
        if (e.document !== document) return;
        if (document.getText() === text) settle(document);
        else if (this.#texts.get(key) !== text) settle(undefined);
      });
    });
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }
}
