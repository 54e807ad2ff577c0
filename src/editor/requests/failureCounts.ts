import { idOf } from './requestTreeItems.ts';
import { filesOf, type FileNode, type RequestNode, type RequestTreeNode } from '../../language/onDemand.ts';
import type { LastRuns } from './lastRuns.ts';

export type ContainerNode = Exclude<RequestTreeNode, RequestNode>;

/** Milliseconds to gather results before rows are updated, because VS Code reads all rows below an updated one again. */
const gathering = 500;

/** How many requests failed below the rows of files and folders. */
export class FailureCounts {
  readonly #last: LastRuns;
  readonly #listening: { dispose(): void };
  readonly #isThere: (file: FileNode, key: string) => boolean;
  readonly #update: (nodes: readonly ContainerNode[]) => void;
  /** What rows show, by id. */
  readonly #shown = new Map<string, { readonly node: ContainerNode; readonly count: number }>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param isThere whether a request is still in its file
   * @param update called with the rows whose number changed
   */
  constructor(last: LastRuns, isThere: (file: FileNode, key: string) => boolean, update: (nodes: readonly ContainerNode[]) => void) {
    this.#last = last;
    this.#isThere = isThere;
    this.#update = update;
    this.#listening = last.onDidChange(() => this.soon());
  }

  /** The number for a row that is shown now. */
  show(node: ContainerNode): number {
    const count = this.#count(node);
    this.#shown.set(idOf(node), { node, count });
    return count;
  }

  /** Updates the rows whose number changed. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const changed = [...this.#shown.values()].filter(({ node, count }) => this.#count(node) !== count);
      if (changed.length > 0) this.#update(changed.map(({ node }) => node));
    }, gathering);
  }

  /** All rows are read again. */
  clear(): void {
    this.#shown.clear();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
  }

  #count(node: ContainerNode): number {
    const failed = this.#last.failed();
    if (failed.size === 0) return 0;
    let count = 0;
    for (const file of node.kind === 'file' ? [node] : filesOf(node))
      for (const key of failed.get(file.path) ?? []) if (this.#isThere(file, key)) count++;
    return count;
  }
}
