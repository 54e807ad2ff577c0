import * as vscode from 'vscode';
import { linesOf } from '../../../language/atStart.ts';
import type { Place } from '../../../language/onDemand.ts';
import { toRange } from '../vscodeRanges.ts';
import { uriOf } from '../../world/editorFiles.ts';
import type { Known } from '../../world/editorSurroundings.ts';

/** A place in a file of the collection; for any other file, its start. */
export function toLocation(view: Known, { file, range }: Place): vscode.Location {
  const lines = linesOf(view, file);
  const uri = file === view.file ? view.document.uri : uriOf(file);
  return new vscode.Location(uri, lines === undefined ? new vscode.Range(0, 0, 0, 0) : toRange({ lines }, range));
}
