import { hexLine } from '../../../src/base/text/hexLine.ts';
import type { BodyMode, FromPanel, ToPanel } from '../../../src/protocol/messages.ts';
import type { PanelEvent } from '../../../src/protocol/streamMessages.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A body as in the editor: any number of lines, generated on demand. */
export interface Lines {
  readonly total: number;
  readonly line: (index: number) => string;
}

/** The editor's side of the protocol, simulated in the page. */
export class GalleryEditor {
  readonly sent: FromPanel[] = [];
  /** The reply to `wantPreview`. */
  picture: Uint8Array = new Uint8Array();
  /** Posts the text of the stream at each request of the page, which has cleared its text before. */
  postText: () => void = () => undefined;
  readonly #play: (editor: GalleryEditor) => void;
  #run = 0;
  #revision = 0;
  #start = 0;
  #lines: Readonly<Partial<Record<BodyMode, Lines>>> = {};
  #fixes: Extract<ToPanel, { type: 'fixes' }>['fixes'] = [];
  readonly #events: PanelEvent[] = [];
  #passing: readonly PanelEvent[] = [];
  #posted = 0;
  #timers: ReturnType<typeof setInterval>[] = [];

  constructor(play: (editor: GalleryEditor) => void) {
    this.#play = play;
  }

  /** Milliseconds since the run started. */
  get at(): number {
    return performance.now() - this.#start;
  }

  /** Begins a run with the given request. */
  start(request: { readonly method: string; readonly url: string; readonly name?: string; readonly environment?: string | null }): void {
    this.#run++;
    this.#start = performance.now();
    this.#events.length = 0;
    this.#revision = 0;
    this.#posted = 0;
    this.stopTimers();
    this.post({
      type: 'started',
      name: request.name ?? 'sample',
      file: '/home/ada/shop/users.req',
      line: 12,
      method: request.method,
      url: request.url,
      environment: request.environment ?? null,
      time: Date.now(),
    });
  }

  post(message: Without<ToPanel, 'runId'>): void {
    // What is of the panel, and of no run.
    const ofPanel = message.type === 'error' || message.type === 'ask';
    window.postMessage(ofPanel ? message : { ...message, runId: `run-${this.#run}` }, '*');
  }

  body(lines: Readonly<Partial<Record<BodyMode, Lines>>>): void {
    this.#lines = lines;
  }

  /** Adds an event to the next batch. */
  event(data: string, facts: Partial<PanelEvent> = {}): void {
    const index = this.#events.length;
    this.#events.push({
      index,
      at: this.at,
      event: 'message',
      data,
      id: '',
      retry: null,
      complete: true,
      delta: null,
      isGap: false,
      size: data.length,
      ...facts,
    });
  }

  /** Sends the collected events, as the editor does several times a second. */
  flush(): void {
    const events = this.#events.slice(this.#posted);
    this.#posted = this.#events.length;
    if (events.length > 0) this.post({ type: 'events', events, total: this.#events.length });
  }

  every(ms: number, act: () => void): void {
    this.#timers.push(setInterval(act, ms));
  }

  stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  finish(outcome: 'complete' | 'ended' | 'cancelled' | 'failed', facts: Partial<Extract<ToPanel, { type: 'finished' }>> = {}): void {
    this.stopTimers();
    this.flush();
    const total = this.at;
    this.post({
      type: 'finished',
      outcome,
      failure: null,
      timings: { queue: 0.2, dns: 1.2, connect: 3.1, tls: 11.4, send: 0.4, firstByte: total * 0.7, download: total * 0.2, total },
      sizes: { headers: 240, body: 1830, bodyDecoded: 4310 },
      ...facts,
    });
  }

  /** Actions for the failure, as the reply to the page's request. */
  fixes(fixes: Extract<ToPanel, { type: 'fixes' }>['fixes']): void {
    this.#fixes = fixes;
  }

  receive(message: FromPanel): void {
    this.sent.push(message);
    if (message.type === 'ready' || message.type === 'sendAgain') this.#play(this);
    else if (message.type === 'cancel') this.finish('cancelled');
    else if (message.type === 'wantText' && message.wanted) this.postText();
    else if (message.type === 'wantFixes') this.post({ type: 'fixes', fixes: this.#fixes });
    else if (message.type === 'applyFix') {
      this.#fixes = this.#fixes.filter(({ problem }) => problem !== message.problem);
      this.post({ type: 'fixes', fixes: this.#fixes });
    } else if (message.type === 'wantLines') {
      const source = this.#lines[message.mode] ?? { total: 0, line: () => '' };
      const count = Math.max(0, Math.min(message.count, source.total - message.start));
      const lines = Array.from({ length: count }, (_, i) => source.line(message.start + i));
      const { mode, start } = message;
      const page = { revision: this.#revision, start, total: source.total, lines, numbers: null, folds: [], titles: [] };
      if (mode === 'pretty' || mode === 'raw') this.post({ type: 'rows', mode, ...page });
      else this.post({ type: 'lines', mode, start, total: source.total, lines });
    } else if (message.type === 'wantPreview') {
      const { part, start } = message;
      const bytes = this.picture.slice(start, start + message.count);
      this.post({ type: 'preview', part, start, total: this.picture.length, data: { kind: 'bytes', bytes } });
    } else if (message.type === 'wantBytes') {
      const lines = Array.from({ length: 8 }, (_, i) => hexLine(i * 16, new Uint8Array(16).fill(0x4d + i), () => false));
      this.post({ type: 'bytes', lines, note: 'The first 64 KB of 2 MB.' });
    } else if (message.type === 'filter') {
      const { filterId, path } = message;
      this.#revision = filterId;
      this.post({ type: 'filtered', filterId, revision: filterId, count: path === '' ? null : 1000, isCut: false, problem: null });
    } else if (message.type === 'filterEvents') {
      const { types, query } = message.filter;
      this.#passing = this.#events.filter((e) => (types?.includes(e.event) ?? true) && e.data.includes(query?.text ?? ''));
      const [rows, scanned] = [this.#passing.length, this.#events.length];
      this.post({ type: 'eventsFound', view: message.view, rows, scanned, done: true, near: null, error: null });
    } else if (message.type === 'wantEvents') {
      const page = (message.view === 0 ? this.#events : this.#passing).slice(message.start, message.start + message.count);
      this.post({
        type: 'eventsPage',
        view: message.view,
        start: message.start,
        rows: page.map((event) => ({ kind: 'event', event, marks: [] })),
      });
    }
  }
}
