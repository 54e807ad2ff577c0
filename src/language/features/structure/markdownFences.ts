/** A ```` ```req ```` block of a Markdown text, which is a request file of its own. Line numbers count from 0. */
export interface MarkdownFence {
  /** The line after the opening fence. */
  readonly firstLine: number;
  /** The line after the last content line. */
  readonly endLine: number;
  /** Without the indentation and quote marks that the opening fence has too. Line breaks are those of the Markdown. */
  readonly content: string;
}

const mayHoldFence = /(?:```|~~~)[ \t]*req/i;
const line = /[^\r\n]*(?:\r\n|\r|\n|$)/g;
/** List marks, the fence and its info string. The info string of a backtick fence has no backticks (CommonMark 0.31 §4.5). */
const opening = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])*[ \t]*)(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*$/;
const saysReq = /^[ \t]*req(?=$|[\s,:{?])/i;

interface Open {
  readonly fence: string;
  readonly quotes: number;
  readonly indent: number;
  readonly firstLine: number;
  /** Undefined for a fence of another language, which is skipped. */
  readonly content: string[] | undefined;
}

/** The `req` fences of a Markdown text in order, also indented, in lists or in quotes. An unclosed fence ends with the text. */
export function markdownFences(text: string): readonly MarkdownFence[] {
  const found: MarkdownFence[] = [];
  if (!mayHoldFence.test(text)) return found;
  let open: Open | undefined;
  let number = 0;
  const close = (endLine: number): void => {
    if (open?.content !== undefined) found.push({ firstLine: open.firstLine, endLine, content: open.content.join('') });
    open = undefined;
  };
  for (const [whole] of text.matchAll(line)) {
    if (whole === '') break;
    const inside = open === undefined ? undefined : unquoted(whole, open.quotes);
    if (open !== undefined && inside !== undefined) {
      const end = closing.exec(withoutBreak(inside))?.[1];
      if (end?.startsWith(open.fence) === true) close(number);
      else open.content?.push(unindented(inside, open.indent));
    } else {
      // A fence in a quote ends with the quote.
      close(number);
      open = opened(withoutBreak(whole), number + 1);
    }
    number++;
  }
  close(number);
  return found;
}

/** A part of a file that is a request file of its own. Its lines are numbered as in the file. */
export interface RequestText {
  readonly text: string;
  /** The first line, counted from 1. Lines above it are empty. */
  readonly firstLine: number;
}

/** Whether the requests of a file are in `req` fences. */
export const isMarkdown = (file: string): boolean => /\.(?:md|markdown)$/i.test(file);

/** Empty lines replace the Markdown above a fence, so that line numbers equal those of the document. */
export const fenceText = ({ firstLine, content }: MarkdownFence): string => '\n'.repeat(firstLine) + content;

/** The request files in a file: the file itself, or the fences of a Markdown file. */
export function requestTexts(file: string, text: string): readonly RequestText[] {
  if (!isMarkdown(file)) return [{ text, firstLine: 1 }];
  return markdownFences(text).map((fence) => ({ text: fenceText(fence), firstLine: fence.firstLine + 1 }));
}

const withoutBreak = (text: string): string => text.replace(/[\r\n]+$/, '');

function opened(text: string, firstLine: number): Open | undefined {
  let quotes = 0;
  let rest = text;
  for (let next = unquoted(rest, 1); next !== undefined; next = unquoted(rest, 1)) {
    rest = next;
    quotes++;
  }
  const [, before, ticks, tickInfo, tildes, tildeInfo] = opening.exec(rest) ?? [];
  const fence = ticks ?? tildes;
  if (before === undefined || fence === undefined) return undefined;
  return { fence, quotes, indent: width(before), firstLine, content: saysReq.test(tickInfo ?? tildeInfo ?? '') ? [] : undefined };
}

/** A line without its first `quotes` quote marks; undefined if it has fewer. */
function unquoted(text: string, quotes: number): string | undefined {
  let at = 0;
  for (let i = 0; i < quotes; i++) {
    while (text[at] === ' ' || text[at] === '\t') at++;
    if (text[at] !== '>') return undefined;
    at++;
    if (text[at] === ' ') at++;
  }
  return text.slice(at);
}

/** Columns of a text. A tab advances to the next multiple of four. */
function width(text: string): number {
  let columns = 0;
  for (const char of text) columns = char === '\t' ? columns + 4 - (columns % 4) : columns + 1;
  return columns;
}

function unindented(text: string, indent: number): string {
  let columns = 0;
  let at = 0;
  for (; columns < indent && (text[at] === ' ' || text[at] === '\t'); at++)
    columns = text[at] === '\t' ? columns + 4 - (columns % 4) : columns + 1;
  return text.slice(at);
}
