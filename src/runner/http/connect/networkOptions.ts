export interface HostCertificate {
  /** `api.example.com`, `*.example.com`, either with `:8443`; `*` for all. */
  readonly host: string;
  /** A PEM file, or a PKCS#12 file (.pfx, .p12). Absolute. */
  readonly cert: string;
  /** A PEM file; undefined if the certificate file contains the key. */
  readonly key: string | undefined;
  /** May contain placeholders: `{{$secret.NAME}}`. */
  readonly passphrase: string | undefined;
}

/** Proxy and TLS settings and flags. Directives of a request take precedence. */
export interface NetworkSettings {
  /** A URL, or `none`. */
  readonly proxy: string | undefined;
  /** `proxy` comes from a flag, so no host is exempt from it. */
  readonly proxiesAll: boolean;
  /** URL of the proxy to use if `proxy` is not set. */
  readonly otherProxy: string | undefined;
  /** `Proxy-Authorization` for `otherProxy` and proxies of the environment whose URL has no user name. */
  readonly proxyAuthorization: string | undefined;
  readonly checksProxies: boolean;
  /** Hosts exempt from proxies of settings. */
  readonly noProxy: readonly string[];
  /** Whether `HTTPS_PROXY`, `HTTP_PROXY` and `ALL_PROXY` are used. */
  readonly environmentProxies: boolean;
  /** PEM files of additional trusted CAs. Absolute. */
  readonly ca: readonly string[];
  /** Whether the system's CAs are trusted. Needs Node.js 22.15. */
  readonly systemCa: boolean;
  readonly certificates: readonly HostCertificate[];
}

/** No proxy, no client certificates, Node's CAs. */
export const directNetwork: NetworkSettings = {
  proxy: undefined,
  proxiesAll: false,
  otherProxy: undefined,
  proxyAuthorization: undefined,
  checksProxies: true,
  noProxy: [],
  environmentProxies: false,
  ca: [],
  systemCa: false,
  certificates: [],
};
