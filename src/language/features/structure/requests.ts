import type { FileView } from '../../workspace/fileView.ts';
import type { ScriptSetter } from '../../semantics/variables/scriptSetters.ts';
import { contentOf, startOf } from '../../syntax/movedBlock.ts';
import { directiveOf, isRequest, nameOf, titleOf, type Block, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { perBlock } from '../../syntax/versions.ts';
import { blockAt } from '../navigation/placeholders.ts';

/** One request of a file, as lists, lenses and the command show it. */
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
  /** As it is written, continuation lines joined. */
  readonly urlTemplate: string;
  readonly tags: readonly string[];
  readonly disabled: boolean;
  /** Its certificate is not checked. */
  readonly insecure: boolean;
  /** `Accept: text/event-stream` stands among its headers. */
  readonly expectsStream: boolean;
}

/** What a request says of itself, wherever it stands. */
const summaryIn = perBlock((_, block) => {
  const { requestLine, continuations, directives, headers, range } = contentOf(block);
  if (requestLine === undefined) return undefined;
  return {
    start: requestLine.range.start - range.start,
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
});

const summaries = new WeakMap<DocumentTree, readonly RequestSummary[]>();

/** Every request of a file in order. */
export function listRequests(tree: DocumentTree): readonly RequestSummary[] {
  const known = summaries.get(tree);
  if (known !== undefined) return known;
  const list: RequestSummary[] = [];
  for (const [i, found] of summaryIn(tree).entries()) {
    if (found === undefined) continue;
    const { start, ...summary } = found;
    const block = tree.blocks[i] as RequestBlock;
    const line = tree.lines.positionAt(startOf(block) + start).line + 1;
    list.push({ block, index: list.length, line, ...summary });
  }
  summaries.set(tree, list);
  return list;
}

const byBlock = new WeakMap<DocumentTree, ReadonlyMap<Block, RequestSummary>>();

/** The request of a block that holds one. */
export function requestOf(tree: DocumentTree, block: Block): RequestSummary {
  let known = byBlock.get(tree);
  if (known === undefined) byBlock.set(tree, (known = new Map(listRequests(tree).map((r) => [r.block, r]))));
  return known.get(block) as RequestSummary;
}

/** The request whose block holds an offset. In a block without one: undefined. */
export function requestAt(tree: DocumentTree, offset: number): RequestSummary | undefined {
  const block = blockAt(tree, offset);
  return block.range.start <= offset && isRequest(block) ? requestOf(tree, block) : undefined;
}

/** Where a script sets a name, as one reads it in a file: its line, with the file where it is another. */
export const setterPlace = ({ file, line }: ScriptSetter, view: FileView): string =>
  file === view.file ? `line ${line}` : `${view.display(file)}:${line}`;
