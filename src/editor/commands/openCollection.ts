import * as vscode from 'vscode';
import { LineIndex } from '../../base/text/text.ts';
import { secretUses } from '../../language/onDemand.ts';
import { toRange } from '../providers/vscodeRanges.ts';
import { uriOf } from '../world/editorFiles.ts';
import { activeRequestText } from '../providers/fencedDocuments.ts';
import type { OpenCollection } from '../secrets/index.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

/** The collection of the active file and all uses of its secrets; undefined if no request file is active. */
export async function openCollection(surroundings: Surroundings): Promise<OpenCollection | undefined> {
  const text = activeRequestText();
  if (text === undefined) return undefined;
  const known = await surroundings.know(text, 'whole');
  const { root } = known.collection;
  const lines = new Map(known.files().map(({ file, tree }) => [file, tree.lines]));
  for (const { file, text: written } of known.environmentFiles()) lines.set(file, LineIndex.of(written));
  const uses = [...secretUses(known)].map(({ name, file, range }) => ({
    name,
    location: new vscode.Location(uriOf(file), toRange({ lines: lines.get(file) ?? known.tree.lines }, range)),
  }));
  return { root, shown: known.display(root), uses };
}
