import type { Range } from '../../base/text.ts';

/** One step into a value: `.name` or `[0]` or `["key"]`. */
export interface Segment {
  readonly key: string | number;
  /** The name, the digits, or the quoted text with its quotes. */
  readonly range: Range;
}

export interface Filter {
  readonly name: string;
  /** The text of `default "text"`. */
  readonly argument: string | undefined;
  readonly range: Range;
}

/** What stands between the braces. */
export type Expression =
  /**
   * `{{name.a[0]["k"]}}`, `{{$env.NAME}}`; the first segment is the name. `dotted` is `a.b.0` as it is written where the
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

const wordStart = /[\p{L}_$-]/u;
const word = /[\p{L}\p{M}\p{N}_$-]+/uy;
const spaces = /[ \t]*/y;
const dynamicArguments = /[^{}|\r\n]*/y;
const promptLabel = /[^{}|\r\n]+/y;
const integer = /-?\d+/y;
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

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
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
    at += match(spaces, source, at)?.length ?? 0;
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
    const nameStart = at;
    if (!wordStart.test(String.fromCodePoint(source.codePointAt(at) ?? 0))) return undefined;
    const name = match(word, source, at);
    if (name === undefined) return undefined;
    at += name.length;
    const nameRange = { start: nameStart, end: at };
    if (name.startsWith('$')) {
      const next = source[at];
      if (next !== '.' && next !== '[') {
        const args = match(dynamicArguments, source, at) ?? '';
        if (args !== '' && !/^[ \t]/.test(args)) return undefined;
        at += args.length;
        return { kind: 'dynamic', name, nameRange, args: args.trim() === '' ? [] : args.trim().split(/[ \t]+/) };
      }
    }
    const segments: Segment[] = [{ key: name, range: nameRange }];
    let onlyDots = true;
    for (;;) {
      if (source[at] === '.') {
        const key = match(word, source, at + 1);
        if (key === undefined) return undefined;
        segments.push({ key: /^(?:0|[1-9]\d{0,14})$/.test(key) ? Number(key) : key, range: { start: at + 1, end: at + 1 + key.length } });
        at += 1 + key.length;
      } else if (source[at] === '[') {
        onlyDots = false;
        at++;
        skipSpaces();
        const segment = readIndex();
        if (segment === undefined) return undefined;
        skipSpaces();
        if (source[at] !== ']') return undefined;
        at++;
        segments.push(segment);
      } else return { kind: 'path', segments, dotted: onlyDots && segments.length > 1 ? source.slice(nameStart, at) : undefined };
    }
  }

  function readIndex(): Segment | undefined {
    const start = at;
    const digits = match(integer, source, at);
    if (digits !== undefined) {
      at += digits.length;
      return { key: Number(digits), range: { start, end: at } };
    }
    const key = readQuoted();
    return key === undefined ? undefined : { key, range: { start, end: at } };
  }

  function readQuoted(): string | undefined {
    const token = quotedAt();
    if (token === undefined) return undefined;
    const json = token.startsWith("'") ? `"${token.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"` : token;
    try {
      const text = JSON.parse(json) as string;
      at += token.length;
      return text;
    } catch {
      return undefined;
    }
  }

  /** A quoted text with its quotes. A loop, not a pattern: one that repeats a group exhausts the stack on a long text. */
  function quotedAt(): string | undefined {
    const quote = source.charCodeAt(at);
    if (quote !== 34 && quote !== 39) return undefined;
    for (let i = at + 1; i < end; i++) {
      const escaped = source.charCodeAt(i) === 92;
      const c = source.charCodeAt(escaped ? ++i : i);
      if (c === 10 || c === 13) return undefined;
      if (c === quote && !escaped) return source.slice(at, i + 1);
    }
    return undefined;
  }

  function readFilter(): Filter | undefined {
    const start = at;
    const name = match(word, source, at);
    if (name === undefined) return undefined;
    at += name.length;
    let argument: string | undefined;
    const before = at;
    skipSpaces();
    if (source[at] === '"' || source[at] === "'") {
      argument = readQuoted();
      if (argument === undefined) return undefined;
    } else at = before;
    return { name, argument, range: { start, end: at } };
  }
}

/** The same template with its ranges moved, for a slice that was cut out of a longer text. */
export function moveTemplate(template: Template, by: number): Template {
  const move = (r: Range): Range => ({ start: r.start + by, end: r.end + by });
  const parts: (TextPart | Placeholder)[] = [];
  for (const part of template.parts) {
    if (part.kind === 'text') parts.push({ kind: 'text', text: part.text, range: move(part.range) });
    else parts.push({ ...part, range: move(part.range), expressionRange: move(part.expressionRange) });
  }
  return { parts, notPlaceholders: template.notPlaceholders.map(move) };
}
