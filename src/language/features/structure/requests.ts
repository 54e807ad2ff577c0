import type { FileView } from '../../workspace/fileView.ts';
import type { ScriptSetter } from '../../semantics/variables/mentions/scriptSetters.ts';
import { directiveOf, isRequest, nameOf, titleOf, type Block, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import { blockAt } from '../navigation/placeholders.ts';

export interface RequestSummary {
  readonly block: RequestBlock;
  /** Position among the file's requests, from 0. */
  readonly index: number;
  /** `@name`, or the title, or empty. */
  readonly name: string;
  readonly title: string;
  /** Line of the request line, from 1. */
  readonly line: number;
  readonly method: string;
  /** As written, with continuation lines joined. */
  readonly urlTemplate: string;
  readonly tags: readonly string[];
  readonly disabled: boolean;
  /** `# @insecure`: the server's certificate is not checked. */
  readonly insecure: boolean;
  /** The request has the header `Accept: text/event-stream`. */
  readonly expectsStream: boolean;
}

/** The offset of a request line and the summary without its position in the file. */
interface Unplaced {
  readonly start: number;
  readonly summary: Omit<RequestSummary, 'block' | 'index' | 'line'>;
}

const summaryIn = cachePerBlock(readSummary, (found, by) => found && { ...found, start: found.start + by });

function readSummary(_: DocumentTree, block: Block): Unplaced | undefined {
  const { requestLine, continuations, directives, headers } = block;
  if (requestLine === undefined) return undefined;
  const summary = {
    name: nameOf(block),
    title: titleOf(block),
    method: requestLine.method?.text ?? 'GET',
    urlTemplate: requestLine.target.text + continuations.map((c) => c.text.text).join(''),
    tags: directives
      .filter((d) => d.name.text === 'tag')
      .flatMap((d) => (d.argument?.text ?? '').split(',').flatMap((t) => (t.trim() === '' ? [] : [t.trim()]))),
    disabled: directiveOf(block, 'disabled') !== undefined,
    insecure: directiveOf(block, 'insecure') !== undefined,
    expectsStream: headers.some(
      (h) => h.name.text.toLowerCase() === 'accept' && h.values.some((v) => v.text.toLowerCase().includes('text/event-stream')),
    ),
  };
  return { start: requestLine.range.start, summary };
}

const summaries = new WeakMap<DocumentTree, readonly RequestSummary[]>();

/** The requests of a file in order, cached per tree. */
export function listRequests(tree: DocumentTree): readonly RequestSummary[] {
  const known = summaries.get(tree);
  if (known !== undefined) return known;
  const list: RequestSummary[] = [];
  const found = summaryIn(tree);
  for (const [i, block] of tree.blocks.entries()) {
    const unplaced = found.at(i);
    if (unplaced === undefined) continue;
    const line = tree.lines.positionAt(unplaced.start).line + 1;
    list.push({ block: block as RequestBlock, index: list.length, line, ...unplaced.summary });
  }
  summaries.set(tree, list);
  return list;
}

const byBlock = new WeakMap<DocumentTree, ReadonlyMap<Block, RequestSummary>>();

/** The summary of a block, which must contain a request. */
export function requestOf(tree: DocumentTree, block: Block): RequestSummary {
  let known = byBlock.get(tree);
  if (known === undefined) byBlock.set(tree, (known = new Map(listRequests(tree).map((r) => [r.block, r]))));
  return known.get(block) as RequestSummary;
}

/** The request whose block contains an offset; undefined if the block has none. */
export function requestAt(tree: DocumentTree, offset: number): RequestSummary | undefined {
  const block = blockAt(tree, offset);
  return block.range.start <= offset && isRequest(block) ? requestOf(tree, block) : undefined;
}

/** The line where a script sets a name, with the file if it is another one, for messages. */
export const setterPlace = ({ file, line }: ScriptSetter, view: FileView): string =>
  file === view.file ? `line ${line}` : `${view.display(file)}:${line}`;
