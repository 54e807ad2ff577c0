import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { visibleText } from '../../base/text/visible.ts';
import type { RequestNode, RequestTreeNode } from '../../language/onDemand.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import type { Runs } from '../sending/runs.ts';
import { uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { followEditor, revealRow, type EditorFollower } from './followEditor.ts';
import { LastRuns } from './lastRuns.ts';
import { RequestCommands } from './requestCommands.ts';
import { RequestDrag } from './requestDrag.ts';
import { statusDecoration, titleOfNode, uriOfRequest } from './requestTreeItems.ts';
import { RequestRows } from './requestRows.ts';

/** Milliseconds between the clicks of a double click. */
const doubleClick = 500;

export interface RequestViewParts {
  readonly surroundings: Surroundings;
  readonly active: ActiveRuns;
  readonly runs: Pick<Runs, 'onDidFinish'>;
  /** The entries of the history, newest first. */
  readonly stored: () => Promise<readonly StoredFacts[]>;
}

/** The Requests view: all requests of the workspace. */
export class RequestViews implements vscode.Disposable {
  readonly rows: RequestRows;
  readonly commands: RequestCommands;
  readonly drag: RequestDrag;
  readonly #last: LastRuns;
  readonly #view: vscode.TreeView<RequestTreeNode>;
  readonly #follower: EditorFollower;
  readonly #made: vscode.Disposable;
  #lastOpened: { readonly key: string; readonly time: number } | undefined;

  constructor({ surroundings, active, runs, stored }: RequestViewParts) {
    const last = new LastRuns(runs, stored);
    this.#last = last;
    this.rows = new RequestRows({ surroundings, active, last, view: () => this.#view });
    this.commands = new RequestCommands(surroundings, this.rows);
    this.drag = new RequestDrag(surroundings, this.rows);
    this.#view = vscode.window.createTreeView('req.requests', {
      showCollapseAll: true,
      canSelectMany: true,
      treeDataProvider: this.rows,
      dragAndDropController: this.drag,
    });
    this.#follower = followEditor(this.#view, this.rows, surroundings);
    const decorated = new vscode.EventEmitter<vscode.Uri | undefined>();
    this.#made = vscode.Disposable.from(
      this.#view,
      this.rows,
      last,
      decorated,
      last.onDidChange((facts) => decorated.fire(facts && uriOfRequest(facts.uri, facts.request.key))),
      vscode.window.registerFileDecorationProvider({
        onDidChangeFileDecorations: decorated.event,
        provideFileDecoration: (uri) => statusDecoration(uri, last),
      }),
      this.#view.onDidExpandElement(({ element }) => this.rows.toggled(element, true)),
      this.#view.onDidCollapseElement(({ element }) => this.rows.toggled(element, false)),
      this.#follower,
    );
  }

  /** Results stay with the requests of renamed files. @param move maps the URI of a document */
  moved(move: (uri: string) => string): void {
    this.#last.move(move);
  }

  /** The rows of a command: the selection if it contains the clicked row, else that row; for a key, the selection. */
  chosen(node: unknown, selected: unknown): readonly RequestTreeNode[] {
    if (Array.isArray(selected) && selected.length > 0) return selected as readonly RequestTreeNode[];
    return isNode(node) ? [node] : this.#view.selection;
  }

  /** The row that has the focus, for a key. VS Code reports only the selection, so the row is selected first, and shows its request. */
  async focused(): Promise<RequestTreeNode | undefined> {
    return this.#follower.undisturbed(async () => {
      // Reported before the command ends.
      await vscode.commands.executeCommand('list.selectAndPreserveFocus');
      return this.#view.selection[0];
    });
  }

  /** Renames a row. The row of a request, which is another one to VS Code then, gets the focus again. */
  async rename(node: RequestTreeNode): Promise<void> {
    const renamed = await this.commands.rename(node);
    if (renamed === undefined) return;
    await this.#follower.undisturbed(() => revealRow(this.#view, renamed, { focus: true }));
  }

  /** Shows a request in the editor. A click keeps the focus in the view, a double click does not. */
  async open(node: unknown): Promise<void> {
    if (!isNode(node) || node.kind !== 'request') return;
    const before = this.#lastOpened;
    const now = { key: `${node.file.path}\n${node.key}`, time: Date.now() };
    this.#lastOpened = now;
    await this.#show(node, { focus: before?.key === now.key && now.time - before.time < doubleClick });
  }

  /** Shows a request, and moves the focus to it. */
  async goTo(node: unknown): Promise<void> {
    const wanted = isNode(node) ? node : await this.focused();
    if (wanted?.kind === 'request') await this.#show(wanted, { focus: true });
    else if (wanted !== undefined) await this.commands.openFile(wanted);
  }

  /**
   * The document of a request and its line, from 0, in the current text. The row may be of an earlier one.
   * @throws {ReqError} if the request is no longer in its file
   */
  async placeOf(node: RequestNode): Promise<readonly [uri: vscode.Uri, line: number]> {
    const now = await this.rows.current(node);
    if (now === undefined) throw new ReqError('usage', t('"{0}" is no longer in the file.', visibleText(titleOfNode(node))));
    return [uriOf(node.file.path), now.summary.line - 1];
  }

  async #show(node: RequestNode, { focus }: { readonly focus: boolean }): Promise<void> {
    const [uri, line] = await this.placeOf(node);
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(uri, { selection, preserveFocus: !focus, preview: true });
  }

  /** Filters while the user types. Escape restores the filter. */
  async askFilter(): Promise<void> {
    const before = this.rows.filter;
    const box = vscode.window.createInputBox();
    box.title = t('Req: Filter Requests');
    box.prompt = t('Words in the name, URL or #tag, or a method such as POST');
    box.value = before;
    let timer: NodeJS.Timeout | undefined;
    box.onDidChangeValue((text) => {
      clearTimeout(timer);
      timer = setTimeout(() => this.rows.setFilter(text), 100);
    });
    await this.#reveal();
    const accepted = await new Promise<boolean>((resolve) => {
      box.onDidAccept(() => resolve(true));
      box.onDidHide(() => resolve(false));
      box.show();
    });
    clearTimeout(timer);
    this.rows.setFilter(accepted ? box.value : before);
    box.dispose();
  }

  async #reveal(): Promise<void> {
    if (!this.#view.visible) await vscode.commands.executeCommand('req.requests.focus');
  }

  dispose(): void {
    this.#made.dispose();
  }
}

/** Whether an argument of a command is a row of the view. */
export function isNode(value: unknown): value is RequestTreeNode {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'request') return 'summary' in value;
  return ['collection', 'folder', 'file'].includes(String(value.kind)) && 'path' in value;
}
