import type { Range } from '../../base/text/text.ts';
import { trimmedEnd } from './lines.ts';
import { match, readName, readPath, readQuoted, readWord, skipBlanks, type Segment } from './path.ts';

export interface Filter {
  readonly name: string;
  /** The text of `default "text"`. */
  readonly argument: string | undefined;
  readonly range: Range;
}

export type Expression =
  /**
   * `{{name.a[0]["k"]}}`, `{{$env.NAME}}`; the first segment is the name. For `dotted` see `Path`.
   */
  | { readonly kind: 'path'; readonly segments: readonly Segment[]; readonly dotted: string | undefined }
  /** `{{$randomInt 1 100}}`: the name with its `$`, and the words after it. Also `{{$auth.token("id")}}`, `{{$random.integer(1, 5)}}`. */
  | { readonly kind: 'dynamic'; readonly name: string; readonly nameRange: Range; readonly args: readonly string[] }
  /** `{{?label}}`. */
  | { readonly kind: 'prompt'; readonly label: string };

/** For example `{{b.c | json}}`. `range` and `text` include the braces. */
export interface Placeholder {
  readonly kind: 'placeholder';
  readonly range: Range;
  readonly text: string;
  readonly expression: Expression;
  /** The range of the expression without braces, filters and white space. */
  readonly expressionRange: Range;
  readonly filters: readonly Filter[];
}

export interface TextPart {
  readonly kind: 'text';
  /** The range in the source, with escapes. */
  readonly range: Range;
  /** The text without the backslashes of escapes. */
  readonly text: string;
}

/** A text with placeholders. The ranges of the parts cover it without gaps or overlaps. */
export interface Template {
  readonly parts: readonly (TextPart | Placeholder)[];
  /** Double braces that are not a valid placeholder. They are sent as text and reported. */
  readonly notPlaceholders: readonly Range[];
}

