import type { OAuth1Method } from '../../catalog/signatures.ts';
import type { NamedFile } from '../request/namedFile.ts';

/** A key of a signature: its text, or a file that the runner reads. */
export type KeySource = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'file'; readonly file: NamedFile };

export interface JwtAuth {
  readonly kind: 'jwt';
  /** A name of RFC 7518 §3.1 or RFC 8037: `HS256`, `EdDSA`. */
  readonly algorithm: string;
  /** PEM, a JWK, or the text of a secret. */
  readonly key: KeySource;
  readonly isBase64: boolean;
  /** A JSON object each. `iat` and `exp` are added when the token is made. */
  readonly claims: string;
  readonly headers: string;
  readonly lifetimeMs: number;
  readonly place:
    | { readonly in: 'header'; readonly name: string; readonly prefix: string }
    | { readonly in: 'query'; readonly name: string };
}

export interface OAuth1Auth {
  readonly kind: 'oauth1';
  readonly consumerKey: string;
  /** The consumer secret, or the private key for RSA. */
  readonly key: KeySource;
  readonly token: string | undefined;
  readonly tokenSecret: string;
  readonly method: OAuth1Method;
  readonly in: 'header' | 'query' | 'body';
  readonly realm: string | undefined;
  readonly callback: string | undefined;
  readonly verifier: string | undefined;
  /** `oauth_body_hash`, for bodies that are not a form. */
  readonly hashesBody: boolean;
}

export interface WsseAuth {
  readonly kind: 'wsse';
  readonly user: string;
  readonly password: string;
}

export interface HawkAuth {
  readonly kind: 'hawk';
  readonly id: string;
  readonly key: string;
  readonly algorithm: 'sha256' | 'sha1';
  readonly ext: string | undefined;
  readonly app: string | undefined;
  readonly dlg: string | undefined;
  readonly hashesBody: boolean;
}

/** Credentials that depend on the message, which is signed when it is sent. */
export type RequestAuth =
  | { readonly kind: 'digest'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'aws';
      readonly key: string;
      readonly secret: string;
      /** The session token of temporary credentials. */
      readonly token: string | undefined;
      /** Undefined to derive it from the host name. */
      readonly region: string | undefined;
      readonly service: string | undefined;
    }
  | JwtAuth
  | OAuth1Auth
  | WsseAuth
  | HawkAuth;
