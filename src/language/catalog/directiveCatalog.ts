export interface DirectiveEntry {
  readonly name: string;
  readonly argument: 'none' | 'optional' | 'needed';
  /** An example, for hovers and error messages. */
  readonly form: string;
  readonly check?: RegExp;
  readonly filled?: true;
  /** The argument is a file path. */
  readonly file?: true;
}

const duration = /^\d+(?:\.\d+)?\s*(?:ms|s|m)?$/;
const count = /^\d+$/;
/** At most 15 digits, which are exact as a number. */
export const seedForm = /^\d{1,15}$/;

/** The directives of the language, `# @name argument`. */
export const directives: readonly DirectiveEntry[] = [
  { name: 'name', argument: 'needed', form: '# @name ID' },
  { name: 'title', argument: 'needed', form: '# @title TEXT' },
  { name: 'description', argument: 'needed', form: '# @description TEXT' },
  { name: 'tag', argument: 'needed', form: '# @tag a, b' },
  {
    name: 'order',
    argument: 'needed',
    form: '# @order login',
  },
  {
    name: 'timeout',
    argument: 'needed',
    form: '# @timeout 5s',
    check: duration,
  },
  {
    name: 'connect-timeout',
    argument: 'needed',
    form: '# @connect-timeout 5s',
    check: duration,
  },
  {
    name: 'idle-timeout',
    argument: 'needed',
    form: '# @idle-timeout 60s',
    check: duration,
  },
  { name: 'no-redirect', argument: 'none', form: '# @no-redirect' },
  { name: 'max-redirects', argument: 'needed', form: '# @max-redirects 5', check: count },
  {
    name: 'keep-auth-on-redirect',
    argument: 'none',
    form: '# @keep-auth-on-redirect',
  },
  {
    name: 'auth',
    argument: 'needed',
    filled: true,
    form: '# @auth basic {{user}} {{$secret.PASSWORD}}',
  },
  {
    name: 'no-cookie-jar',
    argument: 'none',
    form: '# @no-cookie-jar',
  },
  {
    name: 'insecure',
    argument: 'none',
    form: '# @insecure',
  },
  {
    name: 'proxy',
    argument: 'needed',
    filled: true,
    form: '# @proxy http://127.0.0.1:3128',
  },
  {
    name: 'resolve',
    argument: 'needed',
    filled: true,
    form: '# @resolve api.example.com:443:127.0.0.1',
  },
  {
    name: 'cacert',
    argument: 'needed',
    filled: true,
    file: true,
    form: '# @cacert ./ca.pem',
  },
  {
    name: 'cert',
    argument: 'needed',
    filled: true,
    file: true,
    form: '# @cert ./client.pem',
  },
  {
    name: 'key',
    argument: 'needed',
    filled: true,
    file: true,
    form: '# @key ./client.key',
  },
  {
    name: 'passphrase',
    argument: 'needed',
    filled: true,
    form: '# @passphrase {{$secret.PASSPHRASE}}',
  },
  {
    name: 'http2',
    argument: 'none',
    form: '# @http2',
  },
  {
    name: 'unsafe-framing',
    argument: 'none',
    form: '# @unsafe-framing',
  },
  {
    name: 'data',
    argument: 'needed',
    file: true,
    form: '# @data ./rows.csv',
  },
  {
    name: 'openapi',
    argument: 'needed',
    file: true,
    form: '# @openapi ./api.yaml',
  },
  {
    name: 'contract',
    argument: 'needed',
    form: '# @contract on',
    check: /^(?:on|off)$/,
  },
  {
    name: 'graphql',
    argument: 'needed',
    file: true,
    form: '# @graphql ./schema.graphql',
  },
  { name: 'ref', argument: 'needed', form: '# @ref NAME' },
  { name: 'prompt', argument: 'needed', form: '# @prompt NAME [label]' },
  { name: 'secret', argument: 'needed', form: '# @secret NAME' },
  {
    name: 'seed',
    argument: 'needed',
    form: '# @seed 42',
    check: seedForm,
  },
  {
    name: 'undefined',
    argument: 'needed',
    form: '# @undefined keep',
    check: /^(?:keep|error)$/,
  },
  {
    name: 'escape',
    argument: 'needed',
    form: '# @escape json',
    check: /^json$/,
  },
  { name: 'no-encode', argument: 'none', form: '# @no-encode' },
  {
    name: 'max-events',
    argument: 'needed',
    form: '# @max-events 10',
    check: count,
  },
  {
    name: 'max-time',
    argument: 'needed',
    form: '# @max-time 30s',
    check: duration,
  },
  {
    name: 'until',
    argument: 'needed',
    form: '# @until any event.data == "[DONE]"',
    filled: true,
  },
  {
    name: 'text',
    argument: 'needed',
    form: '# @text choices[0].delta.content',
  },
  {
    name: 'reconnect',
    argument: 'optional',
    form: '# @reconnect 5',
    check: count,
  },
  {
    name: 'retry',
    argument: 'needed',
    form: '# @retry 3 1s',
    check: /^\d+(?:\s+\d+(?:\.\d+)?\s*(?:ms|s|m)?)?$/,
  },
  { name: 'disabled', argument: 'none', form: '# @disabled' },
];

/** Names of the directives whose argument can contain placeholders. */
export const filledDirectives: ReadonlySet<string> = new Set(directives.flatMap((d) => (d.filled === true ? [d.name] : [])));

export const fileDirectives: ReadonlySet<string> = new Set(directives.flatMap((d) => (d.file === true ? [d.name] : [])));
