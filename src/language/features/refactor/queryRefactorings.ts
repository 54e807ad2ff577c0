import { t } from '../../../base/l10n.ts';
import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import type { CodeAction, TextEdit } from '../../edit.ts';
import { templateAt } from '../../semantics/request/requestSource.ts';
import { isRequest, type RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { blockAt } from '../navigation/placeholders.ts';
import { sendsTheSame } from './sameRequests.ts';

/** Splits the query into one parameter per line, or joins the URL into one line. */
export function splitOrJoinQuery(view: FileView, range: Range): readonly CodeAction[] {
  const block = blockAt(view.tree, range.start);
  if (!isRequest(block)) return [];
  const end = block.continuations.at(-1)?.range.end ?? block.requestLine.range.end;
  if (range.start < block.requestLine.range.start || range.start > end) return [];
  return [split(view, block), join(view, block)].filter((a) => a !== undefined);
}

function split(view: FileView, block: RequestBlock): CodeAction | undefined {
  const { tree, file } = view;
  const { target, range } = block.requestLine;
  const cuts = parameterStarts(view, block);
  const [first] = cuts;
  if (first === undefined || first === target.start) return undefined;
  const eol = lineBreakOf(tree.text);
  const parameters = cuts.map((at, i) => `    ${tree.text.slice(at, cuts[i + 1] ?? target.end)}`);
  const line = tree.text.slice(range.start, range.end);
  const lineEnd = range.start + line.replace(/[\r\n]+$/, '').length;
  const edits: readonly TextEdit[] = [
    { range: { start: first, end: target.end }, newText: '' },
    { range: { start: lineEnd, end: lineEnd }, newText: parameters.map((p) => eol + p).join('') },
  ];
  return sendsTheSame(view, edits)
    ? { title: t('Split the query over lines'), kind: 'refactor.rewrite', edits: [{ file, edits }] }
    : undefined;
}

/** Offsets of each `?` or `&` that begins a parameter, outside placeholders and before the fragment. */
function parameterStarts({ tree }: FileView, { requestLine }: RequestBlock): readonly number[] {
  const starts: number[] = [];
  for (const part of templateAt(tree, requestLine.target).template.parts) {
    if (part.kind !== 'text') continue;
    for (let at = part.range.start; at < part.range.end; at++) {
      const c = tree.text.charAt(at);
      if (c === '#') return starts;
      if (starts.length === 0 ? c === '?' : c === '&') starts.push(at);
    }
  }
  return starts;
}

function join(view: FileView, block: RequestBlock): CodeAction | undefined {
  const { continuations, requestLine } = block;
  if (continuations.length === 0) return undefined;
  const edits: readonly TextEdit[] = [
    { range: { start: requestLine.target.end, end: requestLine.target.end }, newText: continuations.map((c) => c.text.text).join('') },
    ...continuations.map((c) => ({ range: c.range, newText: '' })),
  ];
  return sendsTheSame(view, edits)
    ? { title: t('Join the URL into one line'), kind: 'refactor.rewrite', edits: [{ file: view.file, edits }] }
    : undefined;
}
