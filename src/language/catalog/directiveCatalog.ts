export interface DirectiveEntry {
  readonly name: string;
  readonly argument: 'none' | 'optional' | 'needed';
  /** An example, for hovers and error messages. */
  readonly form: string;
  readonly summary: string;
  readonly check?: RegExp;
  readonly filled?: true;
  /** The argument is a file path. */
  readonly file?: true;
}

const duration = /^\d+(?:\.\d+)?\s*(?:ms|s|m)?$/;
const count = /^\d+$/;
/** At most 15 digits, which a number holds exactly. */
export const seedForm = /^\d{1,15}$/;

/** The directives of the language, `# @name argument`. */
export const directives: readonly DirectiveEntry[] = [
  { name: 'name', argument: 'needed', form: '# @name ID', summary: 'The identifier of this request for other requests and scripts.' },
  { name: 'title', argument: 'needed', form: '# @title TEXT', summary: 'The title of this request in lists.' },
  { name: 'description', argument: 'needed', form: '# @description TEXT', summary: 'The purpose of this request.' },
  { name: 'tag', argument: 'needed', form: '# @tag a, b', summary: 'Tags for selecting requests.' },
  {
    name: 'order',
    argument: 'needed',
    form: '# @order login',
    summary: 'In collection.req or folder.req: the next file or folder here that runs. Write one line for each; the others follow by name.',
  },
  {
    name: 'timeout',
    argument: 'needed',
    form: '# @timeout 5s',
    summary: "How long to wait for the response's headers; a stream can continue longer.",
    check: duration,
  },
  {
    name: 'connect-timeout',
    argument: 'needed',
    form: '# @connect-timeout 5s',
    summary: 'How long to wait for a connection, including name lookup and TLS.',
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
      'How to sign in: basic, bearer, apikey, digest, aws, oauth2 or command; none to ignore @auth of the file, its folders and the collection.',
  },
  {
    name: 'no-cookie-jar',
    argument: 'none',
    form: '# @no-cookie-jar',
    summary: 'Neither send nor store cookies of the collection.',
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
    summary: 'Connect to this address without looking up the host; the Host header and the certificate check do not change.',
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
    summary: 'The client certificate, a PEM or PKCS#12 file (.pfx, .p12); none to ignore the certificate from the settings.',
  },
  {
    name: 'key',
    argument: 'needed',
    filled: true,
    file: true,
    form: '# @key ./client.key',
    summary: 'The private key of @cert, a PEM file.',
  },
  {
    name: 'passphrase',
    argument: 'needed',
    filled: true,
    form: '# @passphrase {{$secret.PASSPHRASE}}',
    summary: 'The passphrase of the private key of @cert.',
  },
  {
    name: 'http2',
    argument: 'none',
    form: '# @http2',
    summary: 'Use HTTP/2: negotiated by TLS with https, without negotiation with http.',
  },
  {
    name: 'unsafe-framing',
    argument: 'none',
    form: '# @unsafe-framing',
    summary: 'Send Content-Length and Transfer-Encoding as written, even if they do not match the body, on a separate connection.',
  },
  {
    name: 'data',
    argument: 'needed',
    file: true,
    form: '# @data ./rows.csv',
    summary:
      'Run this request once for each row of a CSV, JSON or JSONL file; its columns are variables. In the first block of a file, all requests of the file; none to ignore that. Send uses one row.',
  },
  { name: 'ref', argument: 'needed', form: '# @ref NAME', summary: 'Run that request first, once per run.' },
  { name: 'prompt', argument: 'needed', form: '# @prompt NAME [label]', summary: 'Ask for this variable when sending.' },
  { name: 'secret', argument: 'needed', form: '# @secret NAME', summary: 'Mask this variable everywhere.' },
  {
    name: 'seed',
    argument: 'needed',
    form: '# @seed 42',
    summary: 'Make the same random values in each run, such as {{$uuid}} and {{$randomFirstName}}. --seed N takes precedence.',
    check: seedForm,
  },
  {
    name: 'undefined',
    argument: 'needed',
    form: '# @undefined keep',
    summary: 'Send undefined placeholders as written.',
    check: /^(?:keep|error)$/,
  },
  {
    name: 'escape',
    argument: 'needed',
    form: '# @escape json',
    summary: 'Escape the values of placeholders in a JSON body for their position.',
    check: /^json$/,
  },
  { name: 'no-encode', argument: 'none', form: '# @no-encode', summary: 'Send the URL unchanged; an illegal character is an error.' },
  {
    name: 'max-events',
    argument: 'needed',
    form: '# @max-events 10',
    summary: 'End the stream successfully after this number of events.',
    check: count,
  },
  {
    name: 'max-time',
    argument: 'needed',
    form: '# @max-time 30s',
    summary: 'End the stream successfully after this time.',
    check: duration,
  },
  {
    name: 'until',
    argument: 'needed',
    form: '# @until any event.data == "[DONE]"',
    summary: 'End the stream successfully as soon as this assertion holds.',
    filled: true,
  },
  {
    name: 'text',
    argument: 'needed',
    form: '# @text choices[0].delta.content',
    summary: "The path to the text in each event, which the stream's Text view joins.",
  },
  {
    name: 'reconnect',
    argument: 'optional',
    form: '# @reconnect 5',
    summary: 'Reconnect when an event stream ends; stop after this number of consecutive attempts without an event (5 by default).',
    check: count,
  },
  {
    name: 'retry',
    argument: 'needed',
    form: '# @retry 3 1s',
    summary: 'Send again up to this number of times if there is no response, or a temporary failure (408, 425, 429, 500, 502, 503, 504).',
    check: /^\d+(?:\s+\d+(?:\.\d+)?\s*(?:ms|s|m)?)?$/,
  },
  { name: 'disabled', argument: 'none', form: '# @disabled', summary: 'Skip this request when all requests are sent.' },
];

/** Names of the directives whose argument can contain placeholders. */
export const filledDirectives: ReadonlySet<string> = new Set(directives.flatMap((d) => (d.filled === true ? [d.name] : [])));

export const fileDirectives: ReadonlySet<string> = new Set(directives.flatMap((d) => (d.file === true ? [d.name] : [])));
