import type { Header, ResolvedRequest } from '../../../language/index.ts';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import type { Redirect, ResponseHead, SentRequest, Sizes, StreamKind, Timings } from '../../ports/events.ts';
import type { ExchangeCookies } from '../../cookies/cookieJars.ts';
import type { ReqError } from '../../../base/reqError.ts';
import type { Target } from './checkRequest.ts';
import type { Route } from './route.ts';

/** Told as it happens, in order, synchronously from the socket: a slow listener never pauses the socket. `at` is the performance clock. */
export interface ExchangeListener {
  sending(request: SentRequest): void;
  connected(info: ConnectionInfo, reused: boolean): void;
  /** So many bytes of a large body have left. */
  uploading(sent: number, total: number): void;
  informational(head: ResponseHead): void;
  redirect(redirect: Redirect): void;
  /** What a person should know: why a redirect is not followed, say. */
  warn(text: string): void;
  /** A cookie is not kept, and why. @param isOwn as of a console event */
  cookieRefused(text: string, isOwn?: true): void;
  /** The server asked for credentials, and the request is sent again with them. */
  challenged(status: number, timings: Timings): void;
  head(head: ResponseHead, stream: StreamKind | undefined, charset: string | undefined): void;
  /** Headers that came after the body, told after all of it. */
  trailers(headers: readonly Header[]): void;
  /** Bytes after content decoding. */
  chunk(bytes: Uint8Array): void;
}

export interface ExchangeResult {
  /** Undefined for a whole response; what arrived before a failure has been told. */
  readonly error: ReqError | undefined;
  readonly timings: Timings;
  readonly sizes: Sizes;
  /** The server refused a token, and `isRefusable` says that another one may be had: its answer was not told. */
  readonly refused: boolean;
  /** An answer that `passes` let pass: it was not told. */
  readonly passed: ResponseHead | undefined;
}

/** Settings of one exchange that the file does not say. */
export interface ExchangeSettings {
  /** How a target is reached; without it directly, trusting whom Node trusts. Rejects where that cannot be said. */
  readonly route?: (request: ResolvedRequest, target: Target) => Promise<Route>;
  /** Takes what a message is signed with, before it is told: it is shown nowhere. */
  readonly hide?: (credentials: string) => void;
  /** Without them none are sent but those that the request names, and none are kept. */
  readonly cookies?: ExchangeCookies;
  /** Asked before each message; rejects where it may not leave. */
  readonly permits?: (message: ResolvedRequest, isRedirect: boolean) => Promise<void>;
  /** Whether another token may be had for one that a server refuses with 401. */
  readonly isRefusable?: () => boolean;
  /** Whether an answer is not to be told, since the request is sent again. */
  readonly passes?: (head: ResponseHead) => boolean;
  /** Default for `User-Agent` where the request names none. */
  readonly userAgent: string;
  /** Bytes a response body may have when decoded, against bombs; 0 is no limit. */
  readonly maxBodySize: number;
}

export type Exchange = (
  request: ResolvedRequest,
  settings: ExchangeSettings,
  listener: ExchangeListener,
  signal: AbortSignal,
) => Promise<ExchangeResult>;
