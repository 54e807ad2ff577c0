import { lineEndsBody, literalTemplate } from '../../language/index.ts';
import { piecesOf, type Piece } from './marks.ts';

const rawName = 'importedText';

/** Assigns names to lists of raw texts. Definitions are looked up by name, so each list needs its own. */
export class RawNames {
  readonly #occurs: (name: string) => boolean;
  /** Cached result of whether any such name occurs in the source. */
  #mayOccur: boolean | undefined;
  #count = 0;

  /** @param occurs whether a text occurs in the source, where it may be a variable's name */
  constructor(occurs: (name: string) => boolean) {
    this.#occurs = occurs;
  }

  next(): string {
    for (;;) {
      const name = `${rawName}${++this.#count === 1 ? '' : this.#count}`;
      this.#mayOccur ??= this.#occurs(rawName);
      if (!this.#mayOccur || !this.#occurs(name)) return name;
    }
  }
}

/** Texts that a `.req` file cannot contain literally. Each becomes a placeholder of a list variable. */
export class RawTexts {
  readonly #names: RawNames | string;
  /** Placeholders by text, and lists by name. */
  readonly #placeholders = new Map<string, string>();
  readonly #lists = new Map<string, string[]>();
  #shared: string | undefined;

  /** @param names name of the variable, or the source of names */
  constructor(names: RawNames | string) {
    this.#names = names;
  }

  /** Returns a placeholder for a text, which may contain marks. */
  readonly placeholder = (text: string): string => {
    let found = this.#placeholders.get(text);
    if (found === undefined) {
      const name = this.#listFor(text);
      const list = this.#lists.get(name) ?? [];
      this.#lists.set(name, list);
      this.#placeholders.set(text, (found = `{{${name}[${list.push(text) - 1}]}}`));
    }
    return found;
  };

  /**
   * Texts that use variables get a separate list each, because their variables may use another text, and a list must not depend on itself.
   */
  #listFor(text: string): string {
    if (typeof this.#names === 'string') return this.#names;
    if (piecesOf(text).some((p) => p.kind === 'placeholder')) return this.#names.next();
    return (this.#shared ??= this.#names.next());
  }

  definitions(): readonly string[] {
    // Escape braces that would start a template, except for shell variables.
    const item = (text: string): string =>
      piecesOf(text)
        .map((p) => (p.kind === 'text' ? JSON.stringify(p.text).slice(1, -1).replaceAll('{', '\\u007b') : placeholder(p)))
        .join('');
    return Array.from(this.#lists, ([name, texts]) => `@${name} = [${texts.map((text) => `"${item(text)}"`).join(', ')}]`);
  }
}

const placeholder = ({ kind, text, mark }: Piece): string =>
  kind === 'credential' ? mark : kind === 'placeholder' ? `{{${text}}}` : `{{$env.${text}}}`;

/** Converts a marked text to a template. Shell variables become `{{$env.NAME}}`. */
export function asTemplate(text: string, raw: RawTexts): string {
  const pieces = piecesOf(text);
  return pieces
    .map((piece, i) => {
      if (piece.kind !== 'text') return placeholder(piece);
      return literalTemplate(piece.text, raw.placeholder, pieces[i + 1] !== undefined);
    })
    .join('');
}

/** Whether a line would end the body or read a file. */
const isSpecial = (line: string): boolean => /^(?:###|<@?[ \t])/.test(line) || lineEndsBody(line);

/**
 * Converts a text to body lines. Parts that would change become placeholders; line breaks of the file are written as `\n`, others as
 * placeholders.
 * @param last whether the text is the end of the body, where trailing white space is not sent
 */
export function asBody(text: string, eol: '\n' | '\r\n', raw: RawTexts, last: boolean): string {
  const out: string[] = [];
  // The end of the content without trailing blank lines; a body of only white space is kept whole.
  const end = last ? contentEnd(text) : text.length;
  let at = 0;
  while (at <= end) {
    const lineEnd = nextBreak(text, at, end);
    let from = at;
    if (isSpecial(text.slice(at, lineEnd))) {
      out.push(raw.placeholder(text.charAt(at)));
      from++;
    }
    out.push(template(text.slice(from, lineEnd), lineEnd));
    if (lineEnd >= end) break;
    const found = text.startsWith('\r\n', lineEnd) ? '\r\n' : text.charAt(lineEnd);
    if (found === eol) out.push('\n');
    else if (found === '\r\n') out.push(raw.placeholder('\r'), '\n');
    else out.push(raw.placeholder(found));
    at = lineEnd + found.length;
  }
  if (end < text.length) out.push(raw.placeholder(text.slice(end)));
  return out.join('');

  function template(line: string, lineEnd: number): string {
    const follows = lineEnd < end ? !text.startsWith(eol, lineEnd) : end < text.length;
    const pieces = piecesOf(line);
    return pieces
      .map((piece, i) =>
        piece.kind === 'text' ? literalTemplate(piece.text, raw.placeholder, follows || i + 1 < pieces.length) : placeholder(piece),
      )
      .join('');
  }
}

function nextBreak(text: string, from: number, end: number): number {
  for (let i = from; i < end; i++) if (text[i] === '\n' || text[i] === '\r') return i;
  return end;
}

/** Offset of the trailing blank lines. White space on the last line with content is sent. */
function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] as string)) end--;
  if (end === 0) return 0;
  let line = end;
  while (text[line] === ' ' || text[line] === '\t') line++;
  return line;
}
