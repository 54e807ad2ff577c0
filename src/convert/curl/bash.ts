import { readAnsiString } from './ansiString.ts';
import { PipelineBuilder, type Pipeline } from './pipeline.ts';
import { fileMark, placeholderMark, variableMark, withoutMarks } from '../text/marks.ts';

const variable = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/y;
/** A backslash at the end of a line. White space after it is ignored: it is a common mistake in documentation. */
const continuation = /^\\[ \t]*\n/;
const operator = /&&|\|\||;;|\|&|&>>?|[0-9]?>>?&?[0-9-]?|<<<|<<-?|<|;|\||&|[()]/y;

/**
 * Parses a text as Bash does: quoting (`'…'`, `"…"`, `$'…'`), line continuations, comments, operators, here-documents. Never fails.
 * Substitutions that a shell would run (`$(…)`) become variables with a note.
 */
export function readBash(text: string): readonly Pipeline[] {
  return new BashReader(text).read();
}

class BashReader {
  readonly #text: string;
  readonly #builder = new PipelineBuilder();
  /** Here-documents whose text begins on the next lines. */
  readonly #documents: { readonly end: string; readonly literal: boolean; readonly tabs: boolean; readonly put: (text: string) => void }[] =
    [];
  #at = 0;
  #word: string | undefined;
  /** No part of the word is quoted. */
  #bare = true;
  /** The operator whose target is the next word. */
  #redirection: string | undefined;
  /** A `$(` without an end was found. No other is searched for, which would take quadratic time. */
  #unclosed = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly Pipeline[] {
    while (this.#at < this.#text.length) this.#next(this.#text[this.#at] as string);
    this.#endWord();
    return this.#builder.finish();
  }

  #next(c: string): void {
    if (c === '\n') {
      this.#endWord();
      this.#at++;
      this.#readDocuments();
      this.#builder.next();
    } else if (c === ' ' || c === '\t') {
      this.#endWord();
      this.#at++;
    } else if (c === '#' && this.#word === undefined) {
      const from = this.#at + 1;
      while (this.#at < this.#text.length && this.#text[this.#at] !== '\n') this.#at++;
      this.#builder.comment(this.#text.slice(from, this.#at));
    } else if (c === '\\') {
      const continued = continuation.exec(this.#text.slice(this.#at, this.#at + 40))?.[0];
      if (continued !== undefined) this.#at += continued.length;
      else {
        this.#bare = false;
        this.#add(this.#text[this.#at + 1] ?? '');
        this.#at += 2;
      }
    } else if (c === "'") {
      this.#bare = false;
      const end = this.#closing("'", this.#at + 1);
      this.#add(this.#text.slice(this.#at + 1, end));
      this.#at = end + 1;
    } else if (c === '"') {
      this.#bare = false;
      this.#at++;
      this.#at = this.#double(this.#at);
    } else if (c === '$' || c === '`') this.#at = this.#dollar(this.#at);
    else this.#other(c);
  }

  #other(c: string): void {
    operator.lastIndex = this.#at;
    const found = operator.exec(this.#text)?.[0];
    // A digit belongs to the operator only at the start of a word: `a2>b` is `a2`, then `>`.
    if (found === undefined || (/^[0-9]/.test(found) && this.#word !== undefined)) {
      this.#add(c);
      this.#at++;
    } else {
      this.#endWord();
      this.#at += found.length;
      this.#operate(found);
    }
  }

  #add(more: string): void {
    this.#word = (this.#word ?? '') + more;
  }

  #endWord(): void {
    if (this.#word === undefined) return;
    if (this.#redirection === undefined) this.#builder.word(this.#word, this.#bare);
    else if (this.#redirection === '<<<') this.#builder.stdin(`${this.#word}\n`);
    else if (this.#redirection.startsWith('<<'))
      this.#documents.push({
        end: this.#word,
        literal: !this.#bare,
        tabs: this.#redirection === '<<-',
        put: this.#builder.laterStdin(),
      });
    else if (this.#redirection === '<') this.#builder.stdin(fileMark(this.#word));
    else this.#builder.note(`${this.#redirection} ${this.#word}`);
    this.#redirection = undefined;
    this.#word = undefined;
    this.#bare = true;
  }

  #operate(found: string): void {
    if (found === '|' || found === '|&') this.#builder.pipe();
    else if (/^[0-9]?[<>]|^&>/.test(found)) {
      if (/&[0-9-]$/.test(found)) this.#builder.note(found);
      else this.#redirection = found;
    } else if (found !== '(' && found !== ')') this.#builder.next();
  }

  #closing(quote: string, from: number): number {
    const end = this.#text.indexOf(quote, from);
    return end < 0 ? this.#text.length : end;
  }

  /** Reads the inside of `"…"`; returns the offset after its end. */
  #double(from: number): number {
    let i = from;
    this.#add('');
    while (i < this.#text.length && this.#text[i] !== '"') {
      const c = this.#text[i] as string;
      const next = this.#text[i + 1];
      if (c === '\\' && next !== undefined && '$`"\\\n'.includes(next)) {
        if (next !== '\n') this.#add(next);
        i += 2;
      } else if (c === '$' || c === '`') i = this.#dollar(i, true);
      else {
        this.#add(c);
        i++;
      }
    }
    return i + 1;
  }

