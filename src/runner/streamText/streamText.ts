import { parseJson } from '../../base/json.ts';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../base/value.ts';
import type { StreamEvent } from '../ports/events.ts';
import { knownFormats, type KnownFormat } from './formats.ts';
import { Joined, TextRoom } from './joined.ts';
import { textPath, usualPaths, type TextPath } from './eventPaths.ts';
import { ToolCalls } from './toolCalls.ts';
import type { StreamNumbers, StreamReading, TextFormat, TextGrowth, TextMark, TextSink, TokenUsage, ToolCall } from './streamTextTypes.ts';

/** Characters of text, reasoning and tool calls that are kept of one stream. */
const keptLimit = 64 * 1024 * 1024;

/** UTF-16 units of data that are read as JSON: its tree takes a hundred times as much, and no piece of a text is as long. */
const longestJson = 1024 * 1024;

/**
 * What a stream's events make together: text, reasoning, tool calls, usage. It grows with each event by constant work, and
 * keeps no events. Whose events they are is told by the first that is known; until then the text is the data as it stands.
 */
export class StreamText {
  readonly #room: TextRoom;
  readonly #text: Joined;
  readonly #reasoning: Joined;
  readonly #tools: ToolCalls;
  readonly #sink: TextSink;
  /** Of `@text`. */
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
   * @param path of `@text`, if the file has one
   * @param limit characters kept
   */
  constructor(path: string | undefined, limit = keptLimit) {
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
      // Calls that come whole have no key: each is one of its own.
      tool: (key, piece) => this.#tools.push(key === '' ? `whole ${this.#wholeCalls++}` : key, piece),
      usage: (counted) => this.#count(counted),
      finish: (reason) => {
        if (reason !== '') this.#finish = reason;
      },
    };
  }

  /** Takes an event. One that the stream's end cut short makes nothing. */
  push({ at, complete, data }: Pick<StreamEvent, 'at' | 'complete' | 'data'>): void {
    if (!complete) return;
    this.#events++;
    this.#firstAt ??= at;
    this.#lastAt = at;
    if (data === '[DONE]') return;
    const value = data.length <= longestJson && /^\s*[{[]/.test(data) ? parseJson(data) : undefined;
    if (value !== undefined) this.#choose(value);
    if (value !== undefined) this.#known?.read(value, this.#sink);
    if (this.#given !== undefined) this.#addText(value === undefined ? '' : scalarText(this.#given.find(value)));
    else if (this.#usual !== undefined) this.#addText(value === undefined ? '' : stringAt(this.#usual, value));
    else if (this.#known === undefined) this.#addText(data);
  }

  /** All so far. */
  read(): StreamReading {
    const { lastEventAt: _, ...numbers } = this.numbers();
    return { ...numbers, text: this.#text.text(), reasoning: this.#reasoning.text(), toolCalls: this.#tools.all() };
  }

  /** What was added since something was read: work in proportion to that. Without a mark all. */
  growth(since: TextMark = { text: 0, reasoning: 0, begun: this.#begun }): TextGrowth {
    const anew = since.begun !== this.#begun;
    return {
      anew,
      text: this.#text.from(anew ? 0 : since.text),
      reasoning: this.#reasoning.from(since.reasoning),
      mark: { text: this.#text.length, reasoning: this.#reasoning.length, begun: this.#begun },
    };
  }

  /** The tool calls so far. */
  toolCalls(): readonly ToolCall[] {
    return this.#tools.all();
  }

  /** Grows whenever a tool call has changed. */
  get toolChanges(): number {
    return this.#tools.changes;
  }

  /** All but the texts. */
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
    this.#known = knownFormats.find((known) => known.is(value));
    if (this.#given !== undefined) return;
    if (this.#known === undefined) this.#usual = usualPaths.find((path) => typeof path.find(value) === 'string');
    // What was taken for text before was none.
    if (this.#known === undefined && this.#usual === undefined) return;
    this.#text.clear();
    this.#begun++;
    this.#firstTextAt = null;
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

/** At a path that the author names, numbers and the like are text too, as they are written. */
function scalarText(value: Value | undefined): string {
  return value === undefined || value === null || isArrayValue(value) || isObjectValue(value) ? '' : valueToText(value);
}
