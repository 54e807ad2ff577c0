import type { FileView } from '../workspace/fileView.ts';
import { scriptsAround, type BlockContext, type PlacedScript } from '../semantics/context.ts';
import { contentOf, startOf } from '../syntax/movedBlock.ts';
import {
  directiveOf,
  isRequest,
  nameOf,
  titleOf,
  type Block,
  type DocumentTree,
  type RequestBlock,
  type ScriptNode,
} from '../syntax/nodes.ts';
import { fromBlocks, perBlock } from '../syntax/versions.ts';
import { blockAt } from './placeholders.ts';
import { scriptMentions, type ScriptMention } from './scriptMentions.ts';

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

/** The names of a file's requests, each once. */
export const requestNames = fromBlocks(
  summaryIn,
  (a, b) => a?.name === b?.name,
  (all): ReadonlySet<string> => new Set(all.flatMap((r) => (r === undefined || r.name === '' ? [] : [r.name]))),
);

/** The request whose block holds an offset. In a block without one: undefined. */
export function requestAt(tree: DocumentTree, offset: number): RequestSummary | undefined {
  const block = blockAt(tree, offset);
  return block.range.start <= offset && isRequest(block) ? listRequests(tree).find((r) => r.block === block) : undefined;
}

/** A name that a script sets once its request is sent. */
export interface ScriptSetter {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly request: string;
}

/** Names that scripts set. */
export const namesSetBy = (scripts: readonly PlacedScript[]): ReadonlySet<string> =>
  new Set(scripts.flatMap(({ tree, node }) => Array.from(settersIn(tree, node), (call) => call.name)));

/** Names that the scripts before a request set, its own and those around it: sent, it knows them. */
export const namesSetBefore = (context: BlockContext): ReadonlySet<string> => namesSetBy(scriptsAround(context, 'pre-request'));

/** Where a script sets a name, as one reads it in a file: its line, with the file where it is another. */
export const setterPlace = ({ file, line }: ScriptSetter, view: FileView): string =>
  file === view.file ? `line ${line}` : `${view.display(file)}:${line}`;

function* settersIn(tree: DocumentTree, script: ScriptNode): Generator<Extract<ScriptMention, { kind: 'call' }>> {
  for (const mention of scriptMentions(tree, script)) if (mention.kind === 'call' && mention.verb === 'set') yield mention;
}

/** What the scripts of a block set: names with their places, counted from the block's beginning. */
const settersOf = perBlock((tree, block): readonly { readonly name: string; readonly start: number }[] => {
  const { preScripts, responseScripts } = contentOf(block);
  if (preScripts.length + responseScripts.length === 0) return noSetters;
  return [...block.preScripts, ...block.responseScripts].flatMap((script) =>
    [...settersIn(tree, script)].map(({ name, range }) => ({ name, start: range.start - startOf(block) })),
  );
});
const noSetters: readonly never[] = [];

const setBy = new WeakMap<DocumentTree, ReadonlyMap<string, ScriptSetter>>();

/** Names that the scripts of a file set, each with the first script that does; read from their text, nothing runs. */
export function namesSetByScripts(tree: DocumentTree, file: string): ReadonlyMap<string, ScriptSetter> {
  const known = setBy.get(tree);
  if (known !== undefined) return known;
  const found = new Map<string, ScriptSetter>();
  for (const [i, set] of settersOf(tree).entries()) {
    const block = tree.blocks[i] as Block;
    for (const { name, start } of set) {
      const line = tree.lines.positionAt(startOf(block) + start).line + 1;
      if (!found.has(name)) found.set(name, { name, file, line, request: titleOf(block) });
    }
  }
  setBy.set(tree, found);
  return found;
}
