import { parse, scriptOptions, type AnyNode, type Node } from '../../javascript/index.ts';
import { unwatched, watchers, type WatchedText } from './watchedText.ts';

const [left, seen] = watchers;
const caught = '$req$e';

/** Text put in place of a part of the script's own. Never another number of lines. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It closes what another one opens: of several at one place the inner one comes first. */
  readonly closes?: true;
}

/** What can be rejected without anybody knowing. */
const mayReject = /\basync\b|\bsend\b/;

/**
 * The engine tells nobody of a promise that is rejected and has no handler. So each async function tells of the error that leaves
 * it, each `catch` of the error that it gets; what is left in the end, nobody has seen. A script that cannot be read stays as it is:
 * the engine says what is wrong with it.
 */
export function watched(source: string): WatchedText {
  const edits = mayReject.test(source) ? editsOf(source) : undefined;
  if (edits === undefined) return unwatched(source);
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  text += source.slice(at);
  return { text, watches: true, ownOffset: (offset) => ownOffset(edits, offset) };
}

function ownOffset(edits: readonly Edit[], offset: number): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (offset < start + shift) break;
    if (offset < start + shift + text.length) return start;
    shift += text.length - (end - start);
  }
  return offset - shift;
}

/** Sorted; undefined where the text cannot be read. */
function editsOf(source: string): readonly Edit[] | undefined {
  let program: Node;
  try {
    program = parse(source, { ...scriptOptions, preserveParens: true });
  } catch {
    return undefined;
  }
  const edits: Edit[] = [];
  const insert: Insert = {
    open: (at, text) => void edits.push({ start: at, end: at, text }),
    // The outer one is met first.
    close: (at, text) => void edits.unshift({ start: at, end: at, text, closes: true }),
  };
  // A list instead of recursion: expressions may nest deeply.
  const open: Visit[] = [{ node: program as AnyNode, awaits: false }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { node } = visit;
    let { awaits } = visit;
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        awaits = node.async && !node.generator;
        if (awaits) watchFunction(node.body, insert);
        break;
      case 'TryStatement':
        // Awaited in here, what is returned would be caught in here.
        awaits = false;
        break;
      case 'ReturnStatement':
        if (awaits && node.argument !== null && node.argument !== undefined) {
          insert.open(node.argument.start, 'await(');
          insert.close(node.argument.end, ')');
        }
        break;
      case 'CatchClause':
        edits.push(catchEdit(source, node));
        break;
      default:
    }
    for (const child of childrenOf(node)) open.push({ node: child, awaits });
  }
  edits.sort((a, b) => a.start - b.start || Number(a.closes ?? false) - Number(b.closes ?? false));
  return overlap(edits) ? undefined : edits;
}

interface Insert {
  readonly open: (at: number, text: string) => void;
  readonly close: (at: number, text: string) => void;
}

interface Visit {
  readonly node: AnyNode;
  /** What a `return` gives is to be awaited. */
  readonly awaits: boolean;
}

const told = `}catch(${caught}){throw ${left}(${caught})}`;

function watchFunction(body: AnyNode, insert: Insert): void {
  if (body.type !== 'BlockStatement') {
    insert.open(body.start, '{try{return await(');
    insert.close(body.end, `)${told}}`);
    return;
  }
  // Directives count only at the very beginning.
  let start = body.start + 1;
  for (const statement of body.body) if ('directive' in statement && statement.directive !== undefined) start = statement.end;
  insert.open(start, start === body.start + 1 ? 'try{' : ';try{');
  insert.close(body.end - 1, told);
}

function catchEdit(source: string, { param, body, start }: Extract<AnyNode, { type: 'CatchClause' }>): Edit {
  if (param === null || param === undefined) return { start: body.start, end: body.start + 1, text: `(${caught}){${seen}(${caught});` };
  if (param.type === 'Identifier') return { start: body.start + 1, end: body.start + 1, text: `${seen}(${param.name});` };
  const head = source.slice(start, body.start + 1);
  const pattern = source.slice(param.start, param.end);
  const lines = '\n'.repeat(head.split(/\r\n|[\n\r\u2028\u2029]/).length - pattern.split(/\r\n|[\n\r\u2028\u2029]/).length);
  return { start, end: body.start + 1, text: `catch(${caught}){${lines}${seen}(${caught});let ${pattern}=${caught};` };
}

function* childrenOf(node: AnyNode): Generator<AnyNode> {
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) if (isNode(item)) yield item;
    } else if (isNode(value)) yield value;
  }
}

const isNode = (value: unknown): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const overlap = (edits: readonly Edit[]): boolean => edits.some((e, i) => i > 0 && e.start < (edits[i - 1] as Edit).end);
