import type { Dialect } from './dialect.ts';

export type DirectiveRead =
  /** Replacement lines, without `# @`. */
  | { readonly kind: 'directives'; readonly lines: readonly string[]; readonly note?: string }
  /** A script before the request. */
  | { readonly kind: 'script'; readonly source: string }
  /** The line becomes a comment; `why` is the reason. */
  | { readonly kind: 'none'; readonly level: 'information' | 'warning'; readonly why: string };

const same = new Set(
  (
    'name title description tag connect-timeout idle-timeout max-redirects cacert cert key ' +
    'passphrase http2 secret undefined escape no-encode max-events max-time until text reconnect retry prompt no-redirect no-cookie-jar ref'
  ).split(' '),
);

const others: Readonly<Record<string, string | readonly ['information' | 'warning', string]>> = {
  'no-auto-encoding': 'no-encode',
  noRedirect: 'no-redirect',
  noCookieJar: 'no-cookie-jar',
  'no-reject-unauthorized': 'insecure',
  noRejectUnauthorized: 'insecure',
  'kulala-curl--insecure': 'insecure',
  'curl-insecure': 'insecure',
  'no-client-cert': 'cert none',
  noClientCert: 'cert none',
  auth: ['warning', 'other clients do not have it, so they do not sign in'],
  resolve: ['warning', 'other clients do not have it, so they do not use the address'],
  'keep-auth-on-redirect': ['warning', 'other clients do not have it'],
  insecure: ['warning', 'other clients do not have it, so they check certificates'],
  'unsafe-framing': ['warning', 'other clients do not have it'],
  order: ['information', 'other clients do not have it'],
  'no-log': ['information', 'Req does not log responses to files'],
  note: ['warning', 'Req does not ask before it sends; "$protected": true in an environment does'],
  settings: ['warning', 'settings of the client'],
  'use-os-credentials': ['warning', 'credentials of the system are not sent'],
  loop: ['warning', 'a request is sent once'],
  import: ['information', 'a request can use all others of the collection'],
  save: ['warning', 'responses are saved from the panel'],
  openWith: ['warning', 'responses are shown in the panel'],
  extension: ['warning', 'responses are shown in the panel'],
  language: ['information', 'the language follows from the Content-Type'],
  dialect: ['information', 'it names the client whose syntax the file has'],
  debug: ['information', 'a setting of httpYac'],
  verbose: ['information', 'a setting of httpYac'],
  keepStreaming: ['information', 'streams are shown as they arrive'],
  injectVariables: ['warning', 'placeholders in a body are replaced; those in a file only if it is read by <@'],
  'kulala-expect-status-code': ['warning', 'write ?? status == 404, or what is expected, below the body'],
  'env-json-key': ['warning', 'write > {% tool.setVar(name, response.body.key) %} below the body'],
  'env-header-key': ['warning', 'write > {% tool.setVar(name, response.headers.get(name)) %} below the body'],
  'no-response-view': ['information', 'a setting of httpYac'],
  noResponseView: ['information', 'a setting of httpYac'],
  accept: ['information', 'streams are shown as they arrive'],
};

/** Translates `@name argument`. */
export function readDirective(name: string, argument: string, dialect: Dialect): DirectiveRead {
  const line = (text: string, note?: string): DirectiveRead => ({
    kind: 'directives',
    lines: [text],
    ...(note === undefined ? {} : { note }),
  });
  const written = argument === '' ? name : `${name} ${argument}`;
  switch (name) {
    case 'timeout':
    case 'connection-timeout': {
      const m = /^(\d+)\s*(ms|s|m)?$/.exec(argument);
      if (m === null) return { kind: 'none', level: 'warning', why: 'it names no time' };
      // Kulala's default unit is milliseconds.
      return line(`${name === 'timeout' ? 'timeout' : 'connect-timeout'} ${m[1]}${m[2] ?? (dialect === 'kulala' ? 'ms' : 's')}`);
    }
    case 'forceRef':
      return line(`ref ${argument}`, 'it is sent once per run, even if it was sent before');
    case 'disabled':
      return argument === '' ? line('disabled') : { kind: 'none', level: 'warning', why: 'Req has no conditions there' };
    case 'sleep':
    case 'delay':
      if (/^\d+$/.test(argument)) return { kind: 'script', source: `await tool.sleep(${argument});` };
      return { kind: 'none', level: 'warning', why: 'it names no time' };
    case 'kulala-prompt': {
      const m = /^(?:"([^"]*)"\s+)?([\p{L}_$][\p{L}\p{N}_$-]*)\s*(\{.*\})?$/u.exec(argument);
      if (m === null) return { kind: 'none', level: 'warning', why: 'it names no variable' };
      const [, label = '', variable = '', options = ''] = m;
      const isSecret = /\btype\s*:\s*"password"/.test(options);
      return {
        kind: 'directives',
        lines: [`prompt ${variable} ${label}`.trimEnd(), ...(isSecret ? [`secret ${variable}`] : [])],
        note: isSecret ? 'it is asked for as a secret' : 'it is asked for when the request is sent',
      };
    }
    case 'proxy':
      return dialect === 'httpyac'
        ? line(written)
        : { kind: 'none', level: 'warning', why: 'only httpYac has it, so nothing goes over it there' };
    case 'prompt':
      // REST Client hides the input for these names.
      if (dialect === 'rest-client' && /^pass(?:w(?:or)?d)?$/i.test(argument.split(/\s/, 1)[0] ?? ''))
        return { kind: 'directives', lines: [written, `secret ${argument.split(/\s/, 1)[0]}`] };
      return /^[\p{L}_$-][\p{L}\p{N}_$-]*(?:\s|$)/u.test(argument)
        ? line(written)
        : { kind: 'none', level: 'warning', why: 'the name is not valid in Req' };
  }
  if (same.has(name)) return line(written);
  const other = Object.hasOwn(others, name) ? others[name] : undefined;
  if (typeof other === 'string') return line(other);
  return { kind: 'none', level: other?.[0] ?? 'warning', why: other?.[1] ?? 'Req has no equivalent' };
}
