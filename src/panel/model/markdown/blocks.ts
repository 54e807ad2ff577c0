import { readDefinition } from './destination.ts';
import type { Align, Block, ListItem } from './markdownNodes.ts';

/** Maximum nesting of blocks; anything deeper is text. */
const deepest = 12;

const fence = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;
const heading = /^ {0,3}(#{1,6})(?=[ \t]|$)(.*)$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const quote = /^ {0,3}> ?/;
const bullet = /^( {0,3})([*+-]|(\d{1,9})[.)])(?:( {1,4})(?! )|(?=[ ]|$))/;
const html = /^ {0,3}<(?:[/a-z][a-z\d-]*(?=[\s/>]|$)|!--|![a-z]|\?)/i;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const task = /^\[([ xX])\][ \t]+(?=\S)/;
const isBlank = (line: string): boolean => /^[ \t]*$/.test(line);
const isCode = (line: string): boolean => /^(?: {4}| {0,3}\t)/.test(line);

/** A block and the number of the line after it. */
interface Found {
  readonly block: Block | null;
  readonly end: number;
}

/** Start lines of a list's items, relative to its first line, and whether the list was loose before each. */
interface ItemMark {
  readonly line: number;
  readonly isLoose: boolean;
}

const itemMarks = new WeakMap<Block, readonly ItemMark[]>();
/**
 * Number of items and rows at the end of a growing block that are parsed again: the last line may be incomplete, and completing it may
 * change the one before.
 */
const unsure = 2;

/** The blocks of a text (CommonMark §4 and §5, GFM's tables and task lists). Raw HTML is shown as written. */
export const blocksOf = (lines: readonly string[], depth = 0): readonly Block[] => readBlocks(lines, depth).blocks;

function readBlocks(lines: readonly string[], depth: number): { readonly blocks: readonly Block[]; readonly hasGap: boolean } {
  const blocks: Block[] = [];
  /** Whether there is a blank line between two blocks, or before a definition. */
  let hasGap = false;
  for (let at = 0; at < lines.length;) {
    const { block, end } = readBlock(lines, at, depth);
    hasGap ||= blocks.length > 0 && !isBlank(lines[at] ?? '') && isBlank(lines[at - 1] ?? '');
    if (block !== null) blocks.push(block);
    at = end;
  }
  return { blocks, hasGap };
}

/**
 * Parses the block that begins at a line; null for blank lines and definitions. Consumes at least one line.
 * @param before the block parsed there when the text was shorter: its items and rows are kept
 */
export function readBlock(lines: readonly string[], at: number, depth: number, before?: Block): Found {
  const line = lines[at] ?? '';
  if (isBlank(line)) return { block: null, end: at + 1 };
  if (isCode(line)) return readIndented(lines, at);
  const opened = fence.exec(line);
  if (opened !== null) return readFenced(lines, at, opened);
  const title = heading.exec(line);
  if (title !== null) return { block: headingOf(title), end: at + 1 };
  if (rule.test(line)) return { block: { kind: 'rule' }, end: at + 1 };
  if (depth < deepest && quote.test(line)) return readQuote(lines, at, depth);
  if (depth < deepest && bullet.test(line)) return readList(lines, at, depth, before);
  if (html.test(line)) return readHtml(lines, at);
  if (isTable(lines, at)) return readTable(lines, at, before);
  if (readDefinition(line) !== undefined) return { block: null, end: at + 1 };
  return readParagraph(lines, at);
}

