import * as vscode from 'vscode';
import { folderOf } from '../../language/atStart.ts';
import { uriOf } from '../world/editorFiles.ts';

const around = '{collection.req,folder.req,http-client.env.json,http-client.private.env.json,.env}';

interface Listener {
  readonly changed: (uri: vscode.Uri) => void;
  readonly removed: (uri: vscode.Uri) => void;
}

/** Watches the files around open documents outside the workspace, for which VS Code has no watcher. */
export class OutsideFiles implements vscode.Disposable {
  readonly #listener: Listener;
  readonly #watching = new Map<string, { readonly folders: string; readonly watchers: vscode.Disposable }>();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** @param files all files that were looked up around the document */
  watch(document: vscode.Uri, files: readonly string[]): void {
    const key = document.toString();
    const folders = [...new Set(files.map((file) => folderOf(file)))];
    const known = this.#watching.get(key);
    if (known?.folders === folders.join('\n')) return;
    known?.watchers.dispose();
    const { changed, removed } = this.#listener;
    const watchers = folders.map((folder) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uriOf(folder), around));
      return vscode.Disposable.from(watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(removed));
    });
    this.#watching.set(key, { folders: folders.join('\n'), watchers: vscode.Disposable.from(...watchers) });
  }

  /** Stops watching around a closed document. */
  forget(document: vscode.Uri): void {
    this.#watching.get(document.toString())?.watchers.dispose();
    this.#watching.delete(document.toString());
  }

  dispose(): void {
    for (const { watchers } of this.#watching.values()) watchers.dispose();
  }
}
