import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import type { DocumentTree, Node, RequestBlock } from '../../syntax/nodes.ts';

const sentKinds: ReadonlySet<Node['kind']> = new Set(['request-line', 'continuation', 'header', 'fold']);

/** The end of the request line, its URL and its headers. */
export function headEnd({ nodes, requestLine }: RequestBlock): number {
  return nodes.findLast(({ kind }) => sentKinds.has(kind))?.range.end ?? requestLine.range.end;
}

/** The end of the head with the comments and directives below its last header, which would be text of a body written above them. */
export function endOfHeadLines({ nodes, requestLine }: RequestBlock): number {
  const start = nodes.indexOf(requestLine);
  const next = nodes.findIndex(({ kind }, i) => i > start && !sentKinds.has(kind) && kind !== 'comment' && kind !== 'directive');
  return nodes.at(next < 0 ? -1 : next - 1)?.range.end ?? requestLine.range.end;
}

/** The edit that inserts lines after a line that ends at `at`. */
export function insertLines({ text }: DocumentTree, at: number, lines: readonly string[]): TextEdit {
  const eol = lineBreakOf(text);
  const written = lines.join(eol);
  return { range: { start: at, end: at }, newText: /[\r\n]/.test(text.charAt(at - 1)) ? written + eol : eol + written };
}
