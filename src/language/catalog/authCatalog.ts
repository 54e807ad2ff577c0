/** A part of `# @auth` that counts by its place. */
export interface AuthWord {
  readonly name: string;
  readonly summary: string;
}

/** A part of `# @auth` that is named: `region=eu-central-1`. */
export interface AuthOption {
  readonly name: string;
  readonly summary: string;
  readonly needed?: true;
  /** A list in brackets: `argv=["gcloud", "auth"]`. */
  readonly list?: true;
  /** All that it can be. */
  readonly values?: readonly string[];
  /** What it must look like, and an example. */
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
const user: AuthWord = { name: 'USER', summary: 'The name one signs in with.' };
const password: AuthWord = { name: 'PASSWORD', summary: 'The password; "" where there is none.' };

/** Every form of `# @auth`. */
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
    words: [{ name: 'TOKEN', summary: 'Who holds it is let in.' }],
    options: [],
    form: '# @auth bearer {{$secret.TOKEN}}',
    summary: 'A token, in the header Authorization.',
    reference: 'RFC 6750',
  },
  {
    kind: 'apikey',
    words: [
      { name: 'NAME', summary: 'The name of the header or of the parameter.' },
      { name: 'KEY', summary: 'The key.' },
    ],
    options: [{ name: 'in', summary: 'Where the key stands: a header, if nothing is said, or the query.', values: ['header', 'query'] }],
    form: '# @auth apikey X-API-Key {{$secret.API_KEY}}',
    summary: 'A key of the API, in a header of your choice or in the query.',
    reference: 'customary',
  },
  {
    kind: 'digest',
    words: [user, password],
    options: [],
    form: '# @auth digest {{user}} {{$secret.PASSWORD}}',
    summary: 'A hash of the password and of what the server asks with.',
    reference: 'RFC 7616',
  },
  {
    kind: 'aws',
    words: [
      { name: 'KEY', summary: 'The access key.' },
      { name: 'SECRET', summary: 'The secret access key.' },
    ],
    options: [
      { name: 'region', summary: "The region, if the host's name does not say it: us-east-1 by default." },
      { name: 'service', summary: "What the service signs as, if the host's name does not say it: execute-api, s3." },
      { name: 'token', summary: 'The session token of temporary credentials.' },
    ],
    form: '# @auth aws {{$secret.AWS_ACCESS_KEY_ID}} {{$secret.AWS_SECRET_ACCESS_KEY}}',
    summary: 'A signature of the request, as Amazon Web Services ask for.',
    reference: 'AWS Signature Version 4',
  },
  {
    kind: 'oauth2',
    words: [{ name: 'ID', summary: 'What stands under `Security`, `Auth` in the environment file.' }],
    options: [],
    form: '# @auth oauth2 ID',
    summary: 'A token of OAuth 2, fetched when it is needed, in the header Authorization.',
    reference: 'RFC 6749',
  },
  {
    kind: 'command',
    words: [],
    options: [
      { name: 'argv', summary: 'The program and its arguments; no shell reads them.', needed: true, list: true },
      { name: 'env', summary: 'The REQ_SECRET_… variables of the environment that are passed to the program; no others are.', list: true },
      {
        name: 'ttl',
        summary: 'How long the token is kept; without it the program runs at each send.',
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
    summary: 'No credentials: what stands around the request does not count.',
    reference: 'customary',
  },
];

/** What is known of a kind; undefined where there is none of that name. */
export const authEntry = (kind: string): AuthEntry | undefined => authentications.find((a) => a.kind === kind);