const dynamicArguments = /[^{}|\r\n]*/y;
/** `$…`, or a part of a message selected in another language than a path. */
const foreign = /(?:\$|[\p{L}_][\p{L}\p{N}_$-]*\.(?:request|response)\.(?:body|headers)\b)[^{}|\r\n]*/uy;
const callName = /\$auth\.[A-Za-z]+\(/y;
/** `$random.email`, `$random.integer(1, 5)`. */
const randomCall = /(\$random(?:\.[A-Za-z]+)+)(?![\w.[$-])(?:\(([^(){}|\r\n]*)\))?/uy;
const promptLabel = /[^{}|\r\n]+/y;
const wholeEscape = /\\\{\\\{([^{}\\\r\n]*)\\\}\\\}/y;

/** Parses a slice of a file as a template in linear time. Never throws. Ranges are offsets in `source`. */
export function parseTemplate(source: string, start = 0, end = source.length): Template {
  const parts: (TextPart | Placeholder)[] = [];
  const notPlaceholders: Range[] = [];
  let textStart = start;
  let textPieces: string[] = [];
  let pieceStart = start;
  let at = start;
  // Without this slice, `indexOf` would search past `end` to the next brace in the file.
  const upTo = end === source.length ? source : source.slice(0, end);

  for (;;) {
    const brace = nextBrace(at);
    if (brace < 0) break;
    // `\{\{name\}\}`: every brace escaped.
    if (source.charCodeAt(brace - 1) === 92 && brace - 1 >= pieceStart && source.charCodeAt(brace + 1) === 92) {
      wholeEscape.lastIndex = brace - 1;
      const escaped = wholeEscape.exec(source);
      if (escaped !== null && brace - 1 + escaped[0].length <= end) {
        textPieces.push(source.slice(pieceStart, brace - 1), `{{${escaped[1] ?? ''}}}`);
        at = pieceStart = brace - 1 + escaped[0].length;
      } else at = brace + 1;
      continue;
    }
    if (source.charCodeAt(brace + 1) !== 123) {
      at = brace + 1;
      continue;
    }
    let runEnd = brace + 2;
    while (runEnd < end && source.charCodeAt(runEnd) === 123) runEnd++;
    if (backslashesBefore(brace) % 2 === 1) {
      textPieces.push(source.slice(pieceStart, brace - 1));
      pieceStart = brace;
      at = runEnd;
      continue;
    }
    const open = runEnd - 2;
    const placeholder = readPlaceholder(source, open, end);
    if (placeholder === undefined) {
      notPlaceholders.push({ start: open, end: closeOf(source, runEnd, end) });
      at = runEnd;
      continue;
    }
    flush(open);
    parts.push(placeholder);
    at = textStart = pieceStart = placeholder.range.end;
  }
  flush(end);
  return { parts, notPlaceholders };

  function nextBrace(from: number): number {
    const found = upTo.indexOf('{', from);
    return found < 0 || found >= end - 1 ? -1 : found;
  }

  function backslashesBefore(offset: number): number {
    let i = offset;
    while (i > pieceStart && source.charCodeAt(i - 1) === 92) i--;
    return offset - i;
  }

  function flush(to: number): void {
    if (to <= textStart) return;
    let text = source.slice(pieceStart, to);
    if (textPieces.length > 0) {
      text = textPieces.join('') + text;
      textPieces = [];
    }
    parts.push({ kind: 'text', range: { start: textStart, end: to }, text });
  }
}

/** The end of braces that are not a placeholder: after `}}`, at the next `{`, or at the end of the line. */
function closeOf(source: string, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const c = source.charCodeAt(i);
    if (c === 10 || c === 13 || c === 123) return i;
    if (c === 125 && source.charCodeAt(i + 1) === 125 && i + 1 < end) return i + 2;
  }
  return end;
}

const noFilters: readonly never[] = [];

function readPlaceholder(source: string, open: number, end: number): Placeholder | undefined {
  const start = skipBlanks(source, open + 2);
  const known = readExpression(source, start, end);
  return (known && readEnd(source, open, start, known, end)) ?? readForeign(source, open, start, end);
}

/** Reads a placeholder of another client, such as `{{$what(5)}}` or `{{x.response.body.*}}`, as a dynamic value of that name. */
function readForeign(source: string, open: number, start: number, end: number): Placeholder | undefined {
  const written = match(foreign, source, start)?.trimEnd();
  if (written === undefined) return undefined;
  const expression = { kind: 'dynamic', name: written, nameRange: { start, end: start + written.length }, args: [] } as const;
  return readEnd(source, open, start, { expression, end: start + written.length }, end);
}

/** Reads the filters after an expression and the closing braces. */
function readEnd(source: string, open: number, start: number, read: Read, end: number): Placeholder | undefined {
  let at = skipBlanks(source, read.end);
  let filters: Filter[] | undefined;
  while (source.charCodeAt(at) === 124) {
    const filter = readFilter(source, skipBlanks(source, at + 1), end);
    if (filter === undefined) return undefined;
    (filters ??= []).push(filter);
    at = skipBlanks(source, filter.range.end);
  }
  if (source.charCodeAt(at) !== 125 || source.charCodeAt(at + 1) !== 125 || at + 2 > end) return undefined;
  return {
    kind: 'placeholder',
    range: { start: open, end: at + 2 },
    text: source.slice(open, at + 2),
    expression: read.expression,
    expressionRange: { start, end: trimmedEnd(source, start, read.end) },
    filters: filters ?? noFilters,
  };
}

interface Read {
  readonly expression: Expression;
  /** Includes white space after the words of a dynamic value or a prompt. */
  readonly end: number;
}

function readExpression(source: string, start: number, end: number): Read | undefined {
  const c = source.charCodeAt(start);
  if (c === 63) {
    const label = match(promptLabel, source, start + 1);
    if (label === undefined || label.trim() === '') return undefined;
    return { expression: { kind: 'prompt', label: label.trim() }, end: start + 1 + label.length };
  }
  if (c === 36) {
    const dynamic = readDynamic(source, start, end);
    if (dynamic !== 'a path') return dynamic;
  }
  const path = readPath(source, start, end);
  return path && { expression: { kind: 'path', segments: path.segments, dotted: path.dotted }, end: path.end };
}

/** Reads `$randomInt 1 100`. Returns `'a path'` for names such as `$env.NAME`. */
function readDynamic(source: string, start: number, end: number): Read | 'a path' | undefined {
  const name = readName(source, start);
  if (name === undefined) return undefined;
  const nameRange = { start, end: start + name.length };
  const next = source.charCodeAt(nameRange.end);
  if (next === 46 && name === '$random') return readRandom(source, start, end) ?? 'a path';
  if (next === 46 && name === '$auth') return readCall(source, start, end) ?? 'a path';
  if (next === 46 || next === 91) return 'a path';
  const args = match(dynamicArguments, source, nameRange.end) ?? '';
  if (args !== '' && !/^[ \t]/.test(args)) return undefined;
  const words = args.trim();
  const expression = { kind: 'dynamic', name, nameRange, args: words === '' ? [] : words.split(/[ \t]+/) } as const;
  return { expression, end: nameRange.end + args.length };
}

/** Reads `$random.integer(1, 5)`. */
function readRandom(source: string, start: number, end: number): Read | undefined {
  randomCall.lastIndex = start;
  const m = randomCall.exec(source);
  if (m === null || start + m[0].length > end) return undefined;
  const [whole, name = '', inner = ''] = m;
  const args = inner.trim() === '' ? [] : inner.split(',').map((argument) => argument.trim());
  const nameRange = { start, end: start + name.length };
  return { expression: { kind: 'dynamic', name, nameRange, args }, end: start + whole.length };
}

/** Reads `$auth.token("id")`. */
function readCall(source: string, start: number, end: number): Read | undefined {
  const name = match(callName, source, start);
  if (name === undefined) return undefined;
  const nameRange = { start, end: start + name.length - 1 };
  const argument = readQuoted(source, skipBlanks(source, nameRange.end + 1), end);
  const close = argument === undefined ? undefined : skipBlanks(source, argument.end);
  if (argument === undefined || close === undefined || source.charCodeAt(close) !== 41) return undefined;
  return { expression: { kind: 'dynamic', name: name.slice(0, -1), nameRange, args: [argument.text] }, end: close + 1 };
}

function readFilter(source: string, start: number, end: number): Filter | undefined {
  const name = readWord(source, start);
  if (name === undefined) return undefined;
  const nameEnd = start + name.length;
  const argumentStart = skipBlanks(source, nameEnd);
  const quote = source.charCodeAt(argumentStart);
  if (quote !== 34 && quote !== 39) return { name, argument: undefined, range: { start, end: nameEnd } };
  const argument = readQuoted(source, argumentStart, end);
  return argument && { name, argument: argument.text, range: { start, end: argument.end } };
}

/** Returns the template with all ranges moved by `by`, for a slice of a longer text. */
export function moveTemplate(template: Template, by: number): Template {
  const move = (r: Range): Range => ({ start: r.start + by, end: r.end + by });
  const moved = <T extends { readonly range: Range }>(x: T): T => ({ ...x, range: move(x.range) });
  const ofExpression = (e: Expression): Expression => {
    switch (e.kind) {
      case 'path':
        return { ...e, segments: e.segments.map((s) => ({ ...s, ...move(s) })) };
      case 'dynamic':
        return { ...e, nameRange: move(e.nameRange) };
      case 'prompt':
        return e;
    }
  };
  const parts = template.parts.map((part): TextPart | Placeholder => {
    if (part.kind === 'text') return moved(part);
    const { expression, expressionRange, filters } = part;
    return { ...moved(part), expression: ofExpression(expression), expressionRange: move(expressionRange), filters: filters.map(moved) };
  });
  return { parts, notPlaceholders: template.notPlaceholders.map(move) };
}
