export interface DirectiveEntry {
  readonly name: string;
  readonly argument: 'none' | 'optional' | 'needed';
  /** How it is written. */
  readonly form: string;
  readonly summary: string;
  /** What its argument must look like. */
  readonly check?: RegExp;
  /** Placeholders in its argument are filled. */
  readonly filled?: true;
  /** Its argument is the path of a file. */
  readonly file?: true;
}

const duration = /^\d+(?:\.\d+)?\s*(?:ms|s|m)?$/;
const count = /^\d+$/;

/** Every directive of the language: `# @name argument`. */
export const directives: readonly DirectiveEntry[] = [
  { name: 'name', argument: 'needed', form: '# @name ID', summary: 'The identifier other requests and scripts know this request by.' },
  { name: 'title', argument: 'needed', form: '# @title TEXT', summary: 'What lists show for this request.' },
  { name: 'description', argument: 'needed', form: '# @description TEXT', summary: 'What this request is for.' },
  { name: 'tag', argument: 'needed', form: '# @tag a, b', summary: 'Tags to choose requests by.' },
  {
    name: 'timeout',
    argument: 'needed',
    form: '# @timeout 5s',
    summary: "How long to wait for the response's head; a stream has no end limit.",
    check: duration,
  },
  {
    name: 'connect-timeout',
    argument: 'needed',
    form: '# @connect-timeout 5s',
    summary: 'How long to wait for a connection, its name look-up and TLS included.',
    check: duration,
  },
  {
    name: 'idle-timeout',
    argument: 'needed',
    form: '# @idle-timeout 60s',
    summary: 'How long to wait between two chunks of a response.',
    check: duration,
  },
  { name: 'no-redirect', argument: 'none', form: '# @no-redirect', summary: 'Do not follow redirects.' },
  { name: 'max-redirects', argument: 'needed', form: '# @max-redirects 5', summary: 'How many redirects to follow.', check: count },
  {
    name: 'keep-auth-on-redirect',
    argument: 'none',
    form: '# @keep-auth-on-redirect',
    summary: 'Keep Authorization, cookies, and a body with a secret when a redirect leads to another origin.',
  },
  {
    name: 'auth',
    argument: 'needed',
    filled: true,
    form: '# @auth basic {{user}} {{$secret.PASSWORD}}',
    summary:
      'How to sign in: basic, bearer, apikey, digest, aws, oauth2 or command; none where what stands around the request is not to count.',
  },
  {
    name: 'no-cookie-jar',
    argument: 'none',
    form: '# @no-cookie-jar',
    summary: 'Neither send nor keep cookies of the collection.',
  },
  {
    name: 'insecure',
    argument: 'none',
    form: '# @insecure',
    summary: 'Accept an invalid certificate, for this request and its origin only.',
  },
  {
    name: 'proxy',
    argument: 'needed',
    filled: true,
    form: '# @proxy http://127.0.0.1:3128',
    summary: 'Send through this proxy, http, https, socks5 or socks5h; none to send directly.',
  },
  {
    name: 'resolve',
    argument: 'needed',
    filled: true,
    form: '# @resolve api.example.com:443:127.0.0.1',
    summary: 'Connect to this address instead of looking the host up; Host and certificate stay those of the host.',
  },
  {
    name: 'cacert',
    argument: 'needed',
    filled: true,
    file: true,
    form: '# @cacert ./ca.pem',
    summary: 'Trust the certificates of this PEM file too.',
  },
  {
    name: 'cert',
    argument: 'needed',
    filled: true,
    file: true,
    form: '# @cert ./client.pem',
    summary: "The client's certificate, a PEM file or a PKCS#12 file (.pfx, .p12); none where settings name one that is not to go.",
  },
  { name: 'key', argument: 'needed', filled: true, file: true, form: '# @key ./client.key', summary: 'The key of @cert, a PEM file.' },
  {
    name: 'passphrase',
    argument: 'needed',
    filled: true,
    form: '# @passphrase {{$secret.PASSPHRASE}}',
    summary: 'What the key of @cert is locked with.',
  },
  { name: 'http2', argument: 'none', form: '# @http2', summary: 'Speak HTTP/2: agreed on by TLS, taken for granted with http.' },
  {
    name: 'unsafe-framing',
    argument: 'none',
    form: '# @unsafe-framing',
    summary: 'Send Content-Length and Transfer-Encoding as written even where they do not fit the body, on a connection of its own.',
  },
  { name: 'ref', argument: 'needed', form: '# @ref NAME', summary: 'Run that request first, once per run.' },
  { name: 'prompt', argument: 'needed', form: '# @prompt NAME [label]', summary: 'Ask for this variable when sending.' },
  { name: 'secret', argument: 'needed', form: '# @secret NAME', summary: 'Mask this variable everywhere.' },
  {
    name: 'undefined',
    argument: 'needed',
    form: '# @undefined keep',
    summary: 'Send undefined placeholders as they are written.',
    check: /^(?:keep|error)$/,
  },
  {
    name: 'escape',
    argument: 'needed',
    form: '# @escape json',
    summary: 'Escape every placeholder of a JSON body for the place where it stands.',
    check: /^json$/,
  },
  { name: 'no-encode', argument: 'none', form: '# @no-encode', summary: 'Send the URL untouched; an illegal character is an error.' },
  {
    name: 'max-events',
    argument: 'needed',
    form: '# @max-events 10',
    summary: 'End the stream, with success, after so many events.',
    check: count,
  },
  {
    name: 'max-time',
    argument: 'needed',
    form: '# @max-time 30s',
    summary: 'End the stream, with success, after this time.',
    check: duration,
  },
  {
    name: 'text',
    argument: 'needed',
    form: '# @text choices[0].delta.content',
    summary: "The path whose text the stream's Text view joins.",
  },
  {
    name: 'reconnect',
    argument: 'optional',
    form: '# @reconnect 5',
    summary: 'Connect again when an event stream ends; give up after so many tries in a row that bring nothing, 5 if none are said.',
    check: count,
  },
  {
    name: 'retry',
    argument: 'needed',
    form: '# @retry 3 1s',
    summary: 'Send again, so many times more, when there is no answer or one that may pass (408, 425, 429, 500, 502, 503, 504).',
    check: /^\d+(?:\s+\d+(?:\.\d+)?\s*(?:ms|s|m)?)?$/,
  },
  { name: 'disabled', argument: 'none', form: '# @disabled', summary: 'Left out when all requests are sent.' },
];

/** Those whose placeholders are filled. */
export const filledDirectives: ReadonlySet<string> = new Set(directives.flatMap((d) => (d.filled === true ? [d.name] : [])));

/** Those that name a file. */
export const fileDirectives: ReadonlySet<string> = new Set(directives.flatMap((d) => (d.file === true ? [d.name] : [])));
