import type { ApiIndex } from '../../semantics/api/apiIndex.ts';
import type { NamedApi } from '../../semantics/api/apiNaming.ts';
import { writtenReference } from '../../semantics/api/apiReferences.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';
import type { ApiText, ReadApi } from '../../workspace/apiDocuments.ts';
import { apiChanges, type ApiChanges } from './apiChanges.ts';
import { largestDocument } from './documentRequest.ts';

export type FetchedDocument =
  | { readonly kind: 'problem'; readonly message: string }
  | {
      readonly kind: 'new' | 'same' | 'changed';
      readonly index: ApiIndex;
      /** Differences from the stored copy; undefined if there is no readable copy. */
      readonly changes: ApiChanges | undefined;
      /** The document and its referenced files, by path: changed ones, then new ones. */
      readonly files: ReadonlyMap<string, string>;
    };

export interface DocumentParts {
  /** The fetched text. */
  readonly text: string;
  /** The text of the copy. */
  readonly before: string | undefined;
  /** Reads a stored file. */
  readonly read: ApiText['read'];
  /** Fetches a file that the document references, by its URL as written. */
  readonly fetch: (written: string) => ReturnType<ApiText['read']>;
}

/** Maximum number of referenced files. */
const mostFiles = 100;

/**
 * Reads a fetched document with its referenced files, and compares it with the stored copy. A text that is not an OpenAPI document is a
 * problem.
 */
export async function fetchedDocument(named: NamedApi, parts: DocumentParts, readApi: ReadApi): Promise<FetchedDocument> {
  const { path, written, base } = named;
  const { text, before, read } = parts;
  const fetched = new Map<string, string>();
  const readReference = referenceReader(named, parts, fetched);
  const opened = await readApi({ file: path, base, name: written, text, read: readReference });
  if (!opened.ok) return { kind: 'problem', message: opened.message };
  const problems = new Set(opened.index.problems);
  // The index does not need all of them; schemas of responses do. The loop also visits files that are added during it.
  const waiting: (readonly [string, string])[] = [[base, text]];
  const seen = new Set([base]);
  for (const [from, of] of waiting)
    for (const reference of referencesIn(of)) {
      const file = resolvePath(folderOf(from), reference);
      if (seen.has(file)) continue;
      seen.add(file);
      const found = await readReference(file);
      if ('text' in found) waiting.push([file, found.text]);
      else problems.add(`${found.problem.replace(/^there/, 'There')}.`);
    }
  const index = { ...opened.index, problems: [...problems] };
  const [changed, added] = [new Map<string, string>(), new Map<string, string>()];
  if (before !== text) (before === undefined ? added : changed).set(path, text);
  for (const [file, own] of fetched) {
    const kept = await read(file);
    if ('text' in kept && kept.text === own) continue;
    ('text' in kept ? changed : added).set(file, own);
  }
  const files = new Map([...changed, ...added]);
  if (changed.size === 0) return { kind: files.size === 0 ? 'same' : 'new', index, changes: undefined, files };
  const old = before === undefined ? undefined : await readApi({ file: path, base, name: written, text: before, read });
  return { kind: 'changed', index, changes: old?.ok === true ? apiChanges(old.index, index) : undefined, files };
}

/** The relative references of a JSON or YAML text, without their fragments. */
function* referencesIn(text: string): Generator<string> {
  const found = /["']?\$ref["']?\s*:\s*(?:("(?:[^"\\\r\n]|\\.)*")|'([^'\r\n]*)'|([^\s"'#,{}[\]][^\s#,{}[\]]*))/g;
  for (const [, quoted, single, plain] of text.matchAll(found)) {
    const [path = ''] = (quoted === undefined ? (single ?? plain ?? '') : unquoted(quoted)).split('#');
    if (path !== '' && !/^(?:[A-Za-z][A-Za-z\d+.-]*:|[\\/])/.test(path)) yield decoded(path.replace(/\?.*$/s, ''));
  }
}

/** Reads references from the server of the document, each once. */
function referenceReader(named: NamedApi, { text, read, fetch }: DocumentParts, fetched: Map<string, string>): ApiText['read'] {
  let left = largestDocument - text.length;
  const known = new Map<string, ReturnType<ApiText['read']>>();
  return (file) => {
    const made = known.get(file) ?? find(file);
    known.set(file, made);
    return made;
  };

  async function find(file: string): ReturnType<ApiText['read']> {
    const from = writtenReference(named, file);
    if ('problem' in from) {
      const kept = await read(file);
      return 'text' in kept ? kept : { problem: `${file} ${from.problem}, so it was not fetched` };
    }
    if (fetched.size >= mostFiles) return { problem: `more than ${mostFiles} files are not fetched, as ${from.written}` };
    const found = await fetch(from.written);
    if ('problem' in found) return found;
    left -= found.text.length;
    if (left < 0) return { problem: `${from.written} is not kept: all files together are larger than ${largestDocument / 1024 / 1024} MB` };
    if (/^\s*</.test(found.text)) return { problem: `${from.written} was answered with HTML or XML, not with JSON or YAML` };
    fetched.set(file, found.text);
    return found;
  }
}

function unquoted(json: string): string {
  try {
    return JSON.parse(json) as string;
  } catch {
    return json.slice(1, -1);
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
