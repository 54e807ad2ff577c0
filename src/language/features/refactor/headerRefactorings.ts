import { t } from '../../../base/l10n.ts';
import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import type { CodeAction } from '../../edit.ts';
import { isRequest, type Block, type RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { guessContentType } from '../diagnostics/contentTypeGuess.ts';
import { headEnd, insertLines } from '../edits/headLines.ts';
import { blockAt } from '../navigation/placeholders.ts';

export function headerActions(view: FileView, range: Range): readonly CodeAction[] {
  const block = blockAt(view.tree, range.start);
  if (!isRequest(block)) return [];
  const { requestLine } = block;
  if (range.start < requestLine.range.start || range.start > headEnd(block)) return [];
  const sorted = sortHeaders(view, block);
  return [...missing(view, block), ...(sorted === undefined ? [] : [sorted])];
}

function missing(view: FileView, block: RequestBlock): readonly CodeAction[] {
  const around: readonly Block[] = [block, ...view.look(block).shared.map((s) => s.block)];
  const has = (name: string): boolean => around.some((b) => b.headers.some((h) => h.name.text.toLowerCase() === name));
  const wanted: (readonly [name: string, value: string])[] = [];
  if (!has('accept')) wanted.push(['Accept', 'application/json']);
  if (block.body !== undefined && !has('content-type')) wanted.push(['Content-Type', guessContentType(block.body.text.text)]);
  if (!has('authorization')) wanted.push(['Authorization', 'Bearer {{token}}']);
  const { tree, file } = view;
  return wanted.map(([name, value]) => {
    const edits = [insertLines(tree, headEnd(block), [`${name}: ${value}`])];
    return { title: t('Add the header {0}', name), kind: 'refactor.rewrite', edits: [{ file, edits }] };
  });
}

/** A header with its folded lines, and the comments and directives above it. */
interface Group {
  readonly name: string;
  readonly range: Range;
}

/** Sorts headers by name. Headers with the same name keep their order; comments stay with the header below them. */
function sortHeaders({ tree, file }: FileView, block: RequestBlock): CodeAction | undefined {
  const groups: Group[] = [];
  let from: number | undefined;
  for (const node of block.nodes) {
    if (node.range.start < block.requestLine.range.end || node.kind === 'continuation') continue;
    if (node.kind === 'comment' || node.kind === 'directive') from ??= node.range.start;
    else if (node.kind === 'header') {
      groups.push({ name: node.name.text.toLowerCase(), range: { start: from ?? node.range.start, end: node.range.end } });
      from = undefined;
    } else if (node.kind === 'fold') {
      const last = groups.pop();
      if (last !== undefined) groups.push({ name: last.name, range: { start: last.range.start, end: node.range.end } });
    } else if (node.kind === 'unknown') return undefined;
    else break;
  }
  const sorted = groups.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const [first, last] = [groups[0], groups.at(-1)];
  if (first === undefined || last === undefined || sorted.every((g, i) => g === groups[i])) return undefined;
  const eol = lineBreakOf(tree.text);
  const text = (g: Group): string => tree.text.slice(g.range.start, g.range.end).replace(/(?:\r\n|\n|\r)$/, '');
  const lastBreak = /(?:\r\n|\n|\r)$/.exec(tree.text.slice(last.range.start, last.range.end))?.[0] ?? '';
  const range = { start: first.range.start, end: last.range.end };
  const edits = [{ range, newText: sorted.map(text).join(eol) + lastBreak }];
  return { title: t('Sort the headers by name'), kind: 'refactor.rewrite', edits: [{ file, edits }] };
}
