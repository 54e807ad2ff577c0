import * as vscode from 'vscode';

/** A file system without paths on this machine. */
export class FilesInMemory implements vscode.FileSystemProvider {
  readonly #files: Map<string, string>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(files: Readonly<Record<string, string>>) {
    this.#files = new Map(Object.entries(files));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const text = this.#files.get(path);
    const isFolder = text === undefined && [...this.#files.keys()].some((f) => f.startsWith(path === '/' ? '/' : `${path}/`));
    if (text === undefined && !isFolder) throw vscode.FileSystemError.FileNotFound(path);
    return { type: isFolder ? vscode.FileType.Directory : vscode.FileType.File, ctime: 0, mtime: 0, size: text?.length ?? 0 };
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const text = this.#files.get(path);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return new TextEncoder().encode(text);
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const folder = path.endsWith('/') ? path : `${path}/`;
    const names = new Map<string, vscode.FileType>();
    for (const file of this.#files.keys()) {
      if (!file.startsWith(folder)) continue;
      const [name = '', ...below] = file.slice(folder.length).split('/');
      names.set(name, below.length === 0 ? vscode.FileType.File : vscode.FileType.Directory);
    }
    return [...names];
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    this.#files.set(path, new TextDecoder().decode(content));
  }

  createDirectory = (): void => {};
  delete = (): void => {};
  rename = (): void => {};
}
