import { indexOf, type FileIndex } from '../semantics/request/requestIndex.ts';
import { namesSetByScripts, type ScriptSetter } from '../semantics/variables/mentions/scriptSetters.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import type { ProjectFile } from './fileView.ts';

/** Facts about a file that other files of a collection need. Does not keep its tree in memory. */
export interface FileFacts {
  readonly byName: FileIndex['byName'];
  readonly setters: ReadonlyMap<string, ScriptSetter>;
}

/** A file of a project. */
export interface IndexedFile extends ProjectFile {
  readonly facts: () => FileFacts;
}

const factsOf = (tree: DocumentTree, file: string): FileFacts => ({
  byName: indexOf(tree, file).byName,
  setters: namesSetByScripts(tree, file),
});

/** A file whose tree is kept. */
export const parsedFile = (file: string, tree: DocumentTree): IndexedFile => ({
  file,
  tree,
  facts: () => factsOf(tree, file),
});

/** Maximum characters of files whose trees are cached. A tree takes more than ten times the memory of its text. */
const mostKept = 1_000_000;

/**
 * Trees of files that do not change. They are parsed on access, so that a workspace with half a million requests does not keep all their
 * trees in memory.
 */
export class TreesOnDemand {
  readonly #parse: (text: string, file: string) => DocumentTree;
  /** The least recently read first. */
  readonly #kept = new Map<string, DocumentTree>();
  #size = 0;

  constructor(parse: (text: string, file: string) => DocumentTree) {
    this.#parse = parse;
  }

  fileOf(file: string, text: string): IndexedFile {
    const tree = (): DocumentTree => this.#treeOf(file, text);
    const peek = (): DocumentTree => this.#kept.get(file) ?? this.#parse(text, file);
    let facts: FileFacts | undefined;
    return {
      file,
      get tree() {
        return tree();
      },
      facts: () => (facts ??= factsOf(peek(), file)),
    };
  }

  /** Releases the least recently read trees above the limit. The trees of one view stay the same objects until the next view. */
  release(): void {
    for (const [file, { text }] of this.#kept) {
      if (this.#size <= mostKept) return;
      this.#kept.delete(file);
      this.#size -= text.length;
    }
  }

  #treeOf(file: string, text: string): DocumentTree {
    let tree = this.#kept.get(file);
    if (tree === undefined) {
      tree = this.#parse(text, file);
      this.#size += text.length;
    } else this.#kept.delete(file);
    this.#kept.set(file, tree);
    return tree;
  }
}
