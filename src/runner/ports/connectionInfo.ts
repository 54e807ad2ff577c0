export interface CertificateInfo {
  /** `O=Example, CN=api.example.com`. */
  readonly subject: string;
  readonly issuer: string;
  /** Subject alternative names: hosts and addresses. A very long list is truncated. */
  readonly names: readonly string[];
  /** ISO 8601. */
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256, `AB:CD:…`. */
  readonly fingerprint: string;
}

export interface TlsInfo {
  /** `TLSv1.3`. */
  readonly version: string;
  /** IANA name: `TLS_AES_128_GCM_SHA256`. */
  readonly cipher: string;
  /** Negotiated protocol (RFC 7301); undefined if the server chose none. */
  readonly alpn: string | undefined;
  /** False if `@insecure` disabled certificate verification. */
  readonly verified: boolean;
  /** OpenSSL's verification error, if `@insecure` ignored one. */
  readonly problem: string | undefined;
  /** The server's own certificate first. */
  readonly chain: readonly CertificateInfo[];
}

export interface ConnectionInfo {
  /** Remote address of the socket, `127.0.0.1:443`: the proxy's if there is one. */
  readonly address: string;
  /** The proxy's URL without its credentials. */
  readonly proxy: string | undefined;
  readonly tls: TlsInfo | undefined;
}
