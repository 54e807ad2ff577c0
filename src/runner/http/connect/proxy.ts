import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import { ReqError } from '../../../base/reqError.ts';

export interface Proxy {
  readonly kind: 'http' | 'socks';
  /** The connection to the proxy uses TLS. */
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** For display: without user name and password. */
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string;
  /** Complete `Proxy-Authorization` value, used if the URL has no user name. */
  readonly authorization: string | undefined;
  /** The proxy's own certificate is not verified. */
  readonly unchecked: boolean;
  /** `socks5://` instead of `socks5h://`: host names are resolved here, not by the proxy. */
  readonly looksUpHere: boolean;
  /** Identifies the proxy, including its credentials. */
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
 * Parses a proxy URL: `http://`, `https://`, `socks://`, `socks5://` or `socks5h://`. The default scheme is `http`.
 * @param from the setting or directive, for messages: `@proxy`
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
  // `URL` checks host and port only for special schemes such as http.
  const asHttp = `http${written.slice(written.indexOf(':'))}`;
  const url = URL.canParse(asHttp) ? new URL(asHttp) : undefined;
  if (url === undefined || url.hostname === '') throw wrong('it is not a URL');
  const port = /:(\d+)\/?$/.exec(written.replace(/[?#][^]*$/, ''))?.[1];
  const [user, password] = [percentDecoded(url.username), percentDecoded(url.password)];
  if (/[\r\n\0]/.test(user + password)) throw wrong('its name or password contains a line break');
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

/** The `Proxy-Authorization` value: Basic (RFC 7617) if the URL has a user name, else the one of the settings, if any. */
export function proxyAuthorization({ user, password, authorization }: Proxy): string | undefined {
  return user === undefined ? authorization : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Texts of a proxy's credentials that must be masked. */
export const proxySecrets = (proxy: Proxy): readonly string[] =>
  [proxy.password, proxyAuthorization(proxy)?.replace(/^[\w-]+ +/, '') ?? ''].filter((text) => text !== '');

/**
 * Applies VS Code's proxy settings.
 * @param authorization used if the proxy's URL has no user name
 * @throws {ReqError} `url` if `authorization` is not a valid header value
 */
export function withSettings(proxy: Proxy, { authorization, unchecked }: Pick<Proxy, 'authorization' | 'unchecked'>): Proxy {
  if (authorization !== undefined && !/^[\t\u0020-\u007e\u0080-\u00ff]+$/.test(authorization))
    throw new ReqError(
      'url',
      'The setting http.proxyAuthorization is not a valid header value: it contains a line break or a character outside Latin-1.',
    );
  return { ...proxy, authorization, unchecked, key: JSON.stringify([proxy.key, authorization, unchecked]) };
}
