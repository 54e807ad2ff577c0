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
  /** The allowed values; undefined for any value. */
  readonly values?: readonly string[];
  /** The required syntax of the value, with an example for the error message. */
  readonly check?: { readonly form: RegExp; readonly example: string };
}

export type AuthKind = 'none' | 'basic' | 'bearer' | 'apikey' | 'digest' | 'aws' | 'oauth2' | 'command';

export interface AuthEntry {
  readonly kind: AuthKind;
  readonly words: readonly AuthWord[];
  readonly options: readonly AuthOption[];
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
    summary: 'User and password in base64, in the header Authorization.',
    reference: 'RFC 7617',
  },
  {
    kind: 'bearer',
    words: [{ name: 'TOKEN', summary: 'The token; anyone who has it can sign in.' }],
    options: [],
    form: '# @auth bearer {{$secret.TOKEN}}',
    summary: 'A token, in the header Authorization.',
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
    summary: 'An API key, in a header of your choice or in the query.',
    reference: 'customary',
  },
  {
    kind: 'digest',
    words: [user, password],
    options: [],
    form: '# @auth digest {{user}} {{$secret.PASSWORD}}',
    summary: "A hash of the password and of the server's challenge.",
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
    summary: 'A signature of the request for Amazon Web Services.',
    reference: 'AWS Signature Version 4',
  },
  {
    kind: 'oauth2',
    words: [{ name: 'ID', summary: 'The name of a configuration under `Security`, `Auth` in the environment file.' }],
    options: [],
    form: '# @auth oauth2 ID',
    summary: 'An OAuth 2 token, fetched when needed, in the header Authorization.',
    reference: 'RFC 6749',
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
    summary: 'The token that a program prints, in the header Authorization.',
    reference: 'customary',
  },
  {
    kind: 'none',
    words: [],
    options: [],
    form: '# @auth none',
    summary: 'No credentials: ignores @auth of the file, its folders and the collection.',
    reference: 'customary',
  },
];

export const authEntry = (kind: string): AuthEntry | undefined => authentications.find((a) => a.kind === kind);
