import type { BuiltQuery } from '../../../graphql/index.ts';
import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { freeNames } from '../edits/requestEdits.ts';
import { insertAt, pieceOf, pieceText } from '../edits/requestPiece.ts';
import { endOfHeadLines } from '../edits/headLines.ts';
import { queryFormOf } from './queryBody.ts';

export interface BuiltRequest {
  readonly edit: TextEdit;
  /** Offset of the query in the new text. */
  readonly cursor: number;
}

/** The edit that writes a query into a request without a body, else into a copy of the request below it. */
export function builtRequestEdit(view: FileView, block: RequestBlock, { query, variables }: BuiltQuery, title: string): BuiltRequest {
  const { tree } = view;
  const eol = lineBreakOf(tree.text);
  const withVariables = queryFormOf(view, block) === 'query-and-variables' && variables !== undefined;
  const body = (withVariables ? `${query}\n\n${variables}` : query).replaceAll('\n', eol);
  if (block.body === undefined) {
    const start = endOfHeadLines(block);
    // Blank lines below the head are already there.
    const below = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(tree.text.slice(start, block.range.end))?.[0] ?? '';
    const endsLine = /[\r\n]/.test(tree.text.charAt(start - 1));
    const end = start + below.length;
    const newText = `${endsLine ? eol : eol + eol}${body}${eol}${end < tree.text.length ? eol : ''}`;
    return { edit: { range: { start, end }, newText }, cursor: start + newText.indexOf(body) };
  }
  const left = [
    ...block.assertions,
    ...block.captures,
    ...block.responseScripts,
    ...block.nodes.filter(({ kind }) => kind === 'saved-response'),
  ].map(({ range }): TextEdit => ({ range, newText: '' }));
  const shown = block.separator?.title;
  const edits = [
    ...freeNames(view, block).filter(({ range }) => range.start !== shown?.start),
    ...left,
    { range: block.body.range, newText: `${body}${eol}` },
  ];
  if (shown !== undefined) edits.push({ range: { start: shown.start, end: shown.end }, newText: title });
  const copy = pieceText(tree, pieceOf(tree, block), edits, eol);
  const edit = insertAt(tree, block.range.end, [copy]);
  return { edit, cursor: edit.range.start + edit.newText.lastIndexOf(body) };
}
