import * as vscode from 'vscode';
import { editTextOf, readingOf, readTyped } from '../../base/values/typedValue.ts';
import { isArrayValue, isObjectValue, valueToJson, type Value } from '../../base/values/value.ts';
import type { VariableStores } from '../sending/variableStores.ts';

const scheme = 'req-variable';

/** Whether a text fits into an input box, which has one line. */
export const fitsInABox = (text: string): boolean => text.length <= 2000 && !/[\r\n]/.test(text);

/** Script variables as virtual documents, to edit long values and those with several lines. Saving sets the variable and keeps its type. */
export class ValueDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #stores: VariableStores;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #parts: vscode.Disposable;
  readonly #opened = new Map<string, vscode.Uri>();
  /** Modification time of all values: VS Code reads a document again when it changes. */
  #time = Date.now();
  readonly onDidChangeFile = this.#changed.event;

  constructor(stores: VariableStores) {
    this.#stores = stores;
    this.#parts = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, this),
      stores.onDidChange((root) => this.#fireChange(root)),
      this.#changed,
    );
  }

  async open(root: string, name: string): Promise<void> {
    const value = this.#stores.of(root).find(name)?.value;
    const isJson = value !== undefined && (isObjectValue(value) || isArrayValue(value));
    const uri = vscode.Uri.from({
      scheme,
      path: `/${name.replaceAll(/[\\/]/g, '_')}.${isJson ? 'json' : 'txt'}`,
      query: JSON.stringify([root, name]),
    });
    this.#opened.set(uri.toString(), uri);
    await vscode.window.showTextDocument(uri);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(textOf(this.#valueOf(uri)));
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const [root, name] = partsOfUri(uri);
    const read = readTyped(new TextDecoder('utf-8', { ignoreBOM: true }).decode(content), readingOf(this.#valueOf(uri)));
    if (!read.ok) throw new Error(read.message);
    this.#stores.of(root).set(name, { value: read.value, origin: { layer: 'script', byHand: true, time: Date.now() } });
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#time, size: textOf(this.#valueOf(uri)).length };
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #valueOf(uri: vscode.Uri): Value {
    const [root, name] = partsOfUri(uri);
    const found = this.#stores.of(root).find(name);
    // Values made from secrets are not shown.
    if (found === undefined || found.hides !== undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return found.value;
  }

  #fireChange(root: string): void {
    this.#time = Math.max(Date.now(), this.#time + 1);
    const events = [...this.#opened.values()]
      .filter((uri) => partsOfUri(uri)[0] === root)
      .map((uri) => ({ type: vscode.FileChangeType.Changed, uri }));
    if (events.length > 0) this.#changed.fire(events);
  }
}

const partsOfUri = ({ query }: vscode.Uri): readonly [root: string, name: string] => JSON.parse(query) as [string, string];

const textOf = (value: Value): string => (isObjectValue(value) || isArrayValue(value) ? `${valueToJson(value, 2)}\n` : editTextOf(value));
