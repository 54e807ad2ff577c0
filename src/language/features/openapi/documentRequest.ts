import { isRequest, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { parse } from '../../syntax/parser.ts';
import type { NamedApi } from '../../semantics/api/apiNaming.ts';
import type { BlockContext } from '../../semantics/variables/blockContext.ts';
import { documentsAround } from '../../workspace/apiDocuments.ts';
import { sharedKind, type Collection, type SharedFile } from '../../workspace/collection.ts';

/** Largest document in bytes. */
export const largestDocument = 64 * 1024 * 1024;
/** Limits without a setting or flag: until the head of the response, and between two parts of it. */
export const documentLimits = { timeoutMs: 60_000, idleTimeoutMs: 30_000 } as const;

/** A document that arrives byte by byte ends the request after this many times the time-out. */
export const mostTimeouts = 5;

/** The documents around the requests of a file that are fetched by a command, each once. */
export function urlDocuments(tree: DocumentTree, file: string, collection: Collection): readonly NamedApi[] {
  const found = new Map<string, NamedApi>();
  for (const named of documentsAround(tree, file, collection)) if (named.isUrl && !found.has(named.path)) found.set(named.path, named);
  return [...found.values()];
}

/** Directives about the connection and about secrets. Others are about the requests of the collection. */
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
 * A GET of the document that `# @openapi` names. It has the variables around the directive and its options of the connection, but no
 * headers, credentials, scripts or cookies of the collection: the document may be on another host.
 * @param reference URL of a file that the document refers to, as written: fetched instead, from no other host
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

/** The definitions of a file, and its directives about the connection before its first request. */
function valuesOf({ text, blocks }: DocumentTree): string {
  const lines: string[] = [];
  for (const [i, { definitions, directives, requestLine }] of blocks.entries()) {
    if (i === 0 && requestLine === undefined)
      for (const { name, range } of directives) if (kept.has(name.text)) lines.push(text.slice(range.start, range.end));
    for (const { range } of definitions) lines.push(text.slice(range.start, range.end));
  }
  return lines.map((line) => `${line.replace(/\r?\n$/, '')}\n`).join('');
}
