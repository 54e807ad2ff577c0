import { parseJson } from '../../base/json/json.ts';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../base/values/value.ts';
import type { StreamEvent } from '../ports/events.ts';
import { knownFormats, type KnownFormat } from './knownFormats.ts';
import { wholeFormats } from './wholeFormats.ts';
import { Joined, TextRoom } from './joined.ts';
import { textPath, usualPaths, type TextPath } from './eventPaths.ts';
import { ToolCalls } from './toolCalls.ts';
import type { StreamNumbers, StreamReading, TextFormat, TextGrowth, TextMark, TextSink, TokenUsage, ToolCall } from './streamTextTypes.ts';

/** UTF-16 units of text, reasoning and tool calls kept of one stream. */
const keptLimit = 64 * 1024 * 1024;

/** Maximum UTF-16 units of data parsed as JSON. Its tree takes a hundred times the memory, and pieces of text are shorter. */
const longestJson = 1024 * 1024;

/**
 * Joins the events of a stream to text, reasoning, tool calls and usage. Takes constant time per event and keeps no events. The first
 * recognized event determines the format; until then the text is the events' data.
 */
export class StreamText {
  readonly #room: TextRoom;
  readonly #text: Joined;
  readonly #reasoning: Joined;
  readonly #tools: ToolCalls;
  readonly #sink: TextSink;
  readonly #isText: boolean;
  readonly #formats: readonly KnownFormat[];
  /** Path of `@text`. */
  readonly #given: TextPath | undefined;
  #known: KnownFormat | undefined;
  #usual: TextPath | undefined;
  #usage: TokenUsage | null = null;
  #finish: string | null = null;
  #events = 0;
  #wholeCalls = 0;
  #begun = 0;
  #firstAt: number | null = null;
  #lastAt = 0;
  #firstTextAt: number | null = null;

  /**
   * @param path value of `@text`, if there is one
   * @param limit UTF-16 units kept
   * @param kind whether the events are those of a stream, one event is the body of a response without streaming, or events are pieces of a text
   */
  constructor(path: string | undefined, limit = keptLimit, kind: 'events' | 'whole' | 'text' = 'events') {
    this.#isText = kind === 'text';
    this.#formats = kind === 'events' ? knownFormats : wholeFormats;
    this.#given = path === undefined ? undefined : textPath(path);
    this.#room = new TextRoom(limit);
    this.#text = new Joined(this.#room);
    this.#reasoning = new Joined(this.#room);
    this.#tools = new ToolCalls(this.#room);
    this.#sink = {
      text: (piece) => {
        if (this.#given === undefined) this.#addText(piece);
      },
      reasoning: (piece) => this.#reasoning.push(piece),
      // Unsplit calls have no key, so each gets its own.
      tool: (key, piece) => this.#tools.push(key === '' ? `whole ${this.#wholeCalls++}` : key, piece),
      usage: (counted) => this.#count(counted),
      finish: (reason) => {
        if (reason !== '') this.#finish = reason;
      },
    };
  }

