import { literalTemplate } from '../../language/index.ts';
import { piecesOf, type Piece } from './marks.ts';

const rawName = 'importedText';

/** Names of such variables. Definitions are looked up by name from wherever they are used, so each list has a name of its own. */
export class RawNames {
  readonly #occurs: (name: string) => boolean;
  /** Whether any such name occurs: a large source is not searched for each. */
  #mayOccur: boolean | undefined;
  #count = 0;

  /** @param occurs whether a text occurs anywhere in the source, where it may name a variable */
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

/** Texts that only a variable can hold, as what cannot stand in a `.req` file as it is; a placeholder stands for each. */
export class RawTexts {
  readonly #names: RawNames | string;
  /** The placeholder of each text, and the lists by name. */
  readonly #placeholders = new Map<string, string>();
  readonly #lists = new Map<string, string[]>();
  #shared: string | undefined;

  /** @param names the variable's name, or where names are taken from when they are needed */
  constructor(names: RawNames | string) {
    this.#names = names;
  }

  /** A placeholder for a text, which may hold marks. */
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

  /** Texts that name variables have a list each: such a variable may need another one of them, and no list may need itself. */
  #listFor(text: string): string {
    if (typeof this.#names === 'string') return this.#names;
    if (piecesOf(text).some((p) => p.kind === 'placeholder')) return this.#names.next();
    return (this.#shared ??= this.#names.next());
  }

  /** The lines that define them. */
  definitions(): readonly string[] {
    // Braces are written so that no template begins in them; a shell variable is one.
    const item = (text: string): string =>
      piecesOf(text)
        .map((p) => (p.kind === 'text' ? JSON.stringify(p.text).slice(1, -1).replaceAll('{', '\\u007b') : placeholder(p)))
        .join('');
    return Array.from(this.#lists, ([name, texts]) => `@${name} = [${texts.map((text) => `"${item(text)}"`).join(', ')}]`);
  }
}

const placeholder = ({ kind, text, mark }: Piece): string =>
  kind === 'credential' ? mark : kind === 'placeholder' ? `{{${text}}}` : `{{$env.${text}}}`;

/** A marked text as a template that gives it: shell variables become `{{$env.NAME}}`. */
export function asTemplate(text: string, raw: RawTexts): string {
  const pieces = piecesOf(text);
  return pieces
    .map((piece, i) => {
      if (piece.kind !== 'text') return placeholder(piece);
      return literalTemplate(piece.text, raw.placeholder, pieces[i + 1] !== undefined);
    })
    .join('');
}

// A line that would end the body, or read a file.
const special = /^(?:###|\?\?(?!\?)|<@?[ \t]|<>[ \t]|>[ \t]*\{%|>[ \t]*\S+\.[cm]?js[ \t]*$)/;

/**
 * A text as lines of a body: what would not come out as it is stands in a variable. Line breaks that the file has are
 * written as `\n`, any other in a variable.
 * @param last whether the body ends with it: white space there would not be sent
 */
export function asBody(text: string, eol: '\n' | '\r\n', raw: RawTexts, last: boolean): string {
  const out: string[] = [];
  // The white space after the last line that holds something; a body of white space only is all of it.
  const end = last ? contentEnd(text) : text.length;
  let at = 0;
  while (at <= end) {
    const lineEnd = nextBreak(text, at, end);
    let from = at;
    if (special.test(text.slice(at, lineEnd))) {
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

/** Where a body's text ends when its last lines are blank: white space on the last line that holds something is sent. */
function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] as string)) end--;
  if (end === 0) return 0;
  let line = end;
  while (text[line] === ' ' || text[line] === '\t') line++;
  return line;
}
