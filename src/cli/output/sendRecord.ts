import { largestOf } from '../../base/lists.ts';
import { assertNever } from '../../base/assertNever.ts';
import { eventUnits } from '../../base/eventUnits.ts';
import { Bytes } from '../../base/bytes.ts';
import type { Failure } from '../../base/reqError.ts';
import type { Value } from '../../base/value.ts';
import type { BodyPart, Header, RequestSummary } from '../../language/index.ts';
import type {
  ConnectionInfo,
  ConsoleLevel,
  KeptBody,
  ResponseHead,
  Redirect,
  Retry,
  RunEvent,
  SentRequest,
  Sizes,
  StreamEvent,
  StreamKind,
  StreamText,
  TestResult,
  Timings,
} from '../../runner/index.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from './exitCode.ts';

/** Bytes of a body, and UTF-16 units of a stream's events, that are kept in memory. */
export const keptLimit = 64 * 1024 * 1024;

/** Bytes of a body that are read from a file at once. */
const blockSize = 256 * 1024;

/** Events that are kept in memory where all are wanted. */
const eventLimit = 100_000;

/** Seams between connections that are kept. */
const reconnectLimit = 1000;

/** Responses before the response that are kept. */
const informationalLimit = 100;

/** Connections that are kept. */
const connectionLimit = 1000;

/** Bytes of a body that are shown where Ctrl+C ended it. */
export const shownWhenCancelled = 1024 * 1024;

/** What of responses is kept until the end. */
export interface Keeping {
  /** Bytes of bodies that are no streams. */
  readonly bodies: boolean;
  /** Of streams: nothing, what the events make together, or also events and bytes: too many are a failure. */
  readonly streams: 'none' | 'text' | 'all';
  /** UTF-16 units of the text that a stream's events make together, where that is not as much as of bodies. */
  readonly streamText?: number;
}

/** Another connection of an event stream. */
interface Reconnect {
  readonly at: number;
  readonly reason: string;
  readonly delayMs: number;
  readonly lastEventId: string;
}

/** Which request a record is of. */
export interface RecordOf {
  readonly request: RequestSummary;
  /** Absolute. */
  readonly file: string;
  /** A script may set what `@secret` names, after it has said it. */
  readonly maySetSecret: boolean;
  /** Takes a stream's events. */
  readonly streamText: StreamText;
  /** Takes the response's body, up to `keptLimit`; without it memory does. */
  readonly body?: KeptBody;
}

