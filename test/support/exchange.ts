/** Sends by the real exchange and records all its events, for tests. */
import type { ReqError } from '../../src/base/reqError.ts';
import { plainConnection } from '../../src/language/semantics/request/resolvedRequest.ts';
import type { Header, RequestAuth, ResolvedRequest, SendOptions } from '../../src/language/index.ts';
import type { ConnectionInfo } from '../../src/runner/ports/connectionInfo.ts';
import type { Redirect, ResponseHead, SentRequest } from '../../src/runner/ports/events.ts';
import { exchange } from '../../src/runner/http/exchange/exchange.ts';
import type { ExchangeListener, ExchangeResult, ExchangeSettings } from '../../src/runner/http/exchange/exchangeTypes.ts';

export const settings: ExchangeSettings = { userAgent: 'Req/test', maxBodySize: 0 };

const defaults: SendOptions = {
  timeoutMs: 10_000,
  connectTimeoutMs: 0,
  idleTimeoutMs: 10_000,
  followRedirects: true,
  maxRedirects: 10,
  keepAuthOnRedirect: false,
  insecure: false,
  connection: plainConnection,
  maxEvents: undefined,
  maxTimeMs: undefined,
  textPath: undefined,
  reconnect: undefined,
  retry: undefined,
  cookieJar: true,
};

export interface RequestParts {
  readonly method?: string;
  readonly headers?: readonly Header[];
  readonly body?: string | ResolvedRequest['body'];
  readonly httpVersion?: ResolvedRequest['httpVersion'];
  readonly secrets?: readonly string[];
  readonly auth?: RequestAuth;
  readonly options?: Partial<SendOptions>;
}

/** A resolved request; GET without a body by default. */
export function resolved(url: string, parts: RequestParts = {}): ResolvedRequest {
  const { method = 'GET', headers = [], body = [], httpVersion, secrets = [], options = {}, auth } = parts;
  return {
    name: 'test',
    method,
    url,
    wireUrl: url,
    httpVersion,
    headers,
    ...(auth === undefined ? {} : { auth }),
    body: typeof body === 'string' ? [{ kind: 'text', text: body }] : body,
    options: { ...defaults, ...options },
    secrets,
  };
}

/** Records all events of one exchange. */
export class Reported implements ExchangeListener {
  /** The names of the events in order; consecutive chunks count as one. */
  readonly order: string[] = [];
  readonly sent: SentRequest[] = [];
  readonly connections: { readonly address: string; readonly info: ConnectionInfo; readonly reused: boolean }[] = [];
  readonly informationals: ResponseHead[] = [];
  /** Sent bytes and the total, of each report. */
  readonly uploads: (readonly [sent: number, total: number])[] = [];
  readonly redirects: Redirect[] = [];
  readonly warnings: string[] = [];
  /** Statuses of responses with an authentication challenge. */
  readonly challenges: number[] = [];
  trailing: readonly Header[] = [];
  response: ResponseHead | undefined;
  stream: string | undefined;
  charset: string | undefined;
  readonly chunks: Buffer[] = [];
  onTold: ((name: string) => void) | undefined;

  sending(request: SentRequest): void {
    this.sent.push(request);
    this.#note('sending');
  }
  connected(info: ConnectionInfo, reused: boolean): void {
    this.connections.push({ address: info.address, info, reused });
    this.#note('connected');
  }
  uploading(sent: number, total: number): void {
    this.uploads.push([sent, total]);
    if (this.order.at(-1) !== 'uploading') this.#note('uploading');
  }
  informational(head: ResponseHead): void {
    this.informationals.push(head);
    this.#note('informational');
  }
  redirect(redirect: Redirect): void {
    this.redirects.push(redirect);
    this.#note('redirect');
  }
  cookieRefused(text: string): void {
    this.warnings.push(text);
  }
  warn(text: string): void {
    this.warnings.push(text);
  }
  challenged(status: number): void {
    this.challenges.push(status);
    this.#note('challenged');
  }
  head(head: ResponseHead, stream: string | undefined, charset: string | undefined): void {
    this.response = head;
    this.stream = stream;
    this.charset = charset;
    this.#note('head');
  }
  trailers(headers: readonly Header[]): void {
    this.trailing = headers;
    this.#note('trailers');
  }
  chunk(bytes: Uint8Array): void {
    this.chunks.push(Buffer.from(bytes));
    this.#note('chunk');
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  #note(name: string): void {
    if (name !== 'chunk' || this.order.at(-1) !== 'chunk') this.order.push(name);
    this.onTold?.(name);
  }
}

export interface Sent extends ExchangeResult {
  readonly reported: Reported;
  readonly text: string;
}

export async function send(
  request: ResolvedRequest,
  signal: AbortSignal = new AbortController().signal,
  reported = new Reported(),
  limits: Partial<ExchangeSettings> = {},
): Promise<Sent> {
  const result = await exchange(request, { ...settings, ...limits }, reported, signal);
  return { ...result, reported, text: reported.text };
}

export async function sendFailing(
  request: ResolvedRequest,
  limits: Partial<ExchangeSettings> = {},
): Promise<Sent & { readonly error: ReqError }> {
  const sent = await send(request, undefined, undefined, limits);
  if (sent.error === undefined) throw new Error(`the exchange succeeded with status ${sent.reported.response?.status}`);
  return { ...sent, error: sent.error };
}
