import * as vscode from 'vscode';
import { isForeignTree, isInside } from '../../language/index.ts';
import { fileRenameEdits } from '../../language/onDemand.ts';
import { quietly } from '../log/log.ts';
import { toRange } from '../providers/vscodeRanges.ts';
import { openDocument, pathOf, uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

/** Updates the paths in `.req` files when files are renamed or moved, also in the Explorer. Files without unsaved text are saved. */
export function followFileRenames(surroundings: Surroundings): vscode.Disposable {
  /** New paths of edited files without unsaved text. */
  const toSave = new Set<string>();
  const edits = async (files: vscode.FileWillRenameEvent['files']): Promise<vscode.WorkspaceEdit> => {
    const change = new vscode.WorkspaceEdit();
    const renamings = files.map(({ oldUri, newUri }) => ({ from: pathOf(oldUri), to: pathOf(newUri) }));
    // Req does not change files of other clients.
    const every = (await surroundings.everyFile()).filter(({ tree }) => !isForeignTree(tree));
    const trees = new Map(every.map(({ file, tree }) => [file, tree]));
    for (const { file, edits: ofFile } of fileRenameEdits(every, renamings)) {
      const tree = trees.get(file);
      if (tree === undefined) continue;
      for (const { range, newText } of ofFile) change.replace(uriOf(file), toRange(tree, range), newText);
      const renaming = renamings.find(({ from }) => isInside(file, from));
      if (openDocument(file)?.isDirty !== true) toSave.add(renaming === undefined ? file : renaming.to + file.slice(renaming.from.length));
    }
    return change;
  };
  const save = async (): Promise<void> => {
    const changed = [...toSave];
    toSave.clear();
    for (const file of changed) await openDocument(file)?.save();
  };
  return vscode.Disposable.from(
    vscode.workspace.onWillRenameFiles((e) =>
      e.waitUntil(quietly('following renamed files', () => edits(e.files)).then((change) => change ?? new vscode.WorkspaceEdit())),
    ),
    vscode.workspace.onDidRenameFiles(() => void quietly('saving the files that name renamed files', save)),
  );
}
