import type { Range } from '../../base/text.ts';
import { match, readName, readPath, readQuoted, readWord, skipBlanks, type Segment } from './path.ts';

export interface Filter {
  readonly name: string;
  /** The text of `default "text"`. */
  readonly argument: string | undefined;
  readonly range: Range;
}

/** What stands between the braces. */
export type Expression =
  /**
   * `{{name.a[0]["k"]}}`, `{{$env.NAME}}`; the first segment is the name. `dotted` is `a.b.0` as it is written, where the
   * path has several names and dots only: a variable may have that whole text for its name.
   */
  | { readonly kind: 'path'; readonly segments: readonly Segment[]; readonly dotted: string | undefined }
  /** `{{$randomInt 1 100}}`: the name with its `$`, and the words after it. */
  | { readonly kind: 'dynamic'; readonly name: string; readonly nameRange: Range; readonly args: readonly string[] }
  /** `{{?label}}`. */
  | { readonly kind: 'prompt'; readonly label: string };

/** For `a{{b.c | json}}`: range covers the braces, `text` is as written. */
export interface Placeholder {
  readonly kind: 'placeholder';
  readonly range: Range;
  readonly text: string;
  readonly expression: Expression;
  /** What stands between braces and filters. */
  readonly expressionRange: Range;
  readonly filters: readonly Filter[];
}

export interface TextPart {
  readonly kind: 'text';
  /** As written. */
  readonly range: Range;
  /** As meant: an escape's backslash is gone. */
  readonly text: string;
}

/** Any text with placeholders in it. The parts' ranges tile it. */
export interface Template {
  readonly parts: readonly (TextPart | Placeholder)[];
  /** Braces that look like a placeholder and are none: text, told to the user. */
  readonly notPlaceholders: readonly Range[];
}

const dynamicArguments = /[^{}|\r\n]*/y;
const promptLabel = /[^{}|\r\n]+/y;
const wholeEscape = /\\\{\\\{([^{}\\\r\n]*)\\\}\\\}/y;

/** Reads placeholders in a slice of a file. Never fails, linear in the length; ranges are offsets in `source`. */
export function parseTemplate(source: string, start = 0, end = source.length): Template {
  const parts: (TextPart | Placeholder)[] = [];
  const notPlaceholders: Range[] = [];
  let textStart = start;
  let textPieces: string[] = [];
  let pieceStart = start;
  let at = start;

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
      notPlaceholders.push({ start: open, end: closeOf(runEnd) });
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
    const found = source.indexOf('{', from);
    return found < 0 || found >= end - 1 ? -1 : found;
  }

  function backslashesBefore(offset: number): number {
    let i = offset;
    while (i > pieceStart && source.charCodeAt(i - 1) === 92) i--;
    return offset - i;
  }

  function closeOf(from: number): number {
    let i = from;
    while (i < end) {
      const c = source.charCodeAt(i);
      if (c === 10 || c === 13 || c === 123) return i;
      if (c === 125 && source.charCodeAt(i + 1) === 125 && i + 1 < end) return i + 2;
      i++;
    }
    return end;
  }

  function flush(to: number): void {
    if (to > textStart) {
      const last = source.slice(pieceStart, to);
      const text = textPieces.length === 0 ? last : textPieces.join('') + last;
      parts.push({ kind: 'text', range: { start: textStart, end: to }, text });
    }
    textPieces = [];
  }
}

function readPlaceholder(source: string, open: number, end: number): Placeholder | undefined {
  let at = open + 2;
  skipSpaces();
  const expressionStart = at;
  const expression = readExpression();
  if (expression === undefined) return undefined;
  const expressionEnd = trimmedEnd(expressionStart, at);
  skipSpaces();
  const filters: Filter[] = [];
  while (source[at] === '|') {
    at++;
    skipSpaces();
    const filter = readFilter();
    if (filter === undefined) return undefined;
    filters.push(filter);
    skipSpaces();
  }
  if (!source.startsWith('}}', at) || at + 2 > end) return undefined;
  const range = { start: open, end: at + 2 };
  return {
    kind: 'placeholder',
    range,
    text: source.slice(range.start, range.end),
    expression,
    expressionRange: { start: expressionStart, end: expressionEnd },
    filters,
  };

  function skipSpaces(): void {
    at = skipBlanks(source, at);
  }

  function trimmedEnd(from: number, to: number): number {
    let e = to;
    while (e > from && (source[e - 1] === ' ' || source[e - 1] === '\t')) e--;
    return e;
  }

  function readExpression(): Expression | undefined {
    if (source[at] === '?') {
      at++;
      const label = match(promptLabel, source, at);
      if (label === undefined || label.trim() === '') return undefined;
      at += label.length;
      return { kind: 'prompt', label: label.trim() };
    }
    const name = readName(source, at);
    if (name === undefined) return undefined;
    const next = source[at + name.length];
    if (name.startsWith('$') && next !== '.' && next !== '[') {
      const nameRange = { start: at, end: at + name.length };
      const args = match(dynamicArguments, source, nameRange.end) ?? '';
      if (args !== '' && !/^[ \t]/.test(args)) return undefined;
      at = nameRange.end + args.length;
      return { kind: 'dynamic', name, nameRange, args: args.trim() === '' ? [] : args.trim().split(/[ \t]+/) };
    }
    const path = readPath(source, at, end);
    if (path === undefined) return undefined;
    at = path.end;
    return { kind: 'path', segments: path.segments, dotted: path.dotted };
  }

  function readFilter(): Filter | undefined {
    const start = at;
    const name = readWord(source, at);
    if (name === undefined) return undefined;
    at += name.length;
    const argumentStart = skipBlanks(source, at);
    const quote = source[argumentStart];
    if (quote !== '"' && quote !== "'") return { name, argument: undefined, range: { start, end: at } };
    const argument = readQuoted(source, argumentStart, end);
    if (argument === undefined) return undefined;
    at = argument.end;
    return { name, argument: argument.text, range: { start, end: at } };
  }
}

/** The same template with its ranges moved, for a slice that was cut out of a longer text. */
export function moveTemplate(template: Template, by: number): Template {
  const move = (r: Range): Range => ({ start: r.start + by, end: r.end + by });
  const moved = <T extends { readonly range: Range }>(x: T): T => ({ ...x, range: move(x.range) });
  const ofExpression = (e: Expression): Expression => {
    switch (e.kind) {
      case 'path':
        return { ...e, segments: e.segments.map(moved) };
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
