import { noTimings } from '../../base/events/timings.ts';
import { largestOf } from '../../base/lists.ts';
import { assertNever } from '../../base/assertNever.ts';
import { eventUnits } from '../../base/events/eventUnits.ts';
import { Bytes } from '../../base/bytes.ts';
import type { Failure } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import type { BodyPart, Header, RequestSummary } from '../../language/index.ts';
import type { StreamKind } from '../../base/events/streamKind.ts';
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
  StreamText,
  TestResult,
  Timings,
} from '../../runner/index.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from './exitCode.ts';

/** Memory limit: bytes of a body, or UTF-16 units of a stream's events. */
export const keptLimit = 64 * 1024 * 1024;

/** Bytes per read of a body in a file. */
const blockSize = 256 * 1024;

/** Maximum number of events in memory when all are kept. */
const eventLimit = 100_000;

const reconnectLimit = 1000;

/** Maximum number of recorded informational responses (1xx). */
const informationalLimit = 100;

const connectionLimit = 1000;

/** Bytes of a body, or UTF-16 units of a text or of events, that are shown after Ctrl+C. */
export const shownWhenCancelled = 256 * 1024;

/** Number of events that are shown after Ctrl+C. */
const eventsWhenCancelled = 200;

/** Which data of a response is kept until its end. */
export interface Keeping {
  /** Whether bodies that are not streams are kept. */
  readonly bodies: boolean;
  /** Of streams: nothing, the joined text, or also events and bytes (too many are an error). */
  readonly streams: 'none' | 'text' | 'all';
  /** Limit of a stream's joined text in UTF-16 units; by default that of bodies. */
  readonly streamText?: number;
}

/** A reconnect of an event stream. */
interface Reconnect {
  readonly at: number;
  readonly reason: string;
  readonly delayMs: number;
  readonly lastEventId: string;
}

/** Reading a character of a large event's data would join its pieces, which takes long and doubles the memory. */
type KeptEvent = StreamEvent & { readonly pieces?: readonly string[] | undefined };

export interface RecordOf {
  readonly request: RequestSummary;
  /** Absolute path. */
  readonly file: string;
  /** Whether a script may set a variable of `@secret` after it printed the value. */
  readonly maySetSecret: boolean;
  /** Receives a stream's events. */
  readonly streamText: StreamText;
  /** The path of `# @text`. */
  readonly textPath?: string | undefined;
  /** Receives the body, up to `keptLimit`. By default the body is in memory. */
  readonly body?: KeptBody;
}

/** The result of one request, built from its events. */
export class SendRecord {
  readonly of: RecordOf;
  /** The first message; later ones follow redirects or challenges. */
  sent: { readonly request: SentRequest; readonly body: readonly BodyPart[] } | undefined;
  /** Informational responses such as 103 Early Hints; only the last ones if there are many. */
  readonly informational: ResponseHead[] = [];
  head: ResponseHead | undefined;
  trailers: readonly Header[] = [];
  stream: StreamKind | undefined;
  charset: string | undefined;
  /** Connections of the request; only the last ones if there are many. */
  readonly connections: { readonly info: ConnectionInfo; readonly reused: boolean }[] = [];
  readonly redirects: Redirect[] = [];
  /** Only the last ones if there are many. */
  readonly reconnects: Reconnect[] = [];
  /** Failed tries of `@retry`. */
  readonly retries: (Retry & { readonly at: number })[] = [];
  readonly events: KeptEvent[] = [];
  readonly tests: TestResult[] = [];
  readonly console: { readonly level: ConsoleLevel; readonly text: string }[] = [];
  readonly variables = new Map<string, Value>();
  failure: Failure | undefined;
  timings: Timings = noTimings;
  sizes: Sizes = { headers: 0, body: 0, bodyDecoded: 0 };
  /** Absolute path of the file with the body's bytes. */
  savedTo: string | undefined;
  /** Length of the longest secret so far in UTF-16 units; 0 for none. */
  get longestSecret(): number {
    return largestOf(
      this.secrets().map((secret) => secret.length),
      0,
    );
  }

  secrets: () => readonly string[] = () => [];
  /** The printer prints the body as it arrives; the rest of it is not kept. */
  isPrintedLive = false;
  /** Whether events were dropped. */
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
      case 'asking':
      case 'checking':
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
        this.#keepEvent(e.event, e.pieces);
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

  /** Like `body`, in pieces. */
  *bodyBlocks(): Generator<Uint8Array> {
    const size = this.#shownSize;
    if (this.#body instanceof Bytes) return yield* size < this.#body.size ? [this.body()] : this.#body.blocks();
    for (let at = 0; at < size; at += blockSize) yield this.#body.read(at, Math.min(size, at + blockSize));
  }

  /** After Ctrl+C, only the start of a large body is shown. */
  get isShortened(): boolean {
    return this.failure?.kind === 'cancelled' && this.#body.size > shownWhenCancelled;
  }

  get #shownSize(): number {
    return this.isShortened ? shownWhenCancelled : this.#body.size;
  }

  release(): void {
    if (!(this.#body instanceof Bytes)) this.#body.release();
  }

  /** In bytes. */
  get bodySize(): number {
    return this.#body.size;
  }

  get cut(): boolean {
    return this.isShortened || (this.#body instanceof Bytes ? this.#body.cut : this.#body.received > this.#body.size);
  }

  /** After Ctrl+C, only the first events of a long stream are shown. */
  get shownEvents(): readonly KeptEvent[] {
    if (this.failure?.kind !== 'cancelled') return this.events;
    let size = 0;
    const end = this.events.findIndex((event, i) => (size += eventUnits(event)) > shownWhenCancelled || i === eventsWhenCancelled);
    return end < 0 ? this.events : this.events.slice(0, end);
  }

  get exitCode(): ExitCode {
    const failed = this.failure === undefined ? exitCodes.ok : exitCodeOf(this.failure.kind);
    return combineExitCodes([failed, this.tests.some((t) => !t.passed) ? exitCodes.tests : exitCodes.ok]);
  }

  #keepChunk(bytes: Uint8Array): void {
    if (this.isPrintedLive) return;
    const kept = this.stream === undefined ? this.#keeping.bodies : this.#keeping.streams === 'all';
    if (kept) this.#body.push(bytes);
  }

  #keepEvent(event: StreamEvent, pieces: readonly string[] | undefined): void {
    if (this.#keeping.streams === 'none') return;
    // An event that is kept shares its text with the joined text.
    this.of.streamText.push(event, pieces);
    if (this.#keeping.streams === 'text' || this.eventsCut) return;
    this.#eventSize += eventUnits(event);
    this.eventsCut = this.#eventSize > keptLimit || this.events.length === eventLimit;
    if (this.eventsCut) return;
    this.events.push(pieces === undefined ? event : { ...event, pieces });
  }

  #limitMet(): Failure | undefined {
    if (this.eventsCut)
      return {
        kind: 'limit',
        message: `The stream has more events than are kept in memory: the rest is left out after ${this.events.length}.`,
        hint: 'Get all of them with --jsonl, or fewer with --max-events.',
      };
    if (!this.cut) return undefined;
    const failure = this.#body instanceof Bytes ? undefined : this.#body.failure;
    if (failure !== undefined)
      return { kind: 'limit', message: `The response could not be kept: ${failure}.`, hint: 'Get all of it with -o FILE or --body-only.' };
    return {
      kind: 'limit',
      message: `The response is larger than the ${keptLimit / 1024 / 1024} MiB kept in memory: the rest is left out.`,
      hint: 'Get all of it with -o FILE or --body-only.',
    };
  }
}
