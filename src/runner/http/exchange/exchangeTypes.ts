import type { StreamKind } from '../../../base/events/streamKind.ts';
import type { Header, ResolvedRequest } from '../../../language/index.ts';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import type { Redirect, ResponseHead, SentRequest, Sizes, Timings } from '../../ports/events.ts';
import type { ExchangeCookies } from '../../cookies/cookieJars.ts';
import type { ReqError } from '../../../base/reqError.ts';
import type { Target } from './checkRequest.ts';
import type { Route } from './route.ts';

/** Called synchronously from the socket, in order. A slow listener does not pause the socket. */
export interface ExchangeListener {
  sending(request: SentRequest): void;
  connected(info: ConnectionInfo, reused: boolean): void;
  /** Progress in bytes; only for large bodies. */
  uploading(sent: number, total: number): void;
  informational(head: ResponseHead): void;
  redirect(redirect: Redirect): void;
  /** A warning for the user, such as why a redirect is not followed. */
  warn(text: string): void;
  /** A cookie was not stored. @param text the reason @param isOwn as in a console event */
  cookieRefused(text: string, isOwn?: true): void;
  /** The server requires credentials, so the request is sent again with them. */
  challenged(status: number, timings: Timings): void;
  head(head: ResponseHead, stream: StreamKind | undefined, charset: string | undefined): void;
  /** Called after the last `chunk`. */
  trailers(headers: readonly Header[]): void;
  /** Bytes after content decoding. */
  chunk(bytes: Uint8Array): void;
}

export interface ExchangeResult {
  /** Undefined for a complete response. Data received before a failure has been reported. */
  readonly error: ReqError | undefined;
  readonly timings: Timings;
  readonly sizes: Sizes;
  /** The server refused a token and `isRefusable` returned true. Its response was not reported. */
  readonly refused: boolean;
  /** Head of a response that `passes` skipped. It was not reported. */
  readonly passed: ResponseHead | undefined;
}

/** Settings of an exchange that do not come from the file. */
export interface ExchangeSettings {
  /** Chooses the route to a target. Default: a direct connection with Node's CAs. Rejects for invalid settings. */
  readonly route?: (request: ResolvedRequest, target: Target) => Promise<Route>;
  /** Receives credentials to mask, before the message that contains them is reported. */
  readonly hide?: (credentials: string) => void;
  /** Cookie jar. Without it only written cookies are sent, and none are stored. */
  readonly cookies?: ExchangeCookies;
  /** Called before each message; rejects if it must not be sent. */
  readonly permits?: (message: ResolvedRequest, isRedirect: boolean) => Promise<void>;
  /** Milliseconds that the run has waited for the user so far. They are in no timing and no time limit. */
  readonly waited?: () => number;
  /** Whether a token refused with 401 can be replaced by a new one. */
  readonly isRefusable?: () => boolean;
  /** Whether to skip a response because the request will be sent again. */
  readonly passes?: (head: ResponseHead) => boolean;
  /** Used if the request has no `User-Agent`. */
  readonly userAgent: string;
  /** Limit of decoded body bytes, against decompression bombs; 0 is no limit. */
  readonly maxBodySize: number;
}

export type Exchange = (
  request: ResolvedRequest,
  settings: ExchangeSettings,
  listener: ExchangeListener,
  signal: AbortSignal,
) => Promise<ExchangeResult>;