  /**
   * Ignores an event that the end of the stream cut short.
   * @param pieces the data of a large event, which is not joined then
   */
  push({ at, complete, data }: Pick<StreamEvent, 'at' | 'complete' | 'data'>, pieces: readonly string[] = [data]): void {
    if (!complete) return;
    this.#events++;
    this.#firstAt ??= at;
    this.#lastAt = at;
    if (this.#isText) return this.#addTexts(pieces);
    if (data === '[DONE]') return;
    const value = data.length <= longestJson && /^\s*[{[]/.test(data) ? parseJson(data) : undefined;
    if (value !== undefined) this.#choose(value);
    if (value !== undefined) this.#known?.read(value, this.#sink);
    if (this.#given !== undefined) this.#addText(value === undefined ? '' : scalarText(this.#given.find(value)));
    else if (this.#usual !== undefined) this.#addText(value === undefined ? '' : stringAt(this.#usual, value));
    else if (this.#known === undefined) this.#addTexts(pieces);
  }

  read(): StreamReading {
    return { ...this.readWithoutText(), text: this.#text.text() };
  }

  /** Like `read`, without joining the text. */
  readWithoutText(): Omit<StreamReading, 'text'> {
    const { lastEventAt: _, ...numbers } = this.numbers();
    return { ...numbers, reasoning: this.#reasoning.text(), toolCalls: this.#tools.all() };
  }

  /** Text added since a mark, or all text without one. Takes time in proportion to the result. */
  growth(since: TextMark = { text: 0, reasoning: 0, begun: this.#begun }): TextGrowth {
    const restarted = since.begun !== this.#begun;
    return {
      restarted,
      text: this.#text.from(restarted ? 0 : since.text),
      reasoning: this.#reasoning.from(since.reasoning),
      mark: this.#mark,
    };
  }

  /** The text of `growth` in pieces, and its mark. */
  textSince(since: TextMark | undefined): { readonly pieces: readonly string[]; readonly mark: TextMark } {
    const from = since === undefined || since.begun !== this.#begun ? 0 : since.text;
    return { pieces: this.#text.piecesFrom(from), mark: this.#mark };
  }

  get #mark(): TextMark {
    return { text: this.#text.length, reasoning: this.#reasoning.length, begun: this.#begun };
  }

  toolCalls(): readonly ToolCall[] {
    return this.#tools.all();
  }

  /** Increases with each change of a tool call. */
  get toolChanges(): number {
    return this.#tools.changes;
  }

  numbers(): StreamNumbers {
    const between = this.#lastAt - (this.#firstAt ?? 0);
    return {
      format: this.#format,
      path: (this.#given ?? this.#usual)?.written ?? this.#known?.path ?? null,
      usage: this.#usage,
      finishReason: this.#finish,
      events: this.#events,
      firstEventAt: this.#firstAt,
      firstTextAt: this.#firstTextAt,
      lastEventAt: this.#firstAt === null ? null : this.#lastAt,
      eventsPerSecond: this.#events < 2 || between <= 0 ? null : ((this.#events - 1) * 1000) / between,
      cut: this.#room.cut,
    };
  }

  get #format(): TextFormat {
    if (this.#given !== undefined || this.#usual !== undefined) return 'path';
    return this.#known?.format ?? 'data';
  }

  #choose(value: Value): void {
    if (this.#known !== undefined || this.#usual !== undefined) return;
    this.#known = this.#formats.find((known) => known.is(value));
    if (this.#given !== undefined) return;
    if (this.#known === undefined) this.#usual = usualPaths.find((path) => typeof path.find(value) === 'string');
    // The format is known now: discard earlier data that was taken for text.
    if (this.#known === undefined && this.#usual === undefined) return;
    this.#text.clear();
    this.#begun++;
    this.#firstTextAt = null;
  }

  #addTexts(pieces: readonly string[]): void {
    for (const piece of pieces) this.#addText(piece);
  }

  #addText(piece: string): void {
    if (piece === '') return;
    this.#firstTextAt ??= this.#lastAt;
    this.#text.push(piece);
  }

  #count({ input = null, output = null, total = null }: Partial<TokenUsage>): void {
    if (input === null && output === null && total === null) return;
    const before = this.#usage;
    const [ins, outs] = [input ?? before?.input ?? null, output ?? before?.output ?? null];
    this.#usage = { input: ins, output: outs, total: total ?? (ins === null || outs === null ? null : ins + outs) };
  }
}

const stringAt = (path: TextPath, value: Value): string => {
  const found = path.find(value);
  return typeof found === 'string' ? found : '';
};

/** Text at the path of `@text`, where numbers and booleans count as text. */
function scalarText(value: Value | undefined): string {
  return value === undefined || value === null || isArrayValue(value) || isObjectValue(value) ? '' : valueToText(value);
}