  /** Reads `$NAME`, `$'…'`, `$(…)` or a backtick; returns the offset after it. */
  #dollar(from: number, quoted = false): number {
    const next = this.#text[from + 1];
    if (!quoted && this.#text[from] === '$' && next === "'") {
      this.#bare = false;
      const read = readAnsiString(this.#text, from + 2);
      if (!read.utf8) this.#builder.note("bytes in $'…' that are not UTF-8");
      this.#add(withoutMarks(read.text));
      return read.end;
    }
    if (!quoted && this.#text[from] === '$' && next === '"') return from + 1;
    variable.lastIndex = from;
    const name = variable.exec(this.#text);
    if (name !== null) {
      this.#add(variableMark(name[1] ?? name[2] ?? ''));
      return from + name[0].length;
    }
    const end = this.#commandEnd(from);
    const written = this.#text.slice(from, end);
    this.#add(end > from + 1 ? this.#substituted(written) : written);
    return end;
  }

  /** The replacement of `$(…)`, `${…}` or backticks, which only a shell can evaluate. */
  #substituted(written: string): string {
    const { mark, said } = substitution(written);
    this.#builder.note(said);
    return mark;
  }

  /** Replaces variables, substitutions and escapes in a here-document whose end marker is not quoted. */
  #expand(content: string): string {
    return content.replace(
      /\\([$`\\\n])|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})|\$\([^()]*\)|\$\{[^{}]*\}|`[^`\n]*`/g,
      (written, escaped?: string, name?: string, braced?: string) => {
        if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
        return name === undefined && braced === undefined ? this.#substituted(written) : variableMark(name ?? braced ?? '');
      },
    );
  }

  /** The offset after `$(…)`, `${…}` or a pair of backticks; the offset after the sign if there is no end. */
  #commandEnd(from: number): number {
    if (this.#text[from] === '`') return Math.min(this.#closing('`', from + 1) + 1, this.#text.length);
    const close = this.#text[from + 1] === '(' ? ')' : this.#text[from + 1] === '{' ? '}' : undefined;
    if (close === undefined || this.#unclosed) return from + 1;
    let depth = 0;
    for (let i = from + 1; i < this.#text.length; i++) {
      if (this.#text[i] === this.#text[from + 1]) depth++;
      else if (this.#text[i] === close && --depth === 0) return i + 1;
    }
    this.#unclosed = true;
    return from + 1;
  }

  /** Reads the here-documents of the previous line. */
  #readDocuments(): void {
    for (const { end, literal, tabs, put } of this.#documents.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (this.#at >= this.#text.length) break;
        const lineEnd = this.#closing('\n', this.#at);
        const line = tabs ? this.#text.slice(this.#at, lineEnd).replace(/^\t+/, '') : this.#text.slice(this.#at, lineEnd);
        this.#at = lineEnd + 1;
        if (line === end) break;
        lines.push(`${line}\n`);
      }
      const content = lines.join('');
      put(literal ? content : this.#expand(content));
    }
  }
}

const timestamps = /^date\s+(?:-u\s+)?["']?\+%s["']?$/;

/** The replacement of a command substitution or an expansion with an operator, and a sentence about it. */
function substitution(written: string): { readonly mark: string; readonly said: string } {
  const expanded = /^\$\{([A-Za-z_]\w*)(\W[^]*)\}$/.exec(written);
  if (expanded !== null) return { mark: variableMark(expanded[1] ?? ''), said: `${written} is read without its operator ${expanded[2]}.` };
  const command = written.replace(/^(?:\$\(|`)|[)`]$/g, '').trim();
  if (timestamps.test(command)) return { mark: placeholderMark('$timestamp'), said: `${written} is {{$timestamp}}.` };
  if (/^uuidgen\b/.test(command)) return { mark: placeholderMark('$uuid'), said: `${written} is {{$uuid}}.` };
  const name = command
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
    .replace(/^(?=\d|$)/, 'value_');
  return { mark: variableMark(name), said: `${written} is not run: set the environment variable ${name} to its output.` };
}
