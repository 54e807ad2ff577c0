import type { Block, DocumentTree } from '../../language/index.ts';
import type { FileNode, RequestNode } from '../../language/onDemand.ts';

/** The requests of a file that was read for its rows. */
export interface FileRows {
  readonly tree: DocumentTree;
  readonly nodes: readonly RequestNode[];
  readonly byKey: ReadonlyMap<string, RequestNode>;
  /** The requests with an OpenAPI document. */
  readonly ofApi: ReadonlySet<Block>;
}

export interface ShownFile {
  readonly file: FileNode;
  /** As VS Code was given them. */
  readonly elements: readonly RequestNode[];
  /** What their rows show. */
  readonly rows: FileRows;
}

/**
 * The rows of requests that VS Code shows. When a file is updated, VS Code forgets the rows below it until it has asked for them again, and
 * a click at that moment reaches no row. So a request keeps its object, and only the rows that look different are updated.
 */
export class ShownRequests {
  readonly #files = new Map<string, ShownFile>();

  get files(): readonly ShownFile[] {
    return [...this.#files.values()];
  }

  get paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  find(path: string, key: string): RequestNode | undefined {
    return this.#files.get(path)?.elements.find((node) => node.key === key);
  }

  /** Returns the objects for VS Code. @param nodes those that the filter lets through */
  show(file: FileNode, rows: FileRows, nodes: readonly RequestNode[]): readonly RequestNode[] {
    const before = this.#files.get(file.path);
    const known = new Map(before?.file === file ? before.elements.map((node) => [node.key, node]) : []);
    const elements = nodes.map((node) => known.get(node.key) ?? node);
    this.#files.set(file.path, { file, elements, rows });
    return elements;
  }

  /** Returns the requests that look different in new rows of their file; undefined if the file has other requests now. */
  update(path: string, rows: FileRows): readonly RequestNode[] | undefined {
    const shown = this.#files.get(path);
    if (shown === undefined || shown.elements.length !== rows.nodes.length) return undefined;
    if (shown.elements.some(({ key }, i) => key !== rows.nodes[i]?.key)) return undefined;
    this.#files.set(path, { ...shown, rows });
    return shown.elements.filter(({ key }) => !looksSame(shown.rows, rows, key));
  }

  delete(path: string): void {
    this.#files.delete(path);
  }
}

/** Whether the row of a request shows the same of two texts. Called for each row after each pause in typing. */
function looksSame(before: FileRows, after: FileRows, key: string): boolean {
  const [a, b] = [before.byKey.get(key)?.summary, after.byKey.get(key)?.summary];
  if (a === undefined || b === undefined) return a === b;
  return (
    before.ofApi.has(a.block) === after.ofApi.has(b.block) &&
    (a.block === b.block ||
      (a.method === b.method &&
        a.urlTemplate === b.urlTemplate &&
        a.name === b.name &&
        a.title === b.title &&
        a.disabled === b.disabled &&
        a.tags.join('\n') === b.tags.join('\n')))
  );
}
