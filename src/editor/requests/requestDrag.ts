import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { folderOf } from '../../language/index.ts';
import type { RequestNode, RequestTreeNode } from '../../language/onDemand.ts';
import { reportErrors } from '../log/log.ts';
import { pathOf, uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { inOrder } from './applyEdits.ts';
import { moveFiles, moveTo } from './moves.ts';
import type { RequestRows } from './requestRows.ts';

const type = 'application/vnd.code.tree.req.requests';

/** Moves requests and files by dragging their rows. */
export class RequestDrag implements vscode.TreeDragAndDropController<RequestTreeNode> {
  readonly dropMimeTypes = [type];
  readonly dragMimeTypes = ['text/uri-list'];
  readonly #surroundings: Surroundings;
  readonly #rows: RequestRows;
  #dragged: readonly RequestTreeNode[] = [];

  constructor(surroundings: Surroundings, rows: RequestRows) {
    this.#surroundings = surroundings;
    this.#rows = rows;
  }

  handleDrag(source: readonly RequestTreeNode[], data: vscode.DataTransfer): void {
    this.#dragged = source;
    data.set(type, new vscode.DataTransferItem('requests'));
    const files = source.flatMap((n) => (n.kind === 'file' ? [uriOf(n.path).toString()] : []));
    if (files.length > 0) data.set('text/uri-list', new vscode.DataTransferItem(files.join('\r\n')));
  }

  async handleDrop(target: RequestTreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    if (data.get(type) === undefined) return;
    await reportErrors(() => inOrder(() => this.drop(this.#dragged, target)));
  }

  /**
   * Moves rows to another row: requests into its file, files and folders into its folder. Below all rows, files and folders move to the
   * workspace folder, as in the Explorer.
   */
  async drop(dragged: readonly RequestTreeNode[], target: RequestTreeNode | undefined): Promise<void> {
    const requests = dragged.flatMap((n) => (n.kind === 'request' ? [n] : []));
    if (requests.length > 0 && target?.kind === 'request')
      await moveTo(this.#surroundings, requests, { file: target.file.path, before: await this.#placeAt(target, requests) });
    else if (requests.length > 0 && target?.kind === 'file')
      await moveTo(this.#surroundings, requests, { file: target.path, before: undefined });
    else if (requests.length > 0) void vscode.window.showInformationMessage(t('Drop a request on a file or on another request.'));
    const paths = dragged.flatMap((n) => (n.kind === 'file' || n.kind === 'folder' ? [n.path] : []));
    const folder = target === undefined ? onlyFolder() : folderOfNode(target);
    if (paths.length > 0 && folder !== undefined) await moveFiles(paths, folder);
  }

  /** Moves the dragged requests to the place of the row: below it if dragged down in their file, else above it. */
  async #placeAt(target: RequestNode, dragged: readonly RequestNode[]): Promise<string | undefined> {
    // Rows may be of an earlier text.
    const all = await this.#rows.allOf(target.file);
    const indexOf = ({ key }: RequestNode): number => all.findIndex((node) => node.key === key);
    const at = indexOf(target);
    const isBelow = dragged.some((node) => node.file.path === target.file.path && indexOf(node) < at);
    return isBelow ? all[at + 1]?.key : target.key;
  }
}

function onlyFolder(): string | undefined {
  const [first, ...others] = vscode.workspace.workspaceFolders ?? [];
  return first === undefined || others.length > 0 ? undefined : pathOf(first.uri);
}

/** The folder of a row: its own, or that of its file. */
export function folderOfNode(node: RequestTreeNode): string {
  if (node.kind === 'request') return folderOf(node.file.path);
  return node.kind === 'file' ? folderOf(node.path) : node.path;
}
