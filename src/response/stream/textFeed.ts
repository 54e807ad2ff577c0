import type { ToPanel } from '../../protocol/messages.ts';
import type { PanelToolCall, StreamFacts } from '../../protocol/streamMessages.ts';
import type { StreamText, TextMark, ToolCall } from '../../runner/index.ts';
import type { Hiding } from '../record/hiding.ts';
import { MaskedGrowth } from '../record/maskedGrowth.ts';
import type { EventLog } from './eventLog.ts';

/** Events to read at once, and milliseconds before yielding to other work. */
const sliceEvents = 250;
const turn = 8;
/** Milliseconds between two messages: one frame. */
const frame = 16;
/** Maximum UTF-16 units of a tool call's arguments in the page. */
const argumentsLimit = 100_000;

export type TextMessage = Omit<Extract<ToPanel, { readonly type: 'streamText' }>, 'type' | 'runId'>;

/** The events of a stream, one event with the body of a response without streaming, or the pieces of a text. */
export type TextKind = 'events' | 'whole' | 'text';

export interface TextReading {
  readonly makeText: (path: string | undefined, kind: TextKind) => StreamText;
  /** The path of `# @text`. */
  readonly written: string | undefined;
}

/** The parts of a joined text. */
export interface ReadText {
  readonly stream: { readonly events: Pick<EventLog, 'first' | 'total' | 'page'> };
  readonly kind: TextKind;
}

/** Joins the text of a stream while the page shows it. Reads from the first event on and reports changes. */
export class TextFeed {
  readonly #stream: ReadText['stream'];
  readonly #kind: TextKind;
  readonly #hiding: Pick<Hiding, 'mask' | 'find'>;
  readonly #notify: (message: TextMessage) => void;
  readonly #joined: StreamText;
  readonly #isTried: boolean;
  readonly #isWritten: boolean;
  #text: MaskedGrowth;
  #reasoning: MaskedGrowth;
  #mark: TextMark | undefined;
  #event = 0;
  #toolChanges = 0;
  #reported: ToolCall[] = [];
  #turn: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastReport = -Infinity;
  #isOver = false;

  /** @param tried a path that overrides the one in the file */
  constructor(
    { stream, kind }: ReadText,
    { makeText, written }: TextReading,
    tried: string | null,
    hiding: Pick<Hiding, 'mask' | 'find'>,
    notify: (message: TextMessage) => void,
  ) {
    this.#stream = stream;
    this.#kind = kind;
    this.#hiding = hiding;
    this.#notify = notify;
    this.#isTried = tried !== null;
    this.#isWritten = written !== undefined;
    this.#joined = makeText(kind === 'text' ? undefined : (tried ?? written), kind);
    this.#text = new MaskedGrowth(hiding);
    this.#reasoning = new MaskedGrowth(hiding);
    this.wake();
  }

  /** Called when events have arrived. */
  wake(): void {
    if (!this.#isOver) this.#turn ??= setImmediate(() => this.#go());
  }

  read(part: 'text' | 'reasoning' | 'toolCall', index: number): string {
    const all = this.#joined.read();
    return this.#hiding.mask(part === 'toolCall' ? (all.toolCalls[index]?.arguments ?? '') : all[part]);
  }

  dispose(): void {
    this.#isOver = true;
    clearImmediate(this.#turn);
    clearTimeout(this.#timer);
  }

  #go(): void {
    this.#turn = undefined;
    const { events } = this.#stream;
    const end = performance.now() + turn;
    while (this.#event < events.total && performance.now() < end) {
      this.#event = Math.max(this.#event, events.first);
      const page = events.page(this.#event, sliceEvents);
      if (page.length === 0) break;
      for (const event of page) this.#joined.push(event);
      this.#event += page.length;
    }
    if (this.#event < events.total) this.wake();
    this.#schedule();
  }

  #schedule(): void {
    const wait = this.#lastReport + frame - performance.now();
    if (wait <= 0) this.#report();
    else this.#timer ??= setTimeout(() => this.#report(), wait);
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastReport = performance.now();
    const growth = this.#joined.growth(this.#mark);
    this.#mark = growth.mark;
    if (growth.restarted) this.#text = new MaskedGrowth(this.#hiding);
    const text = this.#text.push(growth.text);
    this.#notify({
      text: growth.restarted ? { ...text, keep: 0 } : text,
      reasoning: this.#reasoning.push(growth.reasoning),
      toolCalls: this.#changedCalls(),
      facts: this.#facts(),
      behind: this.#stream.events.total - this.#event,
    });
  }

  #changedCalls(): readonly PanelToolCall[] {
    if (this.#joined.toolChanges === this.#toolChanges) return [];
    this.#toolChanges = this.#joined.toolChanges;
    const calls = this.#joined.toolCalls();
    const changed: PanelToolCall[] = [];
    for (const [index, call] of calls.entries()) {
      const before = this.#reported[index];
      if (before?.arguments === call.arguments && before.name === call.name && before.id === call.id) continue;
      const { mask } = this.#hiding;
      const shown = mask(call.arguments);
      changed.push({ index, id: mask(call.id), name: mask(call.name), arguments: shown.slice(0, argumentsLimit), size: shown.length });
    }
    this.#reported = [...calls];
    return changed;
  }

  #facts(): StreamFacts {
    const { format, path, usage, finishReason, events, firstEventAt, firstTextAt, lastEventAt, eventsPerSecond, cut } =
      this.#joined.numbers();
    const { mask } = this.#hiding;
    return {
      format,
      path: path === null ? null : mask(path),
      source: this.#source(format),
      usage,
      finishReason: finishReason === null ? null : mask(finishReason),
      events,
      firstEventAt,
      firstTextAt,
      lastAt: lastEventAt,
      eventsPerSecond,
      cut,
    };
  }

  #source(format: string): StreamFacts['source'] {
    if (this.#kind === 'text') return 'body';
    if (this.#isTried) return 'tried';
    if (this.#isWritten) return 'written';
    return format === 'path' ? 'guessed' : format === 'data' ? 'data' : 'known';
  }
}
