import * as vscode from 'vscode';
import { uriAfter, type Move } from '../../response/history/moves.ts';
import { pathOf, uriOf } from './editorFiles.ts';

const storageKey = 'req.movedFiles';
/** Maximum number of stored moves. Results of files that were moved before keep their old place. */
const mostMoves = 1000;

/**
 * Renamed and moved files of the workspace, so that results of their requests stay with them. Also of earlier windows, for the history,
 * whose entries never change.
 */
export class MovedFiles implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #moved = new vscode.EventEmitter<readonly Move[]>();
  readonly #listening: vscode.Disposable;
  /** The files as which untitled documents were saved, by the URI of these. */
  readonly #files = new Map<string, vscode.Uri>();
  /** When untitled documents were opened, by their URI; those that were open before, `#began`. Milliseconds since 1970. */
  readonly #opened = new Map<string, number>();
  readonly #began = Date.now();
  readonly onDidMove = this.#moved.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidRenameFiles(({ files }) => this.#add(files.map(({ oldUri, newUri }) => moveOf(oldUri, newUri)))),
      vscode.workspace.onDidOpenTextDocument((document) => this.#open(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
    );
  }

  /** Where the document of a URI is now that had it at a time, in milliseconds since 1970. */
  now(uri: string, since: number): string {
    return uriAfter(this.#moves, uri, since);
  }

  /** Where the file of a path is now that had it at a time, in milliseconds since 1970. */
  pathNow(path: string, since: number): string {
    const uri = uriOf(path).toString();
    const now = this.now(uri, since);
    return now === uri ? path : pathOf(vscode.Uri.parse(now));
  }

  dispose(): void {
    this.#listening.dispose();
    this.#moved.dispose();
  }

  get #moves(): readonly Move[] {
    return this.#state.get<readonly Move[]>(storageKey, []);
  }

  #add(moves: readonly Move[]): void {
    void this.#state.update(storageKey, [...this.#moves, ...moves].slice(-mostMoves));
    this.#moved.fire(moves);
  }

  #open({ isUntitled, uri }: vscode.TextDocument): void {
    // VS Code reports a changed language as opening too.
    if (isUntitled && !this.#opened.has(uri.toString())) this.#opened.set(uri.toString(), Date.now());
  }

  /**
   * VS Code does not report that an untitled document was saved as a file. It opens and saves the file, while the untitled document still has
   * its text, and then empties and closes that one.
   */
  #saved(file: vscode.TextDocument): void {
    const all = vscode.workspace.textDocuments.filter((d) => d.isUntitled && d.languageId === file.languageId);
    // Most often there is none, and the file may be large.
    if (all.length === 0) return;
    const text = lettersOf(file);
    const untitled = all.find((d) => lettersOf(d) === text);
    if (untitled !== undefined && text !== '') this.#files.set(untitled.uri.toString(), file.uri);
  }

  #closed({ isClosed, uri }: vscode.TextDocument): void {
    if (!isClosed) return;
    const [file, opened] = [this.#files.get(uri.toString()), this.#opened.get(uri.toString())];
    this.#files.delete(uri.toString());
    this.#opened.delete(uri.toString());
    if (file !== undefined) this.#add([{ ...moveOf(uri, file), opened: opened ?? this.#began }]);
  }
}

const moveOf = (from: vscode.Uri, to: vscode.Uri): Move => ({ from: from.toString(), to: to.toString(), time: Date.now() });

/** The text without white space, which saving may change. */
const lettersOf = (document: vscode.TextDocument): string => document.getText().replaceAll(/\s/g, '');
