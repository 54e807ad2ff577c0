import { headerValue } from '../../base/text/headerValue.ts';
import { panelConnection } from './panelConnection.ts';
import type { Range } from '../../base/text/text.ts';
import type { Failure } from '../../base/reqError.ts';
import { noTimings } from '../../base/events/timings.ts';
import { reconnectMessage } from '../../base/events/reconnectMessage.ts';
import { t } from '../../base/l10n.ts';
import type { RequestIdentity, ResolvedRequest } from '../../language/index.ts';
import type { KeptBody, Outcome, RunEvent } from '../../runner/index.ts';
import { runStepsOf, consoleLine } from './runSteps.ts';
import { bodyMessage } from '../bodyText/bodyMessage.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import type { BodyLines } from '../bodyText/bodyLines.ts';
import { RecordText, type TextDecoding } from './recordText.ts';
import { BodyText, type Decode } from '../bodyText/responseText.ts';
import {
  askingMessage,
  finishedMessage,
  headMessage,
  informationalMessage,
  maskedHeaders,
  redirectMessage,
  sendingMessage,
  startedMessage,
} from './eventMessages.ts';
import { sentBytes, type Sent } from './sentBytes.ts';
import { BodyPreview } from '../preview/bodyPreview.ts';
import { LineIndex } from '../bodyText/lineIndex.ts';
import { hiddenBytes, hidesNothing, maskedMessage, type HidingSecrets } from './hiding.ts';
import type { EventLog } from '../stream/eventLog.ts';
import { RecordedMessages, withFile } from './recordedMessages.ts';
import { StreamRecord } from '../stream/streamRecord.ts';
import { TextSource } from './textSource.ts';

/** The document of a request, for example a `Uri` of VS Code. */
export interface DocumentUri {
  readonly fsPath: string;
  /** The fence of a Markdown document; empty for a `.req` file. */
  readonly fragment: string;
  toString(): string;
}

/** The result of a run, which the command `req.send` returns. */
export interface RunSummary {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly failure: Failure | null;
}

