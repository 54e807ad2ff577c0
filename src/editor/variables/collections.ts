import { blockAt, requestAt } from '../../language/index.ts';
import { listVariables } from '../../language/onDemand.ts';
import * as vscode from 'vscode';
import { folderOf, isInside, join, sharedKind, type DocumentTree, type ProjectFile } from '../../language/index.ts';
import { folderName, pathOf, uriOf } from '../world/editorFiles.ts';
import type { RequestText } from '../providers/fencedDocuments.ts';
import type { Known } from '../world/editorSurroundings.ts';
import type { ListedCollection } from './treeNodes.ts';
import type { VariableParts } from './variableParts.ts';

const mostCollections = 100;

/** The collections of the workspace, each with the variables that apply in its last active file. */
export class Collections {
  readonly #parts: VariableParts;
  /** The text that was active last, by the root of its collection. */
  readonly #lastIn = new Map<string, RequestText>();
  readonly #nowhere = new Map<string, RequestText>();
  #last: RequestText | undefined;

  constructor(parts: VariableParts) {
    this.#parts = parts;
  }

  /** The collection of the active editor first, the others sorted by path. */
  async all(): Promise<readonly ListedCollection[]> {
    const { surroundings, activeText } = this.#parts;
    this.#last = activeText() ?? (this.#last !== undefined && isOpen(this.#last) ? this.#last : undefined);
    const own = this.#last && (await surroundings.know(this.#last, 'whole'));
    if (own !== undefined) this.#lastIn.set(own.collection.root, own.document);
    const roots = rootsOf(await surroundings.everyFile());
    const all: ListedCollection[] = [];
    if (own !== undefined) all.push(this.#listed(own, true));
    for (const root of roots) {
      if (root === own?.collection.root || all.length >= mostCollections) continue;
      all.push(this.#listed(await surroundings.know(this.#textIn(root), 'whole'), false));
    }
    return all;
  }

  #listed(known: Known, active: boolean): ListedCollection {
    const { root } = known.collection;
    const { tree, document } = known;
    const offset = cursorIn(document, tree);
    const request = requestAt(tree, offset)?.title ?? '';
    const file = document === this.#nowhere.get(root) ? undefined : known.display(known.file);
    return {
      root,
      name: folderName(root),
      known,
      list: listVariables(known, blockAt(tree, offset)),
      active,
      from: file === undefined ? undefined : [file, request].filter((x) => x !== '').join(' · '),
    };
  }

  /** The text whose variables are listed for another collection: its last active one, else an empty one at its root. */
  #textIn(root: string): RequestText {
    const last = this.#lastIn.get(root);
    if (last !== undefined && isOpen(last)) return last;
    let text = this.#nowhere.get(root);
    if (text === undefined) {
      text = { uri: uriOf(join(root, '.req')), version: 1, encoding: 'utf8', getText: () => '' };
      this.#nowhere.set(root, text);
    }
    return text;
  }
}

const isOpen = ({ uri }: RequestText): boolean => {
  const document = uri.with({ fragment: '' }).toString();
  return vscode.workspace.textDocuments.some((d) => !d.isClosed && d.uri.toString() === document);
};

/** The offset of the cursor in a text, else 0. */
function cursorIn({ uri }: RequestText, tree: DocumentTree): number {
  const document = uri.with({ fragment: '' }).toString();
  const editor = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === document);
  if (editor === undefined) return 0;
  const { line, character } = editor.selection.active;
  return tree.lines.offsetAt(line, character);
}

/** The sorted roots of the collections of files. */
function rootsOf(files: readonly ProjectFile[]): readonly string[] {
  const marked = files.flatMap(({ file }) => (sharedKind(file) === 'collection' ? [folderOf(file)] : []));
  const roots = new Set<string>();
  for (const { file } of files) {
    const folder = vscode.workspace.getWorkspaceFolder(uriOf(file))?.uri;
    let root = folder === undefined ? folderOf(file) : pathOf(folder);
    for (const inner of marked) if (isInside(file, inner) && isInside(inner, root)) root = inner;
    roots.add(root);
  }
  return [...roots].toSorted((a, b) => (a < b ? -1 : 1));
}
