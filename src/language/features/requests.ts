import type { FileView } from '../workspace/fileView.ts';
import { scriptsAround, type BlockContext } from '../semantics/context.ts';
import { directiveOf, isRequest, nameOf, titleOf, type DocumentTree, type RequestBlock, type ScriptNode } from '../syntax/nodes.ts';
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

const summaries = new WeakMap<DocumentTree, readonly RequestSummary[]>();

/** Every request of a file in order. */
export function listRequests(tree: DocumentTree): readonly RequestSummary[] {
  let list = summaries.get(tree);
  if (list === undefined) {
    list = tree.blocks.filter(isRequest).map((block, index) => ({
      block,
      index,
      name: nameOf(block),
      title: titleOf(block),
      line: tree.lines.positionAt(block.requestLine.range.start).line + 1,
      method: block.requestLine.method?.text ?? 'GET',
      urlTemplate: block.requestLine.target.text + block.continuations.map((c) => c.text.text).join(''),
      tags: block.directives
        .filter((d) => d.name.text === 'tag')
        .flatMap((d) => (d.argument?.text ?? '').split(',').flatMap((t) => (t.trim() === '' ? [] : [t.trim()]))),
      disabled: directiveOf(block, 'disabled') !== undefined,
      expectsStream: block.headers.some(
        (h) => h.name.text.toLowerCase() === 'accept' && h.values.some((v) => v.text.toLowerCase().includes('text/event-stream')),
      ),
    }));
    summaries.set(tree, list);
  }
  return list;
}

/** The request whose block holds an offset. In a block without one: undefined. */
export function requestAt(tree: DocumentTree, offset: number): RequestSummary | undefined {
  return listRequests(tree).find(
    (r) => r.block.range.start <= offset && (offset < r.block.range.end || r.block.range.end === tree.text.length),
  );
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

/** Names that the scripts before a request set, its own and those around it: sent, it knows them. */
export const namesSetBefore = (context: BlockContext): ReadonlySet<string> =>
  new Set(scriptsAround(context, 'pre-request').flatMap(({ tree, node }) => Array.from(settersIn(tree, node), (call) => call.name)));

/** Where a script sets a name, as one reads it in a file: its line, with the file where it is another. */
export const setterPlace = ({ file, line }: ScriptSetter, view: FileView): string =>
  file === view.file ? `line ${line}` : `${view.display(file)}:${line}`;

function* settersIn(tree: DocumentTree, script: ScriptNode): Generator<Extract<ScriptMention, { kind: 'call' }>> {
  for (const mention of scriptMentions(tree, script)) if (mention.kind === 'call' && mention.verb === 'set') yield mention;
}

const settersOf = new WeakMap<DocumentTree, ReadonlyMap<string, ScriptSetter>>();

/** Names that the scripts of a file set, each with the first script that does; read from their text, nothing runs. */
export function namesSetByScripts(tree: DocumentTree, file: string): ReadonlyMap<string, ScriptSetter> {
  let found = settersOf.get(tree);
  if (found === undefined) settersOf.set(tree, (found = readSetters(tree, file)));
  return found;
}

function readSetters(tree: DocumentTree, file: string): ReadonlyMap<string, ScriptSetter> {
  const found = new Map<string, ScriptSetter>();
  for (const block of tree.blocks) {
    for (const script of [...block.preScripts, ...block.responseScripts]) {
      for (const { name, range } of settersIn(tree, script)) {
        const line = tree.lines.positionAt(range.start).line + 1;
        if (!found.has(name)) found.set(name, { name, file, line, request: titleOf(block) });
      }
    }
  }
  return found;
}
