import type * as vscode from 'vscode';
import type { RequestSummary } from '../../language/index.ts';
import type { Failure } from '../../base/reqError.ts';
import type { Outcome, RunEvent } from '../../runner/index.ts';
import type { PanelEvent, ToPanel } from '../../protocol/messages.ts';
import { BodyText, type Decode } from './bodyText.ts';
import { EventLog } from './eventLog.ts';

/** Octets of a response's body that are kept to be looked at. */
const bodyLimit = 256 * 1024 * 1024;

/** How a run ended, as the command `req.send` returns it to whoever runs it. */
export interface RunSummary {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly failure: Failure | null;
}

/** Everything that is known of one run, as the panel shows it: a fold over its events. It outlives the panel. */
export class RunRecord {
  readonly id: string;
  readonly uri: vscode.Uri;
  readonly request: RequestSummary;
  readonly environment: string | null;
  readonly events = new EventLog();
  body: BodyText | undefined;
  summary: RunSummary | undefined;
  readonly #messages: ToPanel[] = [];
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #stored = 0;
  #contentType = '';
  #status: number | null = null;
  #listener: ((message: ToPanel) => void) | undefined;
  #mask: (text: string) => string = (text) => text;
  #decode: Decode = (bytes) => new TextDecoder().decode(bytes);

  constructor(id: string, uri: vscode.Uri, request: RequestSummary, environment: string | null) {
    this.id = id;
    this.uri = uri;
    this.request = request;
    this.environment = environment;
  }

  /** Octets of the body so far. */
  get received(): number {
    return this.#size;
  }

  /** How the runner takes secrets out of texts and reads bodies. */
  use(mask: (text: string) => string, decode: Decode): void {
    this.#mask = mask;
    this.#decode = decode;
  }

  /** The one who is told of everything from now on; `replay` gives what was before. */
  listen(listener: ((message: ToPanel) => void) | undefined): void {
    this.#listener = listener;
  }

  /** All messages so far but the events and the body's text, which the page asks for. */
  replay(): readonly ToPanel[] {
    return this.#messages;
  }

  /** The octets of the body as they came, decoded. */
  bytes(): Uint8Array {
    return this.#chunks.length === 1 ? (this.#chunks[0] as Uint8Array) : Buffer.concat(this.#chunks);
  }

  apply(e: RunEvent): void {
    const runId = this.id;
    switch (e.kind) {
      case 'started':
        return this.#say({
          type: 'started',
          runId,
          name: e.title || e.name,
          file: e.file,
          line: e.line,
          method: e.method,
          url: e.urlTemplate,
          environment: this.environment,
          time: e.time,
        });
      case 'sending': {
        const { method, url, wireUrl, headers, added, bodyText, bodySize } = e.request;
        const httpVersion = `HTTP/${e.request.httpVersion}`;
        return this.#say({
          type: 'sending',
          runId,
          method,
          url,
          wireUrl,
          httpVersion,
          headers,
          added,
          bodyText: bodyText ?? null,
          bodySize: bodySize ?? null,
        });
      }
      case 'connected':
        return this.#say({ type: 'connected', runId, address: e.address, reused: e.reused });
      case 'informational':
        return this.#say({
          type: 'informational',
          runId,
          status: e.head.status,
          statusText: e.head.statusText,
          headers: this.#masked(e.head.headers),
        });
      case 'redirect':
        return this.#say({ type: 'redirect', runId, status: e.status, url: e.url, location: e.location });
      case 'head': {
        const { status, statusText, headers } = e.head;
        const httpVersion = `HTTP/${e.head.httpVersion}`;
        this.#status = status;
        this.#contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
        return this.#say({
          type: 'head',
          runId,
          at: e.at,
          status,
          statusText,
          httpVersion,
          headers: this.#masked(headers),
          stream: e.stream ?? null,
        });
      }
      case 'chunk':
        this.#size += e.bytes.length;
        if (this.#stored + e.bytes.length <= bodyLimit) {
          this.#chunks.push(e.bytes);
          this.#stored += e.bytes.length;
        }
        this.#listener?.({ type: 'progress', runId, at: e.at, received: this.#size });
        return;
      case 'event': {
        const event: PanelEvent = this.#maskEvent(e.event);
        this.events.push(event);
        this.#listener?.({ type: 'events', runId, events: [event], total: this.events.total });
        return;
      }
      case 'comment':
      case 'variables':
        return;
      case 'console':
        return this.#say({ type: 'console', runId, lines: [{ at: e.at, level: e.level, text: e.text }] });
      case 'test':
        return this.#say({
          type: 'tests',
          runId,
          tests: [{ name: e.result.name, passed: e.result.passed, message: e.result.message, line: e.result.line ?? null }],
        });
      case 'finished': {
        const { outcome, failure, timings, sizes } = e;
        this.summary = { outcome, status: this.#status, failure: failure ?? null };
        this.#finishBody();
        return this.#say({
          type: 'finished',
          runId,
          outcome,
          failure:
            failure === undefined
              ? null
              : { kind: failure.kind, message: failure.message, hint: failure.hint ?? null, at: failure.at ?? null },
          timings,
          sizes,
        });
      }
    }
  }

  #maskEvent(e: PanelEvent): PanelEvent {
    const data = this.#mask(e.data);
    return data === e.data ? e : { ...e, data };
  }

  #finishBody(): void {
    const head = this.#messages.find((m) => m.type === 'head');
    if (head === undefined) return;
    const cut = this.#size - this.#stored;
    this.body = new BodyText(this.bytes(), this.#contentType, this.#decode, (text) => this.#mask(text));
    const { view } = this.body;
    const note = cut > 0 ? `Only the first ${this.#stored} of ${this.#size} octets are kept here.` : this.body.note;
    this.#say({
      type: 'body',
      runId: this.id,
      view,
      contentType: this.#contentType,
      lines: this.body.count('pretty'),
      size: this.#size,
      note,
    });
  }

  #masked(headers: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    return headers.map(([name, value]) => [name, this.#mask(value)] as const);
  }

  #say(message: ToPanel): void {
    this.#messages.push(message);
    this.#listener?.(message);
  }
}
