import * as vscode from 'vscode';

/** The rows of data files that *Send* and previews use, until the window is closed. */
export class ChosenRows implements vscode.Disposable {
  readonly #indexes = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  /** The index of the row of a data file (absolute path), from 0. */
  of(file: string): number {
    return this.#indexes.get(file) ?? 0;
  }

  choose(file: string, index: number): void {
    this.#indexes.set(file, index);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
