import { bodyAt, type HurlBody } from './hurlBody.ts';

/** A line of a section without its comment. A text in triple backticks spans several lines. */
export interface HurlLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface HurlMessage {
  readonly headers: HurlLine[];
  /** By long name: `QueryStringParams`, `Asserts`. */
  readonly sections: Map<string, HurlLine[]>;
  body: HurlBody | undefined;
}

export interface HurlResponse extends HurlMessage {
  readonly line: number;
  /** `1.1`; empty for any. */
  readonly version: string;
  /** `200`, or `*` for any. */
  readonly status: string;
}

export interface HurlEntry extends HurlMessage {
  readonly line: number;
  readonly comments: string[];
  readonly method: string;
  /** As written, with escapes. */
  readonly url: string;
  response: HurlResponse | undefined;
}

export interface HurlFile {
  readonly entries: readonly HurlEntry[];
  /** Lines that cannot be read, with their entry. */
  readonly unread: readonly (HurlLine & { readonly entry: HurlEntry | undefined })[];
}

const sectionNames: Readonly<Record<string, string>> = { Query: 'QueryStringParams', Form: 'FormParams', Multipart: 'MultipartFormData' };
const sectionLine =
  /^\[(QueryStringParams|Query|FormParams|Form|MultipartFormData|Multipart|Cookies|BasicAuth|Options|Captures|Asserts)\]\s*(?:#.*)?$/;
const requestLine = /^([A-Z]+)[ \t]+(\S.*)$/;
const responseLine = /^HTTP(?:\/([\d.]+|\*))?[ \t]+(\d{3}|\*)\s*(?:#.*)?$/;

/** Parses a Hurl file. Unreadable lines are skipped and listed. */
export const readHurl = (text: string): HurlFile => new HurlReader(text.replace(/^\ufeff/, '')).read();

class HurlReader {
  readonly #text: string;
  readonly #entries: HurlEntry[] = [];
  readonly #unread: (HurlLine & { readonly entry: HurlEntry | undefined })[] = [];
  /** Comments of the next line that is not a comment. */
  #comments: string[] = [];
  #section: string | undefined;
  #at = 0;
  #line = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): HurlFile {
    while (this.#at < this.#text.length) this.#next();
    this.#entries.at(-1)?.comments.push(...this.#comments);
    return { entries: this.#entries, unread: this.#unread };
  }

  #take(to = this.#text.indexOf('\n', this.#at)): string {
    const end = to < 0 ? this.#text.length : to;
    const taken = this.#text.slice(this.#at, end);
    this.#line += 1 + taken.split('\n').length - 1;
    this.#at = end + 1;
    return taken.trim();
  }

  #next(): void {
    const start = this.#at;
    const first = this.#line + 1;
    const text = this.#take();
    if (text === '') return;
    if (text.startsWith('#')) {
      const comment = text.replace(/^#+/, '').trim();
      if (comment !== '') this.#comments.push(comment);
      return;
    }
    const [, method, url = ''] = requestLine.exec(text) ?? [];
    const response = responseLine.exec(text);
    if (response === null && method !== undefined) return this.#begin(method, url, first);
    const entry = this.#entries.at(-1);
    entry?.comments.push(...this.#comments.splice(0));
    if (entry === undefined) this.#unread.push({ line: first, text, entry });
    else if (response !== null) {
      const [, version = '', status = '*'] = response;
      entry.response = { line: first, version: version.replace('*', ''), status, headers: [], sections: new Map(), body: undefined };
      this.#section = undefined;
    } else this.#part(entry, text, start, first);
  }

  #begin(method: string, rest: string, line: number): void {
    const url = uncommented(rest, /[\s#]/);
    this.#entries.push({
      line,
      comments: this.#comments.splice(0),
      method,
      url,
      headers: [],
      sections: new Map(),
      body: undefined,
      response: undefined,
    });
    this.#section = undefined;
  }

  /** A section's name, a body, or a line of the section or of the headers. */
  #part(entry: HurlEntry, text: string, start: number, line: number): void {
    const message = entry.response ?? entry;
    const section = sectionLine.exec(text)?.[1];
    if (section !== undefined) {
      this.#section = sectionNames[section] ?? section;
      if (!message.sections.has(this.#section)) message.sections.set(this.#section, []);
      return;
    }
    const isChecked = this.#section === 'Asserts' || this.#section === 'Captures';
    const body = bodyAt(this.#text, this.#text.indexOf(text, start), isChecked);
    if (body !== undefined) {
      message.body = body.body;
      this.#again(start, line, body.end);
      return;
    }
    const [own, comment] = isChecked ? withoutComment(this.#whole(text, start, line)) : fieldOf(text);
    if (comment !== '') entry.comments.push(comment);
    if (!isChecked && !/^(?:\\.|[^\\:])+:/.test(own)) this.#unread.push({ line, text, entry });
    else if (this.#section === undefined) message.headers.push({ line, text: own });
    else message.sections.get(this.#section)?.push({ line, text: own });
  }

  /** The line. If it opens a text in triple backticks, includes the lines of the text. */
  #whole(text: string, start: number, line: number): string {
    const open = text.indexOf('```');
    if (open < 0 || text.indexOf('```', open + 3) >= 0) return text;
    const from = this.#text.indexOf('```', start);
    const close = this.#text.indexOf('```', from + 3);
    if (close < 0) return text;
    return this.#again(start, line, close);
  }

  /** Reads the text again from a line up to the end of the line at `to`. */
  #again(start: number, line: number, to: number): string {
    this.#at = start;
    this.#line = line - 1;
    return this.#take(this.#text.indexOf('\n', to));
  }
}

/** The text up to the first unescaped character of a kind. */
function uncommented(text: string, stop: RegExp): string {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text.startsWith('{{', i)) i = Math.max(i, text.indexOf('}}', i));
    else if (stop.test(text[i] as string)) return text.slice(0, i);
  }
  return text;
}

function fieldOf(text: string): readonly [text: string, comment: string] {
  const own = uncommented(text, /#/);
  return [own.trim(), text.slice(own.length + 1).trim()];
}

/** Splits off a comment outside of texts and patterns. */
function withoutComment(text: string): readonly [text: string, comment: string] {
  const quoted = /"(?:\\.|[^"\\])*"|```[^]*?```|`(?:\\.|[^`\\])*`|(?<=\s)\/(?:\\.|[^/\\\n])+\/|\{\{[^{}]*\}\}/y;
  for (let i = 0; i < text.length; i++) {
    quoted.lastIndex = i;
    const skipped = quoted.exec(text)?.[0];
    if (skipped !== undefined) i += skipped.length - 1;
    else if (text[i] === '\\') i++;
    else if (text[i] === '#') return [text.slice(0, i).trim(), text.slice(i + 1).trim()];
  }
  return [text, ''];
}
