import { t } from '../../base/l10n.ts';
import { jwtAlgorithms, oauth1Methods } from './signatures.ts';

/** A positional argument of `# @auth`. */
export interface AuthWord {
  readonly name: string;
  readonly summary: string;
}

/** A named argument of `# @auth`: `region=eu-central-1`. */
export interface AuthOption {
  readonly name: string;
  readonly summary: string;
  readonly needed?: true;
  /** The value is a list in brackets: `argv=["gcloud", "auth"]`. */
  readonly list?: true;
  /** The value is a JSON object in quotes: `claims='{"sub": "me"}'`. */
  readonly object?: true;
  /** The value is the path of a file. */
  readonly file?: true;
  /** The allowed values; undefined for any value. */
  readonly values?: readonly string[];
  /** The required syntax of the value, with an example for the error message. */
  readonly check?: { readonly form: RegExp; readonly example: string };
}

export type AuthKind =
  | 'none'
  | 'basic'
  | 'bearer'
  | 'apikey'
  | 'digest'
  | 'aws'
  | 'oauth2'
  | 'command'
  | 'jwt'
  | 'oauth1'
  | 'wsse'
  | 'hawk';

export interface AuthEntry {
  readonly kind: AuthKind;
  readonly words: readonly AuthWord[];
  readonly options: readonly AuthOption[];
  /** Exactly one of these options is needed. */
  readonly oneOf?: readonly string[];
  readonly form: string;
  readonly summary: string;
  readonly reference: string;
}

const duration = /^\d+(?:\.\d+)?\s*(?:ms|s|m|h)?$/;
const user: AuthWord = { name: 'USER', summary: 'The user name.' };
const password: AuthWord = { name: 'PASSWORD', summary: 'The password; "" for an empty one.' };

