import type { Place } from '../../../base/reqError.ts';
import type { NamedFile } from './namedFile.ts';
import type { RequestAuth } from '../auth/requestAuth.ts';

/** A header as sent: name and value as written. */
export type Header = readonly [name: string, value: string];

/** A piece of a body. Text is sent as UTF-8, files as their bytes. Files included with `<@` are already text here. */
export type BodyPart =
  | { readonly kind: 'text'; readonly text: string }
  /** An absolute path; the file is streamed. `at` is its place in the request, `version` identifies the file content to send. */
  | { readonly kind: 'file'; readonly path: string; readonly at?: Place; readonly version?: string };

export interface ClientCertificate {
  /** A PEM file, or a PKCS#12 file with certificate and key. */
  readonly cert: NamedFile;
  readonly key: NamedFile | undefined;
  readonly passphrase: string | undefined;
}

/** Addresses to connect to for a host and a port: `@resolve`. */
export interface ResolveRule {
  /** In lower case, without brackets; `*` for every host. */
  readonly hostname: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

export interface ConnectionOptions {
  /** A URL, or `none`. Undefined to use the settings. */
  readonly proxy: string | undefined;
  /** The innermost first. */
  readonly resolve: readonly ResolveRule[];
  /** PEM files of additional trusted CAs. */
  readonly cacert: readonly NamedFile[];
  /** `none` to send no certificate. Undefined to use the settings. */
  readonly certificate: ClientCertificate | 'none' | undefined;
  /** A redirect has left the origin in the file. */
  readonly elsewhere?: true;
}

/** The options of a request without connection directives. */
export const plainConnection: ConnectionOptions = { proxy: undefined, resolve: [], cacert: [], certificate: undefined };

/** `@retry N [delay]`. */
export interface RetryOptions {
  readonly tries: number;
  /** Milliseconds between two attempts. */
  readonly delayMs: number;
}

/** Limits that can be set by a directive, a command flag or a setting. */
export type LimitName = 'timeout' | 'connect-timeout' | 'idle-timeout' | 'max-redirects' | 'max-events' | 'max-time';

/** The flag or setting that set each limit, for messages: `--timeout`, `req.timeout`. */
export type LimitNames = Readonly<Partial<Record<LimitName, string>>>;

export interface SendOptions {
  /** For limits that are not set by a directive. */
  readonly limitNames?: LimitNames;
  /** Milliseconds until the response's headers; 0 for no limit. */
  readonly timeoutMs: number;
  /** Milliseconds until each connection is established; 0 for no limit. */
  readonly connectTimeoutMs: number;
  /** Milliseconds between two chunks of the response; 0 for no limit. */
  readonly idleTimeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  readonly keepAuthOnRedirect: boolean;
  /** Send the cookies of the collection and environment, and store new ones. */
  readonly cookieJar: boolean;
  /** Accept invalid certificates, for this request only. */
  readonly insecure: boolean;
  /** `insecure` was set for all requests (`--insecure`), so it applies to every origin. */
  readonly insecureEverywhere?: true;
  /** The only origin to which `insecure` applies, after a redirect to another one. */
  readonly insecureOnlyFor?: string;
  /** Send `Content-Length` and `Transfer-Encoding` as written, even if they do not match the body. */
  readonly unsafeFraming?: true;
  readonly connection: ConnectionOptions;
  readonly maxEvents: number | undefined;
  /** Milliseconds after which a stream ends successfully. */
  readonly maxTimeMs: number | undefined;
  /** Applies to event streams without `maxTimeMs`. */
  readonly streamTimeMs?: number;
  /** The path to the text in each event, which a stream's Text view joins. */
  readonly textPath: string | undefined;
  /** Reconnect when an event stream ends: the maximum number of consecutive attempts without an event. Undefined: do not. */
  readonly reconnect: number | undefined;
  /** Send again without a response or after a temporary failure. Undefined: do not. */
  readonly retry: RetryOptions | undefined;
}

/** A request without placeholders, as it will be sent. */
export interface ResolvedRequest {
  readonly name: string;
  /** A token (RFC 9110 §9.1). */
  readonly method: string;
  /** Absolute, for display, without encoding: `http://h/Hello World`. */
  readonly url: string;
  /** Absolute, encoded for sending, without fragment: `http://h/Hello%20World`. */
  readonly wireUrl: string;
  /** From the request line or `@http2`; undefined for the default. */
  readonly httpVersion: '1.0' | '1.1' | '2' | undefined;
  readonly headers: readonly Header[];
  readonly auth?: RequestAuth;
  /** Empty for no body. */
  readonly body: readonly BodyPart[];
  readonly options: SendOptions;
  /** Values of secrets, which must never be shown. */
  readonly secrets: readonly string[];
}
