/** One certificate as a server showed it. */
export interface CertificateInfo {
  /** `O=Example, CN=api.example.com`. */
  readonly subject: string;
  readonly issuer: string;
  /** The hosts and addresses it is for; of very many the first. */
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
  /** Its name by IANA: `TLS_AES_128_GCM_SHA256`. */
  readonly cipher: string;
  /** The protocol agreed on (RFC 7301); undefined where the server chose none. */
  readonly alpn: string | undefined;
  /** False where `@insecure` switched the check of the certificate off. */
  readonly verified: boolean;
  /** What the check would have said, where it was off: OpenSSL's code. */
  readonly problem: string | undefined;
  /** The server's own certificate first. */
  readonly chain: readonly CertificateInfo[];
}

/** What a request went over. */
export interface ConnectionInfo {
  /** The other end of the socket: `127.0.0.1:443`, of the proxy where there is one. */
  readonly address: string;
  /** The proxy's URL without what it was told to sign in with. */
  readonly proxy: string | undefined;
  readonly tls: TlsInfo | undefined;
}