/** The kinds of `# @auth`. */
export const authentications: readonly AuthEntry[] = [
  {
    kind: 'basic',
    words: [user, password],
    options: [],
    form: '# @auth basic {{user}} {{$secret.PASSWORD}}',
    get summary() {
      return t('User and password in base64, in the header Authorization.');
    },
    reference: 'RFC 7617',
  },
  {
    kind: 'bearer',
    words: [{ name: 'TOKEN', summary: 'The token; anyone who has it can sign in.' }],
    options: [],
    form: '# @auth bearer {{$secret.TOKEN}}',
    get summary() {
      return t('A token, in the header Authorization.');
    },
    reference: 'RFC 6750',
  },
  {
    kind: 'apikey',
    words: [
      { name: 'NAME', summary: 'The name of the header or query parameter.' },
      { name: 'KEY', summary: 'The key.' },
    ],
    options: [{ name: 'in', summary: 'Where the key is sent: in a header (the default) or in the query.', values: ['header', 'query'] }],
    form: '# @auth apikey X-API-Key {{$secret.API_KEY}}',
    get summary() {
      return t('An API key, in a header of your choice or in the query.');
    },
    reference: 'customary',
  },
  {
    kind: 'digest',
    words: [user, password],
    options: [],
    form: '# @auth digest {{user}} {{$secret.PASSWORD}}',
    get summary() {
      return t("A hash of the password and of the server's challenge.");
    },
    reference: 'RFC 7616',
  },
  {
    kind: 'aws',
    words: [
      { name: 'KEY', summary: 'The access key.' },
      { name: 'SECRET', summary: 'The secret access key.' },
    ],
    options: [
      { name: 'region', summary: 'The region, if the host name does not contain it; us-east-1 by default.' },
      { name: 'service', summary: 'The service name for the signature, if the host name does not contain it: execute-api, s3.' },
      { name: 'token', summary: 'The session token of temporary credentials.' },
    ],
    form: '# @auth aws {{$secret.AWS_ACCESS_KEY_ID}} {{$secret.AWS_SECRET_ACCESS_KEY}}',
    get summary() {
      return t('A signature of the request for Amazon Web Services.');
    },
    reference: 'AWS Signature Version 4',
  },
  {
    kind: 'oauth2',
    words: [{ name: 'ID', summary: 'The name of a configuration under `Security`, `Auth` in the environment file.' }],
    options: [],
    form: '# @auth oauth2 ID',
    get summary() {
      return t('An OAuth 2 token, fetched when needed, in the header Authorization.');
    },
    reference: 'RFC 6749',
  },
  {
    kind: 'jwt',
    words: [],
    options: [
      { name: 'alg', summary: 'The signature algorithm; HS256 by default.', values: jwtAlgorithms },
      { name: 'key', summary: 'The secret of HS…, else the private key (PEM or JWK).' },
      { name: 'key-file', summary: 'The file with the key, relative to this file.', file: true },
      { name: 'encoding', summary: 'How the secret of HS… is written: as text (the default) or in base64.', values: ['text', 'base64'] },
      { name: 'claims', summary: 'The claims, a JSON object. iat and exp are added when sending.', object: true },
      { name: 'headers', summary: 'More members of the JOSE header, a JSON object.', object: true },
      { name: 'ttl', summary: 'The time from iat to exp; 5m by default.', check: { form: duration, example: '5m' } },
      { name: 'in', summary: 'Where the token is sent: in a header (the default) or in the query.', values: ['header', 'query'] },
      { name: 'name', summary: 'The name of the header or parameter; Authorization or token by default.' },
      { name: 'prefix', summary: 'The word before the token in the header; Bearer by default, "" for none.' },
    ],
    oneOf: ['key', 'key-file'],
    form: `# @auth jwt alg=HS256 key={{$secret.JWT_KEY}} claims='{"sub": "me"}'`,
    get summary() {
      return t('A JSON Web Token that Req signs when sending, in the header Authorization.');
    },
    reference: 'RFC 7519',
  },
  {
    kind: 'oauth1',
    words: [
      { name: 'KEY', summary: 'The consumer key (client identifier).' },
      { name: 'SECRET', summary: 'The consumer secret; for RSA-… the private key (PEM), or "" with key-file=.' },
    ],
    options: [
      { name: 'token', summary: 'The token.' },
      { name: 'token-secret', summary: 'The secret of the token.' },
      { name: 'method', summary: 'The signature method; HMAC-SHA1 by default.', values: oauth1Methods },
      { name: 'key-file', summary: 'The file with the private key of RSA-…, relative to this file.', file: true },
      {
        name: 'in',
        summary: 'Where the parameters are sent: Authorization (the default), the query, or a form in the body.',
        values: ['header', 'query', 'body'],
      },
      { name: 'realm', summary: 'The realm in Authorization.' },
      { name: 'callback', summary: 'oauth_callback, for a temporary token.' },
      { name: 'verifier', summary: 'oauth_verifier, to exchange a temporary token.' },
      { name: 'body-hash', summary: 'Adds oauth_body_hash for a body that is not a form.', values: ['true', 'false'] },
    ],
    form: '# @auth oauth1 {{$secret.CONSUMER_KEY}} {{$secret.CONSUMER_SECRET}} token={{$secret.TOKEN}} token-secret={{$secret.TOKEN_SECRET}}',
    get summary() {
      return t('An OAuth 1.0a signature of the request.');
    },
    reference: 'RFC 5849',
  },
  {
    kind: 'wsse',
    words: [user, password],
    options: [],
    form: '# @auth wsse {{user}} {{$secret.PASSWORD}}',
    get summary() {
      return t('A hash of the password, a nonce and the time, in the header X-WSSE.');
    },
    reference: 'WS-Security UsernameToken',
  },
  {
    kind: 'hawk',
    words: [
      { name: 'ID', summary: 'The identifier of the key.' },
      { name: 'KEY', summary: 'The key.' },
    ],
    options: [
      { name: 'algorithm', summary: 'The hash; sha256 by default.', values: ['sha256', 'sha1'] },
      { name: 'ext', summary: 'Application data, which is signed too.' },
      { name: 'app', summary: 'The application identifier (Oz).' },
      { name: 'dlg', summary: 'The delegating application (Oz); needs app=.' },
      { name: 'payload', summary: 'Whether the body is signed too; true by default.', values: ['true', 'false'] },
    ],
    form: '# @auth hawk {{$secret.HAWK_ID}} {{$secret.HAWK_KEY}}',
    get summary() {
      return t('A Hawk signature of the request.');
    },
    reference: 'Hawk',
  },
  {
    kind: 'command',
    words: [],
    options: [
      { name: 'argv', summary: 'The program and its arguments; they are not passed through a shell.', needed: true, list: true },
      { name: 'env', summary: 'The only REQ_SECRET_… environment variables that are passed to the program.', list: true },
      {
        name: 'ttl',
        summary: 'How long the token is cached; without it, the program runs for each send.',
        check: { form: duration, example: '50m' },
      },
    ],
    form: '# @auth command argv=["gcloud", "auth", "print-access-token"] ttl=50m',
    get summary() {
      return t('The token that a program prints, in the header Authorization.');
    },
    reference: 'customary',
  },
  {
    kind: 'none',
    words: [],
    options: [],
    form: '# @auth none',
    get summary() {
      return t('No credentials: ignores @auth of the file, its folders and the collection.');
    },
    reference: 'customary',
  },
];

export const authEntry = (kind: string): AuthEntry | undefined => authentications.find((a) => a.kind === kind);
