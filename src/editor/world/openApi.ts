import * as vscode from 'vscode';
import { apiTest, listRequests, type Block, type Collection, type ProjectFile } from '../../language/index.ts';
import { contextKeys } from '../commands/contributions.ts';
import { quietly } from '../log/log.ts';
import type { Surroundings } from './editorSurroundings.ts';
import { isRequestDocument } from './httpFiles.ts';

type Place = ProjectFile & { readonly collection: Collection };

const known = new WeakMap<Place['tree'], { readonly collection: Collection; readonly blocks: ReadonlySet<Block> }>();

/** The requests of a file with an OpenAPI document. */
export function blocksWithApi(place: Place): ReadonlySet<Block> {
  const { tree, collection } = place;
  const before = known.get(tree);
  if (before?.collection === collection) return before.blocks;
  const hasApi = apiTest(place);
  const blocks = new Set<Block>(listRequests(tree).flatMap(({ block }) => (hasApi(block) ? [block] : [])));
  known.set(tree, { collection, blocks });
  return blocks;
}

function hasAny(place: Place): boolean {
  const hasApi = apiTest(place);
  return listRequests(place.tree).some(({ block }) => hasApi(block));
}

/** Milliseconds without an edit. Searching 5,000 requests takes 15 ms, which must not delay a key. */
const rest = 1000;
/** Milliseconds after another editor became active, to handle its lenses first. */
const afterOpening = 300;

/** Updates the context key of the editor's menu: whether the active document has a request with an OpenAPI document. */
export function followOpenApi(surroundings: Surroundings): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let last: boolean | undefined;
  const update = async (): Promise<void> => {
    const document = vscode.window.activeTextEditor?.document;
    const around = document !== undefined && isRequestDocument(document) ? await surroundings.around(document) : undefined;
    if (document !== vscode.window.activeTextEditor?.document) return;
    const has = around !== undefined && hasAny(around);
    if (has !== last) void vscode.commands.executeCommand('setContext', contextKeys.editorOpenApi, has);
    last = has;
  };
  const soon = (delay = rest): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void quietly('looking for an OpenAPI document', update), delay);
  };
  soon();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(() => soon(afterOpening)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => document === vscode.window.activeTextEditor?.document && soon()),
    surroundings.onDidChange(() => soon()),
    { dispose: () => clearTimeout(timer) },
  );
}