function headingOf([, marks = '#', text = '']: RegExpExecArray): Block {
  const source = text
    .trim()
    .replace(/(?:^|[ \t])#+$/, '')
    .trimEnd();
  return { kind: 'heading', level: marks.length, source };
}

function interrupts(line: string): boolean {
  if (isBlank(line) || fence.test(line) || heading.test(line) || rule.test(line) || quote.test(line)) return true;
  const item = bullet.exec(line);
  // A number in the middle of a paragraph begins a list only where it is 1, and no empty item does.
  return item !== null && (item[3] === undefined || item[3] === '1') && !isBlank(line.slice(item[0].length));
}

function readIndented(lines: readonly string[], at: number): Found {
  let end = at;
  for (let i = at; i < lines.length && (isCode(lines[i] ?? '') || isBlank(lines[i] ?? '')); i++) if (!isBlank(lines[i] ?? '')) end = i + 1;
  const text = lines.slice(at, end).map((line) => line.replace(/^(?: {4}| {0,3}\t)/, ''));
  return { block: { kind: 'code', language: '', text: text.join('\n') }, end };
}

function readFenced(lines: readonly string[], at: number, opened: RegExpExecArray): Found {
  const [, indent = '', marks = '```', info = ''] = opened;
  const closing = new RegExp(`^ {0,3}${marks.charAt(0)}{${marks.length},}[ \\t]*$`);
  let end = at + 1;
  while (end < lines.length && !closing.test(lines[end] ?? '')) end++;
  const written = lines.slice(at + 1, end);
  const dedent = new RegExp(`^ {0,${indent.length}}`);
  const inner = indent === '' ? written : written.map((line) => line.replace(dedent, ''));
  const language = /^[^\s{]*/.exec(info)?.[0] ?? '';
  return { block: { kind: 'code', language, text: inner.join('\n') }, end: Math.min(lines.length, end + 1) };
}

function readQuote(lines: readonly string[], at: number, depth: number): Found {
  const inner: string[] = [];
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (quote.test(line)) inner.push(line.replace(quote, ''));
    // A paragraph goes on without the mark.
    else if (!interrupts(line) && isProse(inner.at(-1) ?? '')) inner.push(line.trimStart());
    else break;
  }
  return { block: { kind: 'quote', blocks: blocksOf(inner, depth + 1) }, end };
}

const isProse = (line: string): boolean => !isBlank(line) && !isCode(line) && !fence.test(line) && !heading.test(line) && !rule.test(line);

function readList(lines: readonly string[], at: number, depth: number, before?: Block): Found {
  const first = bullet.exec(lines[at] ?? '');
  const sign = (first?.[2] ?? '-').at(-1);
  const known = before?.kind === 'list' ? (itemMarks.get(before) ?? []).slice(0, -unsure + 1) : [];
  const from = known.at(-1);
  const items: ListItem[] = before?.kind === 'list' && from !== undefined ? before.items.slice(0, known.length - 1) : [];
  const marks: ItemMark[] = known.slice(0, -1);
  let isLoose = from?.isLoose ?? false;
  let end = at + (from?.line ?? 0);
  while (end < lines.length) {
    const mark = bullet.exec(lines[end] ?? '');
    if (mark === null || mark[2]?.at(-1) !== sign || rule.test(lines[end] ?? '')) break;
    const item = readItem(lines, end, mark);
    marks.push({ line: end - at, isLoose });
    const { checked, blocks, hasGap } = itemOf(item.lines, depth);
    if (hasGap || (items.length > 0 && isBlank(lines[end - 1] ?? ''))) isLoose = true;
    items.push({ checked, blocks });
    end = item.end;
    const next = skipBlank(lines, end);
    if (next < lines.length && bullet.test(lines[next] ?? '')) end = next;
  }
  const start = first?.[3] === undefined ? null : Number(first[3]);
  const block: Block = { kind: 'list', start, tight: !isLoose, items };
  itemMarks.set(block, marks);
  return { block, end };
}

/** The lines of one item, without the indentation of its content. */
function readItem(
  lines: readonly string[],
  at: number,
  mark: RegExpExecArray,
): { readonly lines: readonly string[]; readonly end: number } {
  const [whole, indent = '', sign = '-', , gap = ' '] = mark;
  const width = indent.length + sign.length + gap.length;
  const dedent = new RegExp(`^(?:\\t| {1,${width}})`);
  const inner = [(lines[at] ?? '').slice(Math.min(whole.length + (whole.endsWith(' ') ? 0 : 1), (lines[at] ?? '').length))];
  let end = at + 1;
  let inFence = fence.test(inner[0] ?? '');
  for (let i = end; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (isBlank(line)) {
      inner.push('');
      continue;
    }
    const isInside = line.search(/[^ ]/) >= width || line.startsWith('\t');
    const wasBlank = isBlank(lines[i - 1] ?? '');
    if (!isInside && (wasBlank || inFence || interrupts(line) || bullet.test(line))) break;
    const text = isInside ? line.replace(dedent, '') : line.trimStart();
    if (fence.test(text)) inFence = !inFence;
    inner.push(text);
    end = i + 1;
  }
  return { lines: inner.slice(0, end - at), end };
}

function itemOf(lines: readonly string[], depth: number): ListItem & { readonly hasGap: boolean } {
  const checked = task.exec(lines[0] ?? '');
  if (checked === null) return { checked: null, ...readBlocks(lines, depth + 1) };
  const rest = [(lines[0] ?? '').slice(checked[0].length), ...lines.slice(1)];
  return { checked: checked[1] !== ' ', ...readBlocks(rest, depth + 1) };
}

function skipBlank(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at] ?? '')) at++;
  return at;
}

