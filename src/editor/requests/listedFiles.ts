import * as vscode from 'vscode';
import { listedPlaces, sharedKind } from '../../language/index.ts';
import { isOnDisk, pathOf, uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { isRead } from '../world/httpFiles.ts';

type Order = ReturnType<typeof listedPlaces>;

/** The paths of all request files on the disk, sorted. */
export async function listedPaths(surroundings: Surroundings): Promise<readonly string[]> {
  return (await surroundings.everyPath()).filter((path) => isOnDisk(path) && isRead(path)).toSorted();
}

/** Reads `collection.req` and `folder.req`, which list the order of their folders. */
export async function listedOrder(surroundings: Surroundings, paths: readonly string[]): Promise<Order> {
  const shared = paths.filter((path) => sharedKind(path) !== undefined);
  const read = await Promise.all(shared.map((path) => surroundings.fileAt(path)));
  return listedPlaces(read.filter((file) => file !== undefined));
}

/** Files and their order as one text, to detect changes. */
export const keyOf = (paths: readonly string[], order: Order): string =>
  JSON.stringify([paths, Array.from(order, ([folder, places]) => [folder, [...places.keys()]])]);

/** The workspace folder of a file; undefined outside of all. */
export const topOf = (file: string): string | undefined => {
  const folder = vscode.workspace.getWorkspaceFolder(uriOf(file));
  return folder && pathOf(folder.uri);
};