/** One run, built from its events, with the messages that show it. It outlives the panel. */
export class RunRecord {
  readonly id: string;
  #uri: DocumentUri;
  readonly request: RequestIdentity;
  readonly environment: string | null;
  /** The events of a stream. */
  readonly stream = new StreamRecord((text) => this.#mask(text));
  /** The source of the Text tab. */
  readonly joinedText = new TextSource(this.stream, (text) => this.#mask(text));
  body: BodyText | undefined;
  /** The request before any redirect, with its secrets. */
  resolved: ResolvedRequest | undefined;
  #sent: Sent | undefined;
  preview: BodyPreview | undefined;
  readonly #text = new RecordText();
  summary: RunSummary | undefined;
  /** The request line, from 1, when the run started. */
  place: { readonly file: string; readonly line: number } | undefined;
  readonly #messages = new RecordedMessages();
  #kept: KeptBody | undefined;
  /** When the event `started` arrived, by `performance.now()`. */
  #began = performance.now();
  /** The last question to the user. */
  #asking: readonly ToPanel[] = [];
  #isOver = false;
  #users = 1;
  readonly #lines = new LineIndex();
  /** Bytes of the body in the line index. */
  #indexed = 0;
  #contentType = '';
  #status: number | null = null;
  #listener: ((message: ToPanel) => void) | undefined;
  #again: (() => void) | undefined;
  #hiding = hidesNothing;
  #secretsMet = 0;
  #decode: Decode = (bytes) => new TextDecoder().decode(bytes);
  #charsetOf: TextDecoding['charsetOf'] = () => 'utf-8';

  constructor(id: string, uri: DocumentUri, request: RequestIdentity, environment: string | null) {
    this.id = id;
    this.#uri = uri;
    this.request = request;
    this.environment = environment;
  }

  /** The document of the request. Follows a renamed file. */
  get uri(): DocumentUri {
    return this.#uri;
  }

  get events(): EventLog {
    return this.stream.events;
  }

  /** The body's text; undefined if it is not text or too large. */
  get text(): BodyLines | undefined {
    return this.#text.lines;
  }

  get hiding(): HidingSecrets {
    return this.#hiding;
  }

  /** Whether the run has not ended. */
  get isLive(): boolean {
    return this.summary === undefined;
  }

  /** The received bytes of the body without content codings, as far as they are stored. */
  get bytes(): KeptBody | undefined {
    return this.#kept;
  }

  /** The offsets of the bytes in a range of the body that belong to secrets. */
  hiddenBytes(part: Range): ReadonlySet<number> {
    return this.#kept === undefined ? new Set() : hiddenBytes(this.#kept, part, this.#hiding.find);
  }

  /**
   * Sets how secrets are masked and bodies decoded.
   * @param body receives the body; the record releases it
   * @param makeFile creates a file for events that exceed the memory limit
   */
  use(hiding: HidingSecrets, { decode, charsetOf }: TextDecoding, body: KeptBody, makeFile: () => KeptBody): void {
    this.#hiding = hiding;
    this.#decode = decode;
    this.#charsetOf = charsetOf;
    if (this.#isOver) return body.release();
    this.#kept = body;
    this.stream.use(makeFile);
  }

  /** Adds a user of the record. Each user calls `dispose`. */
  share(): this {
    this.#users++;
    return this;
  }

  /** Removes a user; the last one releases the body. */
  dispose(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#isOver = true;
    this.#text.dispose();
    this.#kept?.release();
    this.#kept = undefined;
    this.resolved = undefined;
    this.stream.dispose();
    this.joinedText.dispose();
  }

  /** The URL of the last sent message, with secrets masked. */
  get sentUrl(): string | undefined {
    return this.#messages.all.findLast((m) => m.type === 'sending')?.wireUrl;
  }

  /** The bytes of the last request, 16 a line; undefined if nothing was sent. */
  async bytesSent(): Promise<{ readonly lines: readonly string[]; readonly note: string | null } | undefined> {
    return this.#sent && sentBytes(this.#sent, this.#hiding);
  }

  /** Sets the listener of new messages; `replay` has the earlier ones. `again` is called when those have changed. */
  listen(listener: ((message: ToPanel) => void) | undefined, again?: () => void): void {
    this.#listener = listener;
    this.#again = again;
  }

  /** All messages so far except the events and the body's text, which the page requests. */
  replay(): readonly ToPanel[] {
    return [...this.#messages.all, ...(this.#sent === undefined ? this.#asking : []), ...this.#text.replay()];
  }

  /**
   * Changes the document of the request after its file was renamed or saved for the first time, also in the messages.
   * @param file the new path
   */
  moveTo(uri: DocumentUri, file: string): void {
    this.#uri = uri;
    const { place } = this;
    if (place === undefined || place.file === file) return;
    this.place = { ...place, file };
    if (this.#messages.replace((message) => withFile(message, place.file, file))) this.#again?.();
  }

  /** Ends the run with a failure if an unexpected error prevented the event `finished`. */
  broke(failure: Failure): void {
    if (this.summary !== undefined) return;
    if (this.#messages.all.length === 0) {
      const { title } = this.request;
      this.apply({
        kind: 'started',
        at: 0,
        name: title,
        title,
        file: this.uri.fsPath,
        line: 1,
        method: '',
        urlTemplate: '',
        time: Date.now(),
      });
    }
    this.apply({ kind: 'finished', at: 0, outcome: 'failed', failure, timings: noTimings, sizes: { headers: 0, body: 0, bodyDecoded: 0 } });
  }

  apply(e: RunEvent): void {
    const runId = this.id;
    switch (e.kind) {
      case 'started':
        this.#began = performance.now();
        this.place = { file: e.file, line: e.line };
        return this.#post(startedMessage(runId, e, this.environment));
      case 'asking':
        this.#asking = [askingMessage(runId, e, this.#began)];
        return this.#asking.forEach((message) => this.#listener?.(message));
      case 'sending':
        this.#sent = e;
        return this.#post(sendingMessage(runId, e, this.#began));
      case 'connected':
        return this.#post({ type: 'connected', runId, reused: e.reused, ...panelConnection(e.info) });
      case 'uploading':
        this.#listener?.({ type: 'uploading', runId, at: e.at, sent: e.sent, total: e.total });
        return;
      case 'informational':
        return this.#post(informationalMessage(runId, e, this.#hiding.mask));
      case 'redirect':
        return this.#post(redirectMessage(runId, e, this.#hiding.mask));
      case 'head':
        this.#status = e.head.status;
        this.#contentType = headerValue(e.head.headers, 'content-type') ?? '';
        this.joinedText.head(e, this.#kept, () => this.#post({ type: 'liveText', runId }));
        return this.#post(headMessage(runId, e, this.#hiding.mask));
      case 'trailers':
        return this.#post({ type: 'trailers', runId, headers: maskedHeaders(e.headers, this.#hiding.mask) });
      case 'checking':
        return this.#post({ type: 'checking', runId });
      case 'chunk':
        if (this.#kept === undefined) return;
        // The body has the chunk already, or a part of it if the disk is full.
        this.#lines.push(e.bytes.subarray(0, this.#kept.size - this.#indexed));
        this.#indexed = this.#kept.size;
        this.#text.prepare(this.#kept.size);
        this.joinedText.grew();
        this.#listener?.({ type: 'progress', runId, at: e.at, received: this.#kept.received });
        return;
      case 'event': {
        if (this.joinedText.event(e.event)) this.#post({ type: 'chat', runId });
        const event = this.stream.push(e.event);
        this.#listener?.({ type: 'events', runId, events: [this.stream.withText(event)], total: this.events.total });
        return;
      }
      case 'reconnecting': {
        const text = reconnectMessage(e);
        this.#post({ type: 'seam', runId, index: this.events.total, text });
        return this.#post({ type: 'console', runId, lines: [{ at: e.at, level: 'info', text }] });
      }
      case 'retrying':
      case 'challenged':
      case 'script':
      case 'needed':
      case 'substituted':
        for (const message of runStepsOf(runId, e)) this.#post(message);
        return;
      case 'comment':
        this.stream.comment(e.at, e.text);
        this.#listener?.({ type: 'events', runId, events: [], total: this.events.total });
        return;
      case 'reconnected':
        return;
      case 'variables':
        return this.#hideMore();
      case 'console':
        return this.#post({ type: 'console', runId, lines: [consoleLine(e)] });
      case 'test':
        return this.#post({ type: 'tests', runId, tests: [{ ...e.result, line: e.result.line ?? null }] });
      case 'finished':
        this.joinedText.end();
        this.summary = { outcome: e.outcome, status: this.#status, failure: e.failure ?? null };
        this.#hideMore();
        this.#finishBody(e.at);
        this.#warnOfDroppedEvents(e.at);
        return this.#post(finishedMessage(runId, e));
    }
  }

  /** Masks all messages again if a script has found new secrets, and notifies the listener. */
  #hideMore(): void {
    const met = this.#hiding.secretsMet();
    if (met === this.#secretsMet) return;
    this.#secretsMet = met;
    const isOther = this.stream.maskAgain();
    if (this.#messages.replace((message) => maskedMessage(message, this.#hiding.mask)) || isOther) this.#again?.();
  }

  #warnOfDroppedEvents(at: number): void {
    const { first, failure } = this.events;
    if (first === 0 || failure === undefined) return;
    const text = t('The first {0} events were dropped: {1}.', first, failure);
    this.#post({ type: 'console', runId: this.id, lines: [{ at, level: 'warn', text }] });
  }

  #mask(text: string): string {
    return this.#hiding.mask(text);
  }

  #finishBody(at: number): void {
    const head = this.#messages.all.find((m) => m.type === 'head');
    const kept = this.#kept;
    if (head === undefined || kept === undefined) return;
    const body = new BodyText(kept, this.#lines, this.#contentType, this.#decode, this.#hiding);
    this.body = body;
    this.preview = new BodyPreview(kept, this.#contentType, this.#decode, this.#hiding);
    const { view, modes, isHuge } = body;
    const [mode] = modes;
    const isText = !isHuge && (mode === 'pretty' || mode === 'raw');
    if (isText) {
      const facts = { body: kept, view, contentType: this.#contentType, hiding: this.#hiding, charsetOf: this.#charsetOf };
      const post = (message: ToPanel): void => this.#listener?.(message);
      this.#text.begin(this.id, facts, post);
      if (this.#listener !== undefined) void this.#text.postFirst(this.id, mode, post);
    }
    if (view === 'json' && this.joinedText.body(kept.size, at, () => body.text())) this.#post({ type: 'chat', runId: this.id });
    this.#post(bodyMessage(this.id, this.#contentType, body, this.preview, kept, this.#hiding.mask, isText));
  }

  #post(message: ToPanel): void {
    this.#messages.push(message);
    this.#listener?.(message);
  }
}
