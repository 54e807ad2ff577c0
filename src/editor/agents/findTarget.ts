import * as vscode from 'vscode';
import { ReqError } from '../../base/reqError.ts';
import { listRequests, nameOf, requestAt, type RequestSummary } from '../../language/index.ts';
import type { Known, Surroundings } from '../world/editorSurroundings.ts';
import { uriOf } from '../world/editorFiles.ts';

export interface RequestName {
  readonly file?: string;
  readonly name?: string;
  /** Counted from 1. */
  readonly line?: number;
}

interface RequestTarget {
  readonly known: Known;
  readonly request: RequestSummary;
}

/** A path as shown to agents: relative to the workspace. */
export const displayed = (file: string): string => vscode.workspace.asRelativePath(uriOf(file));

/**
 * Finds the request that an agent named, in the files of the workspace and open documents.
 * @throws {ReqError} if none or several match
 */
export async function findTarget(surroundings: Surroundings, { file = '', name, line }: RequestName): Promise<RequestTarget> {
  const wanted = file.replaceAll('\\', '/').replace(/^\.\//, '');
  const found = (await surroundings.everyFile()).find((f) => f.file === file || displayed(f.file) === wanted);
  if (found === undefined)
    throw new ReqError('usage', `There is no request file ${file} in the workspace.`, { hint: 'req_list_requests lists them.' });
  const known = await surroundings.know(await vscode.workspace.openTextDocument(uriOf(found.file)), 'reload');
  const { tree } = known;
  const all = listRequests(tree);
  const request =
    name !== undefined
      ? all.find((r) => r.name === name || r.title === name || nameOf(r.block) === name)
      : line !== undefined
        ? requestAt(tree, tree.lines.startOf(Math.min(Math.max(0, line - 1), tree.lines.lineCount - 1)))
        : all.length === 1
          ? all[0]
          : undefined;
  if (request !== undefined) return { known, request };
  const listed = all.map((r) => `${r.line} ${r.name || r.method}`).slice(0, 20);
  throw new ReqError('usage', `Which request of ${file}? Give its name or its line: ${listed.join(', ')}`);
}
