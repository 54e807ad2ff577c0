import type { QueryBody } from '../../../graphql/index.ts';
import type { Range } from '../../../base/text/text.ts';
import { contentTypeOf } from '../../semantics/request/contentTypeOf.ts';
import { mediaType } from '../../semantics/request/requestBody.ts';
import { templateAt, type TemplateText } from '../../semantics/request/requestSource.ts';
import { sharedBlocks } from '../../semantics/variables/blockContext.ts';
import { Filler } from '../../semantics/values/fill.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

export type QueryForm = 'query-and-variables' | 'query';

/** The form of a request's body: a query with variables for the method `GRAPHQL`, a query for `application/graphql`. */
export function queryFormOf(view: FileView, block: Block): QueryForm | undefined {
  if (block.requestLine === undefined) return undefined;
  if (block.requestLine.method?.text.toUpperCase() === 'GRAPHQL') return 'query-and-variables';
  const { tree } = view;
  // Only templates with placeholders need an evaluation.
  const textOf = (value: TemplateText): string =>
    value.written.includes('{{') ? new Filler(view.look(block).evaluation, true).text(value) : value.written;
  const type = contentTypeOf(tree, block, sharedBlocks(view.contextOf(block)), textOf);
  return type !== undefined && mediaType(type) === 'application/graphql' ? 'query' : undefined;
}

/**
 * The query and the variables in a block's body; undefined if the body has another form, or is a file.
 * @param until minimum end of the body, because trailing white space is not part of the node
 */
export function queryBodyOf(view: FileView, block: Block, until = 0): QueryBody | undefined {
  const form = queryFormOf(view, block);
  if (form === undefined) return undefined;
  const { tree } = view;
  const body = block.body?.text;
  if (body === undefined)
    return until === 0 ? undefined : { text: tree.text, query: { start: until, end: until }, variables: undefined, placeholders: [] };
  const written = templateAt(tree, body);
  if (/^<@?[ \t]/.test(written.written)) return undefined;
  const placeholders = written.template.parts.flatMap((p) => (p.kind === 'placeholder' ? p.range : []));
  const range = { start: body.start, end: Math.max(body.end, until) };
  const variables = form === 'query' ? undefined : variablesStart(tree.text, range, placeholders);
  return {
    text: tree.text,
    query: { start: range.start, end: variables ?? range.end },
    variables: variables === undefined ? undefined : { start: variables, end: range.end },
    placeholders,
  };
}

/** Maximum number of braces that are tried as the start of the variables. */
const mostTried = 100;

/**
 * The offset of the brace that begins the variables, even if they are incomplete: at the start of a line after an empty line, followed by a
 * key, a brace or nothing. A selection begins with a name.
 */
function variablesStart(text: string, { start, end }: Range, placeholders: readonly Range[]): number | undefined {
  let tried = 0;
  for (const m of text.slice(start, end).matchAll(/^[ \t]*\{/gm)) {
    if (++tried > mostTried) return undefined;
    const at = start + m.index + m[0].length - 1;
    const query = text.slice(start, start + m.index).trimEnd();
    const between = text.slice(start + query.length, at);
    if (query.trim() === '' || (between.match(/\r\n|\n|\r/g)?.length ?? 0) < 2 || placeholders.some((p) => p.start === at)) continue;
    const next = /^\{\s*(.?.?)/.exec(text.slice(at, end))?.[1] ?? '';
    if (next.startsWith('"') || ((next === '' || next.startsWith('}') || next === '{{') && isClosed(query))) return at;
  }
  return undefined;
}

const longestCounted = 200_000;

/** Whether the brackets of a query are closed. */
function isClosed(query: string): boolean {
  if (query.length > longestCounted) return true;
  let depth = 0;
  for (const [token] of query.matchAll(/"""[^]*?"""|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*|\{\{[^{}]*\}\}|[{}()[\]]/g)) {
    if (token === '{' || token === '(' || token === '[') depth++;
    else if (token === '}' || token === ')' || token === ']') depth--;
  }
  return depth <= 0;
}
