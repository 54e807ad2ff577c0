import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Value } from '../base/values/value.ts';
import type { ApiIndex } from '../language/index.ts';
import { ApiReader } from './apiReader.ts';
import { ApiThread } from './apiThread.ts';
import type { ApiWork } from './apiWork.ts';

export interface ApiSource {
  /** Absolute path. */
  readonly file: string;
  /** Absolute path that its relative references start from. Default: that of the document. */
  readonly base?: string;
  /** Name for messages. */
  readonly name: string;
  readonly text: string;
  /** Reads a file that the document refers to. */
  readonly read: (path: string) => Promise<{ readonly text: string } | { readonly problem: string }>;
}

export interface ApiDocument {
  readonly index: ApiIndex;
  /** URI of the document. */
  readonly uri: string;
  /** The document, or only the parts that these schemas reference, at their original locations. */
  schemas(locations: readonly string[]): Promise<Value>;
  /** Ends the thread of a large document. */
  dispose(): void;
}

export type OpenedApi = { readonly ok: true; readonly document: ApiDocument } | { readonly ok: false; readonly message: string };

/** Maximum characters of a document that is read in this thread. YAML takes about ten times as long as JSON. */
const largestHere = { json: 400_000, yaml: 40_000 };
/** Maximum characters of a document. */
const largest = 64 * 1024 * 1024;
/** Maximum files of one document. */
const mostFiles = 500;

/**
 * Reads an OpenAPI document and builds its index. A large one is read in a worker thread, so that the caller's thread stays responsive.
 * @param workerFile the bundle of this module; without it everything runs in this thread
 */
export async function openApi(source: ApiSource, workerFile: string | undefined): Promise<OpenedApi> {
  const { file, base = file, name, text } = source;
  if (text.length > largest) return { ok: false, message: `${name} is larger than 64 MB` };
  const uri = pathToFileURL(base).href;
  const isLarge = text.length > (/\.ya?ml$/i.test(file) ? largestHere.yaml : largestHere.json);
  const work = isLarge && workerFile !== undefined ? new ApiThread(workerFile, file, uri) : inThisThread(file, uri);
  try {
    await work.add(uri, name, text);
    const read = await indexed(work, source);
    if (read.kind === 'problem') {
      work.dispose();
      return { ok: false, message: read.message.startsWith(name) ? read.message : `${name} cannot be used: ${read.message}` };
    }
    const { index, files } = read;
    return { ok: true, document: documentOf({ ...index, files }, uri, work) };
  } catch (e) {
    work.dispose();
    return { ok: false, message: `${name} cannot be read: ${e instanceof Error ? e.message : String(e)}` };
  }
}

type Indexed =
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'index'; readonly index: Omit<ApiIndex, 'files'>; readonly files: readonly string[] };

/** Adds referenced files until none is missing. */
async function indexed(work: ApiWork, { read }: ApiSource): Promise<Indexed> {
  const files: string[] = [];
  for (;;) {
    const found = await work.index();
    if (found.kind === 'problem') return found;
    if (found.kind === 'index') return { ...found, files };
    for (const uri of found.uris) {
      const path = pathOf(uri);
      if (path === undefined)
        await work.fail(uri, `${uri.slice(0, 200)} is not in the collection, and documents are not fetched from the network`);
      else if (files.length >= mostFiles) await work.fail(uri, `${path} is not read: Req reads at most ${mostFiles} files of a document`);
      else {
        files.push(path);
        const text = await read(path);
        if ('problem' in text) await work.fail(uri, text.problem);
        else await work.add(uri, path, text.text);
      }
    }
  }
}

/** The path of a `file:` URL; undefined if it has none. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

function documentOf(index: ApiIndex, uri: string, work: ApiWork): ApiDocument {
  return {
    index,
    uri,
    schemas: (locations) => work.prune(locations),
    dispose: () => work.dispose(),
  };
}

function inThisThread(file: string, uri: string): ApiWork {
  const reader = new ApiReader(file, uri);
  return {
    add: async (...of) => reader.add(...of),
    fail: async (...of) => reader.fail(...of),
    index: async () => reader.index(),
    prune: async (locations) => reader.prune(locations),
    dispose: () => {},
  };
}
