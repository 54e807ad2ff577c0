import { counted } from '../../base/l10n.ts';
import { lineBreakOf, type Range } from '../../base/text/text.ts';
import { blockAt, sharedKind, type CodeAction, type DocumentTree, type FileView, type TextEdit } from '../../language/index.ts';
import { blockBelow, requestInPlace } from '../../language/onDemand.ts';
import { fromCurl, requestsText } from './fromCurl.ts';
import { looksLikeCurl, quoteAfter } from './shell.ts';

const longest = 1_000_000;

/** Lines above the cursor that are searched for the start of a command. */
const mostLines = 300;

/**
 * Converts the selected curl command, or the one at the cursor, to requests. A commented command is kept and its requests are added below;
 * any other is replaced.
 */
export function curlActions(view: FileView, range: Range): readonly CodeAction[] {
  const { tree, file } = view;
  if (sharedKind(file) !== undefined) return [];
  const found = range.start < range.end ? selected(tree, range) : atCursor(tree, range.start);
  if (found === undefined) return [];
  const { place, command, isComment } = found;
  const eol = eolOf(tree);
  const converted = fromCurl(command, { eol });
  const text = requestsText(converted, eol);
  if (text === '') return [];
  const edit = isComment
    ? blockBelow(tree, blockAt(tree, place.start), text, eol)
    : requestInPlace(tree, place.start, place.end, text, eol);
  const count = converted.requests.length;
  const title = counted(count, 'Convert the cURL command to a request', 'Convert the cURL command to {0} requests');
  return [{ title, kind: 'refactor.rewrite', edits: [{ file, edits: [edit] }] }];
}

/** The edit that pastes a curl command as requests. Undefined for other text, or if the range is part of a line. */
export function pasteCurl(tree: DocumentTree, range: Range, text: string): TextEdit | undefined {
  if (text.length > longest || !looksLikeCurl(text)) return undefined;
  const block = blockAt(tree, range.start);
  if ([...block.preScripts, ...block.responseScripts].some((s) => s.range.start < range.start && range.start < s.range.end))
    return undefined;
  const line = lineAround(tree, range);
  if (tree.text.slice(line.start, range.start).trim() !== '' || tree.text.slice(range.end, line.end).trim() !== '') return undefined;
  const eol = eolOf(tree);
  const requests = requestsText(fromCurl(text, { eol }), eol);
  return requests === '' ? undefined : requestInPlace(tree, range.start, range.end, requests, eol);
}

const eolOf = (tree: DocumentTree): '\n' | '\r\n' => (lineBreakOf(tree.text) === '\r\n' ? '\r\n' : '\n');

interface Found {
  readonly place: Range;
  readonly command: string;
  readonly isComment: boolean;
}

const comment = /^[ \t]*(?:#|\/\/)[ \t]?/;

function selected(tree: DocumentTree, range: Range): Found | undefined {
  if (range.end - range.start > longest) return undefined;
  const line = lineAround(tree, range);
  // Extend the selection to whole lines, unless it is a command inside a text.
  const whole = tree.text.slice(line.start, line.end);
  const lines = whole.split('\n');
  if (lines.every((l) => comment.test(l) || l.trim() === '')) {
    const command = lines.map((l) => l.replace(comment, '')).join('\n');
    if (looksLikeCurl(command)) return { place: line, command, isComment: true };
  }
  if (looksLikeCurl(whole)) return { place: line, command: whole, isComment: false };
  const picked = tree.text.slice(range.start, range.end);
  return looksLikeCurl(picked) ? { place: range, command: picked, isComment: true } : undefined;
}

function atCursor(tree: DocumentTree, offset: number): Found | undefined {
  const block = blockAt(tree, offset);
  const { lines, text } = tree;
  const at = lines.positionAt(offset).line;
  const top = Math.max(lines.positionAt(block.range.start).line, at - mostLines);
  for (let first = at; first >= top; first--) {
    const line = textOf(first);
    const isComment = comment.test(line);
    if (!looksLikeCurl(isComment ? line.replace(comment, '') : line)) continue;
    const end = commandEnd(first, isComment);
    if (end.last < at) return undefined;
    const start = lines.startOf(first);
    return { place: { start, end: start + end.length }, command: end.command, isComment };
  }
  return undefined;

  function textOf(line: number): string {
    const start = lines.startOf(line);
    const next = line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length;
    return text.slice(start, Math.min(next, start + longest)).replace(/(?:\r\n|\n|\r)$/, '');
  }

  /** The lines of a command: until a line without continuation and without an open quote. */
  function commandEnd(first: number, isComment: boolean): { readonly last: number; readonly length: number; readonly command: string } {
    const taken: string[] = [];
    let quote = '';
    let last = first;
    const bottom = lines.positionAt(Math.max(block.range.start, block.range.end - 1)).line;
    for (let line = first; line <= bottom; line++) {
      const written = textOf(line);
      if (isComment && !comment.test(written)) break;
      const content = isComment ? written.replace(comment, '') : written;
      taken.push(content);
      last = line;
      quote = quoteAfter(content, quote);
      if (quote === '' && !/[\\^`][ \t]*$/.test(content)) break;
    }
    return { last, length: lines.startOf(last) + textOf(last).length - lines.startOf(first), command: taken.join('\n') };
  }
}

function lineAround({ text }: DocumentTree, { start, end }: Range): Range {
  let from = start;
  while (from > 0 && !'\r\n\ufeff'.includes(text.charAt(from - 1))) from--;
  // Exclude a line break at the end of the selection.
  let to = end > start && /[\r\n]/.test(text.charAt(end - 1)) ? end - 1 : end;
  if (to > start && text.startsWith('\r\n', to - 1)) to--;
  while (to < text.length && !'\r\n'.includes(text.charAt(to))) to++;
  return { start: from, end: to };
}
