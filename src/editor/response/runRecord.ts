import type * as vscode from 'vscode';
import { Octets } from '../../base/octets.ts';
import type { Failure } from '../../base/reqError.ts';
import { seamText } from '../../base/seamText.ts';
import type { RequestIdentity } from '../../language/index.ts';
import type { Outcome, RunEvent } from '../../runner/index.ts';
import type { PanelEvent, ToPanel } from '../../protocol/messages.ts';
import { BodyText, type Decode } from './bodyText.ts';
import { EventLog } from './eventLog.ts';
import { hidesNothing, maskedMessage, type Hiding } from './hiding.ts';

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
  readonly request: RequestIdentity;
  readonly environment: string | null;
  readonly events = new EventLog();
  body: BodyText | undefined;
  summary: RunSummary | undefined;
  readonly #messages: ToPanel[] = [];
  readonly #octets = new Octets(bodyLimit);
  #size = 0;
  #contentType = '';
  #status: number | null = null;
  #listener: ((message: ToPanel) => void) | undefined;
  #again: (() => void) | undefined;
  #hiding = hidesNothing;
  /** How many secrets were known when all that was told was masked. */
  #secretsMet = 0;
  #decode: Decode = (bytes) => new TextDecoder().decode(bytes);

  constructor(id: string, uri: vscode.Uri, request: RequestIdentity, environment: string | null) {
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
  use(hiding: Hiding, decode: Decode): void {
    this.#hiding = hiding;
    this.#decode = decode;
  }

  /** The one who is told of everything from now on; `replay` gives what was before. `again`: that is another now. */
  listen(listener: ((message: ToPanel) => void) | undefined, again?: () => void): void {
    this.#listener = listener;
    this.#again = again;
  }

  /** All messages so far but the events and the body's text, which the page asks for. */
  replay(): readonly ToPanel[] {
    return this.#messages;
  }

  /** The octets of the body as they came, content codings undone; of one too large the first. */
  bytes(): Uint8Array {
    return this.#octets.bytes();
  }

  /** Octets that were not kept. */
  get lost(): number {
    return this.#size - this.#octets.size;
  }

  /** A defect has ended the run before it could tell so itself. */
  broke(failure: Failure): void {
    if (this.summary !== undefined) return;
    if (this.#messages.length === 0) {
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
    const timings = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 0 };
    this.apply({ kind: 'finished', at: 0, outcome: 'failed', failure, timings, sizes: { headers: 0, body: 0, bodyDecoded: 0 } });
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
        return this.#say({ type: 'connected', runId, address: e.info.address, reused: e.reused });
      case 'uploading':
        this.#listener?.({ type: 'uploading', runId, sent: e.sent, total: e.total });
        return;
      case 'informational':
        return this.#say({
          type: 'informational',
          runId,
          status: e.head.status,
          statusText: this.#mask(e.head.statusText),
          headers: this.#masked(e.head.headers),
        });
      case 'redirect': {
        const { status, url, location, dropped, warnings, address, reused, timings } = e;
        const headers = this.#masked(e.headers);
        return this.#say({ type: 'redirect', runId, status, url, location, dropped, warnings, headers, address, reused, timings });
      }
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
          statusText: this.#mask(statusText),
          httpVersion,
          headers: this.#masked(headers),
          stream: e.stream ?? null,
        });
      }
      case 'trailers':
        return this.#say({ type: 'trailers', runId, headers: this.#masked(e.headers) });
      case 'chunk':
        this.#size += e.bytes.length;
        this.#octets.push(e.bytes);
        this.#listener?.({ type: 'progress', runId, at: e.at, received: this.#size });
        return;
      case 'event': {
        const event: PanelEvent = this.#maskEvent(e.event);
        this.events.push(event);
        this.#listener?.({ type: 'events', runId, events: [event], total: this.events.total });
        return;
      }
      case 'reconnecting':
        return this.#say({ type: 'console', runId, lines: [{ at: e.at, level: 'info', text: seamText(e) }] });
      case 'reconnected':
      case 'comment':
        return;
      case 'variables':
        return this.#hideMore();
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
        this.#hideMore();
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

  /** A script may find out that what has been told holds a secret: it is hidden in all of that, and told again. */
  #hideMore(): void {
    const met = this.#hiding.secretsMet();
    if (met === this.#secretsMet) return;
    this.#secretsMet = met;
    let isOther = this.events.change((e) => this.#maskEvent(e));
    for (const [i, message] of this.#messages.entries()) {
      const masked = maskedMessage(message, this.#hiding.mask);
      isOther ||= masked !== message;
      this.#messages[i] = masked;
    }
    if (isOther) this.#again?.();
  }

  #mask(text: string): string {
    return this.#hiding.mask(text);
  }

  #maskEvent(e: PanelEvent): PanelEvent {
    const [data, event, id] = [this.#mask(e.data), this.#mask(e.event), this.#mask(e.id)];
    return data === e.data && event === e.event && id === e.id ? e : { ...e, data, event, id };
  }

  #finishBody(): void {
    const head = this.#messages.find((m) => m.type === 'head');
    if (head === undefined) return;
    this.body = new BodyText(this.bytes(), this.#contentType, this.#decode, this.#hiding);
    const { view } = this.body;
    const note = this.lost > 0 ? `Only the first ${this.#octets.size} of ${this.#size} octets are kept here.` : this.body.note;
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
    return headers.map(([name, value]) => [this.#mask(name), this.#mask(value)] as const);
  }

  #say(message: ToPanel): void {
    this.#messages.push(message);
    this.#listener?.(message);
  }
}
