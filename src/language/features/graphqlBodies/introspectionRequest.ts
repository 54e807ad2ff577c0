import { ReqError } from '../../../base/reqError.ts';
import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import { contentTypeOf } from '../../semantics/request/contentTypeOf.ts';
import { mediaType } from '../../semantics/request/requestBody.ts';
import { sharedBlocks, type BlockContext } from '../../semantics/variables/blockContext.ts';
import { isRequest, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { parse } from '../../syntax/parser.ts';
import { namedSchema, schemaFileIn } from '../../workspace/graphqlSchemas.ts';
import { folderOf, join } from '../../workspace/workspacePaths.ts';
import { endOfHeadLines, insertLines } from '../edits/headLines.ts';

export interface IntrospectionRequest {
  readonly tree: DocumentTree;
  readonly block: RequestBlock;
}

/** Directives that concern the response to the request's own query, or that would repeat or name the request. */
const leftOut: ReadonlySet<string> = new Set(['name', 'max-events', 'max-time', 'until', 'text', 'reconnect', 'order']);

/**
 * The request with an introspection in place of its body, in a copy of its file: URL, headers, authentication, scripts before it and
 * variables stay. Its name, assertions and scripts after the response are left out, and a stream ends with its first event.
 * @throws {ReqError} if the request sends no GraphQL
 */
export function introspectionRequest({ tree, block, ...around }: BlockContext, query: string): IntrospectionRequest {
  if (!isRequest(block)) throw new Error('The block sends nothing.');
  const eol = lineBreakOf(tree.text);
  const written = bodyText({ tree, block, ...around }, query).replaceAll(/\r\n|\n/g, eol);
  const removed = [
    ...block.assertions,
    ...block.captures,
    ...block.responseScripts,
    ...block.nodes.filter(({ kind }) => kind === 'saved-response'),
    ...block.directives.filter(({ name }) => leftOut.has(name.text)),
  ].map(({ range }): TextEdit => ({ range, newText: '' }));
  const title = block.separator?.title;
  if (title !== undefined) removed.push({ range: title, newText: '' });
  const { start } = block.requestLine.range;
  const edits = [
    ...removed,
    { range: at(start), newText: `# @max-events 1${eol}` },
    block.body === undefined
      ? insertLines(tree, endOfHeadLines(block), ['', written, ''])
      : { range: block.body.range, newText: `${written}${eol}` },
  ];
  const copy = parse(edited(tree.text, edits));
  const found = copy.blocks[tree.blocks.indexOf(block)];
  if (found === undefined || !isRequest(found)) throw new Error('The copy has other blocks.');
  return { tree: copy, block: found };
}

const at = (offset: number): Range => ({ start: offset, end: offset });

function bodyText(context: BlockContext, query: string): string {
  const method = context.block.requestLine?.method?.text.toUpperCase();
  if (method === 'GRAPHQL') return query;
  const type = contentTypeOf(context.tree, context.block, sharedBlocks(context), ({ written }) => written);
  if (type !== undefined && mediaType(type) === 'application/graphql') return query;
  if (method !== 'POST')
    throw new ReqError('usage', 'This request sends no GraphQL.', {
      hint: 'Write it with the method GRAPHQL: GRAPHQL https://example.com/graphql',
    });
  return JSON.stringify({ query });
}

function edited(text: string, edits: readonly TextEdit[]): string {
  let written = '';
  let end = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    if (range.start < end) continue;
    written += text.slice(end, range.start) + newText;
    ({ end } = range);
  }
  return written + text.slice(end);
}

export interface SchemaTarget {
  /** Absolute path of the file to write, with the environment's name. */
  readonly file: string;
  /** The path for `# @graphql`, if the request names no schema yet. */
  readonly toName: string | undefined;
}

/**
 * The file for the schema of a request: the one that `# @graphql` names for the environment, else `schema.graphql` beside the request file.
 */
export function schemaTarget(context: BlockContext): SchemaTarget {
  const named = namedSchema(context);
  const path = named ?? join(folderOf(context.file), 'schema.graphql');
  return { file: schemaFileIn(path, context.environment), toName: named === undefined ? './schema.graphql' : undefined };
}

/** The edit that names a schema, above the request. */
export function namedSchemaEdit(tree: DocumentTree, block: RequestBlock, path: string): TextEdit {
  const start = block.requestLine.range.start;
  return { range: at(start), newText: `# @graphql ${path}${lineBreakOf(tree.text)}` };
}

/** The text of the response to an introspection: the body, or the data of its first event. */
export const introspectionText = ({
  text,
  events,
}: {
  readonly text: string;
  readonly events: readonly { readonly data: string }[];
}): string => events[0]?.data ?? text;
