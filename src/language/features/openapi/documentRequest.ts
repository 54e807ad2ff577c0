import { isRequest, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { parse } from '../../syntax/parser.ts';
import type { NamedApi } from '../../semantics/api/apiNaming.ts';
import type { BlockContext } from '../../semantics/variables/blockContext.ts';
import { documentsAround } from '../../workspace/apiDocuments.ts';
import { sharedKind, type Collection, type SharedFile } from '../../workspace/collection.ts';

/** Maximum bytes of a document. */
export const largestDocument = 64 * 1024 * 1024;
/** Default limits: milliseconds until the head of the response, and between two parts of it. */
export const documentLimits = { timeoutMs: 60_000, idleTimeoutMs: 30_000 } as const;

/** The total time limit as a multiple of the timeout, for documents that arrive byte by byte. */
export const mostTimeouts = 5;

/** The documents with URLs around the requests of a file, each once. A command fetches them. */
export function urlDocuments(tree: DocumentTree, file: string, collection: Collection): readonly NamedApi[] {
  const found = new Map<string, NamedApi>();
  for (const named of documentsAround(tree, file, collection)) if (named.isUrl && !found.has(named.path)) found.set(named.path, named);
  return [...found.values()];
}

/** Directives about the connection and about secrets. Others concern the requests of the collection. */
const kept: ReadonlySet<string> = new Set([
  'timeout',
  'connect-timeout',
  'idle-timeout',
  'insecure',
  'proxy',
  'resolve',
  'cacert',
  'secret',
  'undefined',
]);

export interface DocumentRequest {
  readonly context: BlockContext;
  readonly tree: DocumentTree;
  readonly block: RequestBlock;
}

/**
 * A GET request for the document that `# @openapi` names. It has the variables and the connection options around the directive, but no
 * headers, credentials, scripts or cookies of the collection, because the document may be on another host.
 * @param reference URL of a file that the document references, as written: fetched instead, only from the same host
 */
export function documentRequest(around: Omit<BlockContext, 'block'>, { written, by }: NamedApi, reference?: string): DocumentRequest {
  const { collection, tree, file } = around;
  const own = by === file ? tree : collection.shared.find((s) => s.file === by)?.tree;
  const head = own === undefined ? '' : valuesOf(own);
  const made = parse(
    `${head}# @no-cookie-jar\n# @max-events 1\n${reference === undefined ? '' : '# @no-redirect\n'}GET ${reference ?? written}\nAccept: application/json, application/yaml, */*;q=0.8\n`,
  );
  const block = made.blocks.find(isRequest);
  if (block === undefined) throw new Error('The request has no line.');
  // The other files around the one that names it.
  const at = sharedKind(by) === undefined ? 0 : collection.shared.findIndex((s) => s.file === by) + 1;
  const shared = collection.shared.slice(at).map((of): SharedFile => ({ file: of.file, kind: of.kind, tree: parse(valuesOf(of.tree)) }));
  const context = { ...around, collection: { ...collection, shared }, file: by, tree: made, block };
  return { context, tree: made, block };
}

/** The definitions of a file, and its connection directives before its first request. */
function valuesOf({ text, blocks }: DocumentTree): string {
  const lines: string[] = [];
  for (const [i, { definitions, directives, requestLine }] of blocks.entries()) {
    if (i === 0 && requestLine === undefined)
      for (const { name, range } of directives) if (kept.has(name.text)) lines.push(text.slice(range.start, range.end));
    for (const { range } of definitions) lines.push(text.slice(range.start, range.end));
  }
  return lines.map((line) => `${line.replace(/\r?\n$/, '')}\n`).join('');
}
