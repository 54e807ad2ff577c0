/** A certificate of ours for some hosts. */
export interface HostCertificate {
  /** `api.example.com`, `*.example.com`, either with `:8443`; `*` for all. */
  readonly host: string;
  /** A PEM file, or a PKCS#12 file (.pfx, .p12). Absolute. */
  readonly cert: string;
  /** A PEM file; undefined where the key stands beside the certificate. */
  readonly key: string | undefined;
  /** May hold placeholders: `{{$secret.NAME}}`. */
  readonly passphrase: string | undefined;
}

/** What settings and flags say of the way to servers; directives of a request go before all of it. */
export interface NetworkSettings {
  /** A URL, or `none`. */
  readonly proxy: string | undefined;
  /** That proxy was named for this very run: nothing is exempt from it. */
  readonly proxiesAll: boolean;
  /** A proxy where `proxy` says none: a URL. */
  readonly otherProxy: string | undefined;
  /** What `otherProxy` and those of the environment are told where their URL names nobody: a value of Proxy-Authorization. */
  readonly proxyAuthorization: string | undefined;
  /** Whether the certificates of those proxies are checked. */
  readonly checksProxies: boolean;
  /** Hosts that no proxy of settings is for. */
  readonly noProxy: readonly string[];
  /** Whether `HTTPS_PROXY` and its like count. */
  readonly environmentProxies: boolean;
  /** PEM files of those who are trusted too. Absolute. */
  readonly ca: readonly string[];
  /** Whether those are trusted whom the system trusts, where Node can tell (22.15 and newer). */
  readonly systemCa: boolean;
  readonly certificates: readonly HostCertificate[];
}

/** Straight to every server. */
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
