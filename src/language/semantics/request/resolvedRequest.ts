import type { Place } from '../../../base/reqError.ts';

/** One header as it goes on the wire: name and value as written. */
export type Header = readonly [name: string, value: string];

/** A piece of a body, in order. Text is sent as UTF-8, files as their bytes (or resolved, when they came by `<@`: then they are text here). */
export type BodyPart =
  | { readonly kind: 'text'; readonly text: string }
  /** An absolute path; the file is streamed. `at` is where the request names it, `version` the file that may be sent. */
  | { readonly kind: 'file'; readonly path: string; readonly at?: Place; readonly version?: string };

/** A file that a directive names. */
export interface NamedFile {
  /** As it is written. */
  readonly path: string;
  /** The file that it is written in; undefined for the request's own. */
  readonly from: string | undefined;
}

/** The client's certificate and its key. */
export interface ClientCertificate {
  /** PEM, or both in a PKCS#12 file. */
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

/** How a request gets to its server, as its directives say. */
export interface ConnectionOptions {
  /** A URL, or `none`. Undefined where settings decide. */
  readonly proxy: string | undefined;
  /** The innermost first. */
  readonly resolve: readonly ResolveRule[];
  /** PEM files of those who are trusted too. */
  readonly cacert: readonly NamedFile[];
  /** `none` where no certificate is to go. Undefined where settings decide. */
  readonly certificate: ClientCertificate | 'none' | undefined;
  /** A redirect has led to another origin than the author's. */
  readonly elsewhere?: true;
}

/** Without any directive. */
export const plainConnection: ConnectionOptions = { proxy: undefined, resolve: [], cacert: [], certificate: undefined };

/** `@retry N [delay]`. */
export interface RetryOptions {
  /** More tries than the first. */
  readonly tries: number;
  /** Milliseconds between two. */
  readonly delayMs: number;
}

/** Limits that a directive, a flag of the command or a setting can set. */
export type LimitName = 'timeout' | 'connect-timeout' | 'idle-timeout' | 'max-redirects' | 'max-events' | 'max-time';

/** Who has set the limits, as people write it: `--timeout`, `req.timeout`. */
export type LimitNames = Readonly<Partial<Record<LimitName, string>>>;

export interface SendOptions {
  /** For limits that no directive has set. */
  readonly limitNames?: LimitNames;
  /** Until the response's head, in milliseconds; 0 is no limit. */
  readonly timeoutMs: number;
  /** Until each connection is made, in milliseconds; 0 is no limit. */
  readonly connectTimeoutMs: number;
  /** Between two chunks of the response, in milliseconds; 0 is no limit. */
  readonly idleTimeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  readonly keepAuthOnRedirect: boolean;
  /** Send the cookies of the collection and environment, and keep those that are set. */
  readonly cookieJar: boolean;
  /** Accept invalid certificates, for this request only. */
  readonly insecure: boolean;
  /** It was said for all requests (`--insecure`), and so for every origin. */
  readonly insecureEverywhere?: true;
  /** The only origin that `insecure` counts for, once a redirect has led to another one. */
  readonly insecureOnlyFor?: string;
  /** Send `Content-Length` and `Transfer-Encoding` as they are written, whatever the body. */
  readonly unsafeFraming?: true;
  readonly connection: ConnectionOptions;
  readonly maxEvents: number | undefined;
  /** Ends a stream with success after so many milliseconds. */
  readonly maxTimeMs: number | undefined;
  /** The path whose text a stream's Text view joins. */
  readonly textPath: string | undefined;
  /** Connect again when an event stream ends; how many tries in a row may bring nothing. Undefined: do not. */
  readonly reconnect: number | undefined;
  /** Send again where nothing is answered, or what may be another answer soon. Undefined: do not. */
  readonly retry: RetryOptions | undefined;
}

/** Credentials that depend on the message they go with: it is signed when it is sent. */
export type RequestAuth =
  | { readonly kind: 'digest'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'aws';
      readonly key: string;
      readonly secret: string;
      /** Of a session. */
      readonly token: string | undefined;
      /** Undefined where the host's name is to tell. */
      readonly region: string | undefined;
      readonly service: string | undefined;
    };

/** A request with nothing left to look up: what will be sent. */
export interface ResolvedRequest {
  readonly name: string;
  /** A token of RFC 9110 §9.1, as it will be sent. */
  readonly method: string;
  /** Absolute, as the author's text resolved: `http://h/Hello World`. */
  readonly url: string;
  /** Absolute, ready for the wire, without fragment: `http://h/Hello%20World`. */
  readonly wireUrl: string;
  /** Written in the request line; undefined where none is. */
  readonly httpVersion: '1.0' | '1.1' | '2' | undefined;
  readonly headers: readonly Header[];
  readonly auth?: RequestAuth;
  /** Empty for no body. */
  readonly body: readonly BodyPart[];
  readonly options: SendOptions;
  /** Texts that must never be shown: resolved secrets. */
  readonly secrets: readonly string[];
}
