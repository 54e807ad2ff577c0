import { LineIndex, lineBreakOf } from '../../../base/text/text.ts';
import { visibleText } from '../../../base/text/visible.ts';
import type { TextEdit } from '../../edit.ts';
import { isRequest, type Block, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { isForeignTree, parseForeign } from '../../workspace/foreignText.ts';
import type { ContractCase } from './contractCase.ts';

/** A copy of a file in which the cases follow the request. */
export interface CasesFile {
  readonly tree: DocumentTree;
  /** The original request, without assertions and response scripts. */
  readonly base: RequestBlock;
  /** The description of each case. */
  readonly cases: ReadonlyMap<Block, string>;
}

/** Directives that name or repeat the request, or that concern its response. */
const leftOut: ReadonlySet<string> = new Set([
  'name',
  'title',
  'retry',
  'until',
  'reconnect',
  'max-events',
  'order',
  'contract',
  'disabled',
  'data',
]);

/**
 * Replaces the request by a copy and its cases. All copies have the line of the request in the file. Other requests stay, because `# @ref`
 * may name them.
 */
export function casesFile({ text, lines, blocks }: DocumentTree, block: RequestBlock, cases: readonly ContractCase[]): CasesFile {
  const eol = lineBreakOf(text);
  const written = [{ what: 'the request as written', edits: [] }, ...cases].map(({ what, edits }) =>
    copyOf(text, block, title(what), edits, eol),
  );
  const { start, end } = block.range;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const own = LineIndex.of(text);
  // Of a file of another client, only the lines are known.
  const source = isForeignTree({ lines }) ? Array.from({ length: lines.lineCount }, () => '') : text.split(/\r\n|\r|\n/);
  const at = lines.positionAt(block.requestLine.range.start).line;
  const copies = written.join('');
  const first = own.positionAt(start).line;
  const lineOf = (line: number): number => lines.positionAt(own.startOf(line)).line;
  const origins = [
    ...Array.from({ length: first }, (_, i) => lineOf(i)),
    ...Array.from({ length: LineIndex.of(copies).lineCount - 1 }, () => at),
    ...Array.from({ length: own.lineCount - own.positionAt(end).line }, (_, i) => lineOf(own.positionAt(end).line + i)),
  ];
  const tree = parseForeign({ text: before + copies + after, source, origins, problems: [] });
  const index = blocks.indexOf(block);
  const made = tree.blocks.slice(index, index + written.length);
  const [base] = made;
  if (base === undefined || !made.every(isRequest) || tree.blocks.length !== blocks.length + cases.length)
    throw new Error('The copy has other blocks.');
  return { tree, base: base as RequestBlock, cases: new Map(cases.map(({ what }, i) => [made[i + 1] as Block, what])) };
}

const longestTitle = 200;

/** A title on one line, without placeholders. */
function title(text: string): string {
  const plain = visibleText(text.replace(/\s+/g, ' ')).replaceAll('{{', '{ {');
  return plain.length > longestTitle ? `${plain.slice(0, longestTitle)}…` : plain;
}

function copyOf(text: string, block: RequestBlock, heading: string, changes: readonly TextEdit[], eol: string): string {
  const { separator, assertions, captures, responseScripts, nodes, directives, requestLine, range } = block;
  const removed = [
    ...(separator === undefined ? [] : [separator]),
    ...assertions,
    ...captures,
    ...responseScripts,
    ...nodes.filter(({ kind }) => kind === 'saved-response'),
    ...directives.filter(({ name }) => leftOut.has(name.text)),
  ].map((node): TextEdit => ({ range: node.range, newText: '' }));
  const head = { start: requestLine.range.start, end: requestLine.range.start };
  const edits = [...removed, { range: head, newText: `# @no-redirect${eol}# @contract off${eol}# @retry 0${eol}` }, ...changes];
  let copy = `### ${heading}${eol}`;
  let at = range.start;
  for (const edit of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    if (edit.range.start < at) continue;
    copy += text.slice(at, edit.range.start) + edit.newText;
    at = edit.range.end;
  }
  copy += text.slice(at, range.end);
  return /[\r\n]$/.test(copy) ? copy : copy + eol;
}
