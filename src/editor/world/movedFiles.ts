import * as vscode from 'vscode';
import { endOf, uriAfter, type Move } from '../../response/history/moves.ts';
import { isRequestDocument } from './httpFiles.ts';

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
  readonly onDidMove = this.#moved.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidRenameFiles(({ files }) => this.#add(files.map(({ oldUri, newUri }) => [oldUri, newUri]))),
      vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
    );
  }

  /** Where the document of a URI is now that had it at a time, in milliseconds since 1970. */
  now(uri: string, since: number): string {
    return uriAfter(this.#moves, uri, since);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#moved.dispose();
  }

  get #moves(): readonly Move[] {
    return this.#state.get<readonly Move[]>(storageKey, []);
  }

  #add(pairs: readonly (readonly [from: vscode.Uri, to: vscode.Uri])[]): void {
    const time = Date.now();
    const moves = pairs.map(([from, to]) => ({ from: from.toString(), to: to.toString(), time }));
    this.#store(moves);
    this.#moved.fire(moves);
  }

  #store(moves: readonly Move[]): void {
    void this.#state.update(storageKey, [...this.#moves, ...moves].slice(-mostMoves));
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

  /** VS Code reports a changed language as closing too. */
  #closed(document: vscode.TextDocument): void {
    if (!document.isUntitled || !document.isClosed) return;
    const { uri } = document;
    const file = this.#files.get(uri.toString());
    this.#files.delete(uri.toString());
    if (file !== undefined) this.#add([[uri, file]]);
    else if (isRequestDocument(document) || document.languageId === 'markdown') this.#store([endOf(uri.toString(), Date.now())]);
  }
}

/** The text without white space, which saving may change. */
const lettersOf = (document: vscode.TextDocument): string => document.getText().replaceAll(/\s/g, '');
