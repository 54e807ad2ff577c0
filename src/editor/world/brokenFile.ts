import * as vscode from 'vscode';
import type { Collection } from '../../language/index.ts';
import { uriOf } from './editorFiles.ts';

/** A file that cannot be read: message with the place, and the place. */
export interface BrokenFile {
  readonly words: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The first environment file of a collection that cannot be read. */
export function brokenFile({ environmentFiles }: Pick<Collection, 'environmentFiles'>): BrokenFile | undefined {
  for (const { file, problem } of environmentFiles) {
    if (problem === undefined) continue;
    const { line, column, message } = problem;
    return { words: `${vscode.workspace.asRelativePath(uriOf(file))}:${line}: ${message}`, file, line, column };
  }
  return undefined;
}