/** How one request went: a fold over its events. */
export class SendRecord {
  readonly of: RecordOf;
  /** The message as it was first sent. */
  sent: { readonly request: SentRequest; readonly body: readonly BodyPart[] } | undefined;
  /** What came before the response (103 Early Hints, say); the last of them where there are very many. */
  readonly informational: ResponseHead[] = [];
  head: ResponseHead | undefined;
  trailers: readonly Header[] = [];
  stream: StreamKind | undefined;
  charset: string | undefined;
  /** What the message and those that followed it went over; the last of them where there are very many. */
  readonly connections: { readonly info: ConnectionInfo; readonly reused: boolean }[] = [];
  readonly redirects: Redirect[] = [];
  /** The last of them where there are very many. */
  readonly reconnects: Reconnect[] = [];
  /** Tries of `@retry` that came to nothing. */
  readonly retries: (Retry & { readonly at: number })[] = [];
  readonly events: StreamEvent[] = [];
  readonly tests: TestResult[] = [];
  readonly console: { readonly level: ConsoleLevel; readonly text: string }[] = [];
  readonly variables = new Map<string, Value>();
  failure: Failure | undefined;
  timings: Timings = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 0 };
  sizes: Sizes = { headers: 0, body: 0, bodyDecoded: 0 };
  /** The file that the body's bytes went to, absolute. */
  savedTo: string | undefined;
  /** UTF-16 units of the longest secret that the run has met so far; 0 for none. */
  get longestSecret(): number {
    return largestOf(
      this.secrets().map((secret) => secret.length),
      0,
    );
  }

  /** Set when the run begins. */
  secrets: () => readonly string[] = () => [];
  /** More events came than are kept. */
  eventsCut = false;
  readonly #keeping: Keeping;
  readonly #body: KeptBody | Bytes;
  #eventSize = 0;

  constructor(of: RecordOf, keeping: Keeping) {
    this.of = of;
    this.#keeping = keeping;
    this.#body = of.body ?? new Bytes(keptLimit);
  }

  apply(e: RunEvent): void {
    switch (e.kind) {
      case 'started':
      case 'uploading':
      case 'comment':
      case 'reconnected':
      case 'challenged':
      case 'script':
      case 'needed':
      case 'substituted':
        break;
      case 'informational':
        this.informational.push(e.head);
        if (this.informational.length > informationalLimit) this.informational.shift();
        break;
      case 'trailers':
        this.trailers = e.headers;
        break;
      case 'connected':
        this.connections.push({ info: e.info, reused: e.reused });
        if (this.connections.length > connectionLimit) this.connections.shift();
        break;
      case 'sending':
        this.sent ??= { request: e.request, body: e.body };
        break;
      case 'redirect':
        this.redirects.push(e);
        break;
      case 'reconnecting':
        this.reconnects.push({ at: e.at, reason: e.reason, delayMs: e.delayMs, lastEventId: e.lastEventId });
        if (this.reconnects.length > reconnectLimit) this.reconnects.shift();
        break;
      case 'retrying':
        this.retries.push(e);
        break;
      case 'head':
        this.head = e.head;
        this.stream = e.stream;
        this.charset = e.charset;
        break;
      case 'chunk':
        this.#keepChunk(e.bytes);
        break;
      case 'event':
        this.#keepEvent(e.event);
        break;
      case 'console':
        this.console.push({ level: e.level, text: e.text });
        break;
      case 'test':
        this.tests.push(e.result);
        break;
      case 'variables':
        for (const [name, value] of e.set) this.variables.set(name, value);
        for (const name of e.deleted) this.variables.delete(name);
        break;
      case 'finished':
        this.failure = e.failure ?? this.#limitMet();
        this.timings = e.timings;
        this.sizes = e.sizes;
        break;
      default:
        assertNever(e);
    }
  }

  /** The decoded body so far, up to the limit. */
  body(): Uint8Array {
    const size = this.#shownSize;
    return this.#body instanceof Bytes ? this.#body.bytes().subarray(0, size) : this.#body.read(0, size);
  }

  /** The same in pieces. */
  *bodyBlocks(): Generator<Uint8Array> {
    const size = this.#shownSize;
    if (this.#body instanceof Bytes) return yield* size < this.#body.size ? [this.body()] : this.#body.blocks();
    for (let at = 0; at < size; at += blockSize) yield this.#body.read(at, Math.min(size, at + blockSize));
  }

  /** Whoever presses Ctrl+C waits for no more than the beginning of a large body. */
  get isShortened(): boolean {
    return this.failure?.kind === 'cancelled' && this.#body.size > shownWhenCancelled;
  }

  get #shownSize(): number {
    return this.isShortened ? shownWhenCancelled : this.#body.size;
  }

  /** The body is not looked at any more. */
  release(): void {
    if (!(this.#body instanceof Bytes)) this.#body.release();
  }

  /** Bytes of it. */
  get bodySize(): number {
    return this.#body.size;
  }

  /** More of the body came than is kept. */
  get cut(): boolean {
    return this.isShortened || (this.#body instanceof Bytes ? this.#body.cut : this.#body.received > this.#body.size);
  }

  get exitCode(): ExitCode {
    const failed = this.failure === undefined ? exitCodes.ok : exitCodeOf(this.failure.kind);
    return combineExitCodes([failed, this.tests.some((t) => !t.passed) ? exitCodes.tests : exitCodes.ok]);
  }

  #keepChunk(bytes: Uint8Array): void {
    const kept = this.stream === undefined ? this.#keeping.bodies : this.#keeping.streams === 'all';
    if (kept) this.#body.push(bytes);
  }

  #keepEvent(event: StreamEvent): void {
    if (this.#keeping.streams === 'none') return;
    this.of.streamText.push(event);
    if (this.#keeping.streams === 'text' || this.eventsCut) return;
    this.#eventSize += eventUnits(event);
    this.eventsCut = this.#eventSize > keptLimit || this.events.length === eventLimit;
    if (!this.eventsCut) this.events.push(event);
  }

  #limitMet(): Failure | undefined {
    if (this.eventsCut)
      return {
        kind: 'limit',
        message: `The stream has more events than are kept in memory: the rest is left out after ${this.events.length}.`,
        hint: 'Take all of them with --jsonl, or fewer with --max-events.',
      };
    if (!this.cut) return undefined;
    const failure = this.#body instanceof Bytes ? undefined : this.#body.failure;
    if (failure !== undefined)
      return { kind: 'limit', message: `The response could not be kept: ${failure}.`, hint: 'Take all of it with -o FILE or --body-only.' };
    return {
      kind: 'limit',
      message: `The response is larger than the ${keptLimit / 1024 / 1024} MiB kept in memory: the rest is left out.`,
      hint: 'Take all of it with -o FILE or --body-only.',
    };
  }
}
