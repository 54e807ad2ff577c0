import { lineEndsBody, parseTemplate, percentEncodeInvalid } from '../../language/index.ts';
import { commented } from './commented.ts';
import { dialectNames, type Dialect } from './dialect.ts';

/** First characters of the lines that would end a body of Req. */
const rawStarts = ['?', '<', '>', '@'];

const notAnAssertion = (dialect: Dialect): string =>
  `This line checks nothing: ${dialectNames[dialect]} sends it as a part of the body. Assertions are lines of httpYac (# @dialect httpyac) and of .req files.`;

interface BodyLine {
  readonly text: string;
  /** Index in the block. */
  readonly at: number;
}

type AddNoteAt = (level: 'information' | 'warning', message: string, at: number) => void;

export class BodyWriter {
  readonly #dialect: Dialect;
  readonly #lines: BodyLine[] = [];
  #type = '';
  #hasFile = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Sets the headers above the body. */
  head(lines: readonly string[]): void {
    this.#type = lines.map((l) => /^content-type\s*:\s*(.*)$/i.exec(l)?.[1] ?? '').find((t) => t !== '') ?? '';
  }

  /** Whether a line may end the body in this dialect. */
  mayEnd(line: string): boolean {
    if (this.#dialect === 'httpyac') return /^(?:[ \t]*\{\{[@+]|\{\{|\?\?|>|<>|HTTP\/)/.test(line);
    if (this.#dialect === 'rest-client' || this.#dialect === 'visual-studio') return false;
    return /^(?:>|<>)/.test(line);
  }

  add(text: string, at: number): void {
    this.#hasFile ||= fileLine.test(text);
    this.#lines.push({ text, at });
  }

  /** Returns the lines above the request line, and those of the body. */
  finish(addNote: AddNoteAt): { readonly above: readonly BodyLine[]; readonly lines: readonly BodyLine[] } {
    const above: BodyLine[] = [];
    const lines: BodyLine[] = [];
    const strips = this.#dialect === 'rest-client' || this.#dialect === 'httpyac' || this.#dialect === 'kulala';
    const isMultipart = /^multipart\//i.test(this.#type);
    let hasText = false;
    let raw = false;
    for (const { text, at } of this.#lines) {
      const isComment = this.#dialect === 'rest-client' ? /^\s*(?:#|\/\/)/.test(text) : /^(?:#|\/\/)/.test(text);
      if (isComment && strips) {
        addNote('information', 'The comment in the body is moved above the request: Req sends every line of a body.', at);
        above.push({ text: commented(text), at });
        continue;
      }
      if (isComment && this.#dialect === 'visual-studio') addNote('information', 'This line is sent: it belongs to the body.', at);
      if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+(?:https?:\/\/|\{\{|\/)\S+[ \t]*(?:HTTP\/\S+)?$/.test(text))
        addNote('information', 'A request seems to begin here, but there is no ### above it: the line is sent as a part of the body.', at);
      if (/^@[^\s=]+\s*=/.test(text) && this.#dialect !== 'jetbrains')
        addNote('warning', 'This line belongs to the body and defines no variable in Req.', at);
      const file = /^<(@\S*)?\s+(\S.*)$/.exec(text);
      if (file !== null && (file[1]?.length ?? 0) > 1) {
        addNote('warning', `Req reads ${file[2]} as UTF-8, not as ${file[1]?.slice(1)}.`, at);
        lines.push({ text: `<@ ${file[2]}`, at });
        continue;
      }
      if (file !== null && hasText && !isMultipart) addNote('warning', 'A file inside a text is text in Req.', at);
      if (file === null && text.trim() !== '') hasText = true;
      if (lineEndsBody(text)) {
        raw = true;
        if (/^\?\?[ \t]/.test(text)) addNote('warning', notAnAssertion(this.#dialect), at);
        lines.push({ text: `{{importedText[${rawStarts.indexOf(text.charAt(0))}]}}${text.slice(1)}`, at });
        continue;
      }
      lines.push({ text, at });
    }
    const endsLine = /^application\/x-ndjson/i.test(this.#type) && sendsLikeRestClient(this.#dialect) && !this.#hasFile;
    if (endsLine) raw ||= hasText;
    if (raw)
      above.push({ text: `@importedText = ["${[...rawStarts, ...(endsLine ? [''] : [])].join('", "')}"]`, at: this.#lines[0]?.at ?? 0 });
    if (endsLine && hasText) return { above, lines: withLineEnd(lines) };
    if (!isForm(this.#type)) return { above, lines };
    const joins = this.#dialect === 'jetbrains' || this.#dialect === 'httpyac' || this.#dialect === 'kulala';
    return { above, lines: joins ? joined(lines, this.#dialect === 'httpyac') : lines };
  }

  /** Encodes a line of a form, with Req's placeholders, as the client does. */
  encoded(line: string): string {
    if (!isForm(this.#type) || !sendsLikeRestClient(this.#dialect) || this.#hasFile) return line;
    return parseTemplate(line)
      .parts.map((part) => {
        if (part.kind === 'text') return percentEncodeInvalid(part.text);
        return part.filters.some((f) => f.name === 'url') ? part.text : part.text.replace(/[ \t]*\}\}$/, ' | uri}}');
      })
      .join('');
  }
}

/** REST Client and httpYac encode forms and end NDJSON with a line break. */
const sendsLikeRestClient = (dialect: Dialect): boolean => dialect === 'rest-client' || dialect === 'httpyac';

const isForm = (type: string): boolean => /^application\/x-www-form-urlencoded/i.test(type);

const fileLine = /^<(?:@\S*)?\s+\S/;

/** The line break after the last line is part of the body only if a line follows: a placeholder for an empty text. */
function withLineEnd(lines: readonly BodyLine[]): readonly BodyLine[] {
  const last = lines.findLastIndex((l) => l.text.trim() !== '') + 1;
  const empty = { text: `{{importedText[${rawStarts.length}]}}`, at: lines[last - 1]?.at ?? 0 };
  return [...lines.slice(0, last), empty, ...lines.slice(last)];
}

/**
 * Joins the lines of a form at `&` and trims white space, as the client does.
 * @param everywhere around each `=`, not only the first of a field
 */
function joined(lines: readonly BodyLine[], everywhere: boolean): readonly BodyLine[] {
  const last = lines.findLastIndex((l) => l.text.trim() !== '');
  const fields = lines.slice(0, last + 1).map(({ text, at }, i, all) => {
    const before = all[i - 1]?.text.trim() ?? '';
    const clean = text
      .trim()
      .replace(/(?<!\s)\s*&$/, '')
      .replace(
        everywhere ? /(\{\{[^{}]*\}\})|(?:(?<!\s)\s+)?([&=])\s*/g : /(\{\{[^{}]*\}\})|(?:(?<!\s)\s+)?(&)\s*/g,
        (_, kept?: string, sign?: string) => kept ?? sign ?? '',
      )
      .split('&')
      .map((field) => {
        const sign = field.indexOf('=');
        return sign < 0 ? field : `${field.slice(0, sign).trimEnd()}=${field.slice(sign + 1).trimStart()}`;
      })
      .join('&');
    return { text: i > 0 && before.endsWith('&') && !clean.startsWith('&') ? `&${clean}` : clean, at };
  });
  return [...fields, ...lines.slice(last + 1)];
}
