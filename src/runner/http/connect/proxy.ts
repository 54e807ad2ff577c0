import { ReqError } from '../../../base/reqError.ts';

/** A proxy that requests go over. */
export interface Proxy {
  readonly kind: 'http' | 'socks';
  /** Spoken to over TLS. */
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** For people: without what it is told to sign in with. */
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string;
  /** What it is told in place of them, a whole value of Proxy-Authorization. */
  readonly authorization: string | undefined;
  /** Any certificate of its own will do. */
  readonly unchecked: boolean;
  /** SOCKS5 without `h`: names are looked up here, not there. */
  readonly looksUpHere: boolean;
  /** Tells one from another, credentials too. */
  readonly key: string;
}

const schemes: Readonly<Record<string, { readonly kind: Proxy['kind']; readonly port: number }>> = {
  http: { kind: 'http', port: 80 },
  https: { kind: 'http', port: 443 },
  socks: { kind: 'socks', port: 1080 },
  socks5: { kind: 'socks', port: 1080 },
  socks5h: { kind: 'socks', port: 1080 },
};

/**
 * The proxy of a URL: `http://`, `https://`, `socks5://` or `socks5h://`, `http` where no scheme is written.
 * @param from who says so, for the message: `@proxy`
 * @throws {ReqError} `url`
 */
export function readProxy(text: string, from: string): Proxy {
  // The text is not shown: it may hold a password.
  const wrong = (why: string): ReqError =>
    new ReqError('url', `The proxy of ${from} cannot be used: ${why}.`, {
      hint: 'Write it as http://proxy.example:3128, https://…, socks5://…, or none.',
    });
  const written = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) ? text : `http://${text}`;
  const name = written.slice(0, written.indexOf(':')).toLowerCase();
  const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  if (scheme === undefined) throw wrong(`Req does not speak ${name}`);
  // Only as http are host and port checked.
  const asHttp = `http${written.slice(written.indexOf(':'))}`;
  const url = URL.canParse(asHttp) ? new URL(asHttp) : undefined;
  if (url === undefined || url.hostname === '') throw wrong('it is no URL');
  const port = /:(\d+)\/?$/.exec(written.replace(/[?#][^]*$/, ''))?.[1];
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (/[\r\n\0]/.test(user + password)) throw wrong('its name or password holds a line break');
  const number = port === undefined ? scheme.port : Number(port);
  const shown = `${name}://${url.hostname}:${number}`;
  return {
    kind: scheme.kind,
    secure: name === 'https',
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: number,
    url: shown,
    user: user === '' && password === '' ? undefined : user,
    password,
    authorization: undefined,
    unchecked: false,
    looksUpHere: name === 'socks5',
    key: JSON.stringify([shown, user, password]),
  };
}

/** `Basic …` for a proxy that one signs in to (RFC 7617); undefined where its URL names nobody. */
export function proxyAuthorization({ user, password, authorization }: Proxy): string | undefined {
  return user === undefined ? authorization : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** What of a proxy may be shown nowhere. */
export const proxySecrets = (proxy: Proxy): readonly string[] =>
  [proxy.password, proxyAuthorization(proxy)?.replace(/^[\w-]+ +/, '') ?? ''].filter((text) => text !== '');

/**
 * A proxy with what VS Code's settings say of every proxy.
 * @param authorization counts where its URL names nobody
 * @throws {ReqError} `url`
 */
export function withSettings(proxy: Proxy, { authorization, unchecked }: Pick<Proxy, 'authorization' | 'unchecked'>): Proxy {
  if (authorization !== undefined && !/^[\t\u0020-\u007e\u0080-\u00ff]+$/.test(authorization))
    throw new ReqError(
      'url',
      'The setting http.proxyAuthorization is no value of a header: it holds a line break or a sign beyond Latin-1.',
    );
  return { ...proxy, authorization, unchecked, key: JSON.stringify([proxy.key, authorization, unchecked]) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
