import { homedir } from 'node:os';
import path from 'node:path';
import { kindOf, listFolder } from '../../files/folders.ts';
import { isForeign, isMarkdown, listRequests, loadCollection, type RequestSummary } from '../../language/index.ts';
import { requestPath } from '../input/requestPath.ts';
import { requestTextsWithin } from '../output/lineLimit.ts';
import { parseFile } from '../world/readForeign.ts';
import { collectionFilesUnder, fileSource, findFiles, readText } from '../world/cliFiles.ts';

/** Files that are read for the values of a folder, so that completion stays quick. */
const mostFiles = 200;

/** Names of the environments around the operands, or around the current folder. */
export async function environmentNames(operands: readonly string[]): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const folder of await foldersOf(operands)) {
    const { environments } = await loadCollection(fileSource, path.join(folder, 'any.req'), folder);
    for (const name of environments) names.add(name);
    if (environments.length > 0) continue;
    const below = (await collectionFilesUnder(folder, 'all')).filter((file) => file.endsWith('http-client.env.json'));
    for (const file of below.slice(0, mostFiles)) {
      const inside = path.dirname(file);
      for (const name of (await loadCollection(fileSource, path.join(inside, 'any.req'), inside)).environments) names.add(name);
    }
  }
  return [...names];
}

/** Names, else titles, of the requests in the operands. */
export async function requestNames(operands: readonly string[]): Promise<readonly string[]> {
  return unique((await requestsIn(operands)).map((r) => r.name || r.title));
}

export async function tagNames(operands: readonly string[]): Promise<readonly string[]> {
  return unique((await requestsIn(operands)).flatMap((r) => r.tags)).toSorted();
}

interface PathOptions {
  /** Whether a request can follow a file, after `#`. */
  readonly names: boolean;
}

/** Folders and request files that begin with a text; after `FILE#`, the requests of the file. */
export async function requestPaths(current: string, { names }: PathOptions): Promise<readonly string[]> {
  if (names && current.includes('#')) {
    const { file, name } = await requestPath(expanded(current));
    if (name !== undefined) return (await requestNames([file])).map((n) => current.slice(0, current.length - name.length) + n);
  }
  const shown = current.slice(0, current.lastIndexOf('/') + 1);
  const start = current.slice(shown.length);
  const entries = await listFolder(path.resolve(expanded(shown) || '.'));
  const found: string[] = [];
  for (const { name, kind } of entries) {
    if (!name.startsWith(start) || (name.startsWith('.') && !start.startsWith('.'))) continue;
    const is = kind === 'link' ? await kindOf(path.resolve(expanded(shown) || '.', name)).catch(() => undefined) : kind;
    if (is === 'folder') found.push(`${shown}${name}/`);
    else if (is === 'file' && (name.endsWith('.req') || isForeign(name) || isMarkdown(name))) found.push(shown + name);
  }
  return found.toSorted();
}

/** The shell passes `~` as it was typed. */
const expanded = (file: string): string => file.replace(/^~(?=\/)/, homedir);

async function foldersOf(operands: readonly string[]): Promise<readonly string[]> {
  const folders = new Set<string>();
  for (const operand of operands) {
    const { file } = await requestPath(expanded(operand));
    const kind = await kindOf(file);
    if (kind !== undefined) folders.add(kind === 'folder' ? file : path.dirname(file));
  }
  return folders.size === 0 ? [process.cwd()] : [...folders];
}

async function requestsIn(operands: readonly string[]): Promise<readonly RequestSummary[]> {
  const files = await Promise.all(operands.map(async (operand) => (await requestPath(expanded(operand))).file));
  const found = (await findFiles(files.length === 0 ? ['.'] : files, () => {})).slice(0, mostFiles);
  const all: RequestSummary[] = [];
  for (const { file } of found) {
    const text = await readText(file).catch(() => '');
    for (const part of requestTextsWithin(file, text)) all.push(...listRequests(await parseFile(file, part.text)));
  }
  return all;
}

const unique = (all: readonly string[]): readonly string[] => [...new Set(all.filter((text) => text !== ''))];