function readHtml(lines: readonly string[], at: number): Found {
  let end = at + 1;
  if (/^ {0,3}<!--/.test(lines[at] ?? '')) {
    // A comment goes to its end, over blank lines too.
    end = at;
    while (end < lines.length && !(lines[end] ?? '').includes('-->')) end++;
    end = Math.min(lines.length, end + 1);
  } else while (end < lines.length && !isBlank(lines[end] ?? '')) end++;
  return { block: { kind: 'html', text: lines.slice(at, end).join('\n') }, end };
}

function isTable(lines: readonly string[], at: number): boolean {
  const [head = '', row = ''] = [lines[at], lines[at + 1]];
  return head.includes('|') && delimiterRow.test(row) && cellsOf(head).length === cellsOf(row).length;
}

function readTable(lines: readonly string[], at: number, before?: Block): Found {
  const head = cellsOf(lines[at] ?? '');
  const align = cellsOf(lines[at + 1] ?? '').map((cell): Align => {
    const [left, right] = [cell.startsWith(':'), cell.endsWith(':')];
    return left && right ? 'center' : right ? 'right' : left ? 'left' : null;
  });
  const rows = before?.kind === 'table' ? before.rows.slice(0, -unsure) : [];
  let end = at + 2 + rows.length;
  for (; end < lines.length && !interrupts(lines[end] ?? ''); end++) {
    const cells = cellsOf(lines[end] ?? '');
    rows.push(head.map((_, i) => cells[i] ?? ''));
  }
  return { block: { kind: 'table', align, head, rows }, end };
}

/** Cells between `|`; `\|` is part of a cell's text. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '');
  const cells: string[] = [];
  let from = 0;
  for (let at = 0; at < inner.length; at++) {
    if (inner.charAt(at) === '\\') at++;
    else if (inner.charAt(at) === '|') {
      cells.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  if (inner.slice(from).trim() !== '') cells.push(inner.slice(from));
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readParagraph(lines: readonly string[], at: number): Found {
  let end = at + 1;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const under = underline.exec(line);
    if (under !== null) {
      const source = textOf(lines.slice(at, end));
      return { block: { kind: 'heading', level: under[1]?.startsWith('=') === true ? 1 : 2, source }, end: end + 1 };
    }
    if (interrupts(line) || isTable(lines, end)) break;
  }
  return { block: { kind: 'paragraph', source: textOf(lines.slice(at, end)) }, end };
}

/** Lines of prose without indentation. Two spaces at the end of a line stay, because they are a line break. */
function textOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimStart())
    .join('\n')
    .trimEnd();
}
