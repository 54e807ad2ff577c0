import { visibleText } from '../../../base/text/visible.ts';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { CertificateInfo, TlsInfo } from '../../ports/connectionInfo.ts';

/** Host names kept of one certificate, which may have thousands. */
const mostNames = 100;
/** Longer than any chain that can be verified. */
const longestChain = 20;

/** The peer's certificate chain, leaf first. Empty before the handshake. */
export function chainOf(socket: TLSSocket): readonly CertificateInfo[] {
  const chain: CertificateInfo[] = [];
  let at: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  const fingerprints = new Set<string>();
  // A root certificate is its own issuer.
  while (at?.fingerprint256 !== undefined && !fingerprints.has(at.fingerprint256) && chain.length < longestChain) {
    fingerprints.add(at.fingerprint256);
    chain.push(infoOf(at));
    at = at.issuerCertificate as DetailedPeerCertificate | undefined;
  }
  return chain;
}

/** The certificate that ends the peer's chain as PEM, if it is self-signed. */
export function selfSignedOf(socket: TLSSocket): string | undefined {
  let at: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  for (let i = 0; i < longestChain && at?.raw !== undefined; i++) {
    const issuer = at.issuerCertificate as DetailedPeerCertificate | undefined;
    if (issuer?.fingerprint256 === at.fingerprint256) {
      const lines = at.raw.toString('base64').match(/.{1,64}/g) ?? [];
      return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
    }
    at = issuer;
  }
  return undefined;
}

/** @param socket after `secureConnect` */
export function tlsInfoOf(socket: TLSSocket, verified: boolean, chain: readonly CertificateInfo[]): TlsInfo {
  const { standardName } = socket.getCipher();
  const error: unknown = socket.authorizationError;
  const problem = typeof error === 'string' ? error : error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return {
    version: socket.getProtocol() ?? '',
    cipher: standardName,
    alpn: typeof socket.alpnProtocol === 'string' ? socket.alpnProtocol : undefined,
    verified,
    problem: verified ? undefined : problem,
    chain,
  };
}

function infoOf(certificate: DetailedPeerCertificate): CertificateInfo {
  const { subject, issuer, subjectaltname = '', valid_from: from, valid_to: until, fingerprint256: fingerprint } = certificate;
  return {
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    names: namesOf(subjectaltname),
    validFrom: dateOf(from),
    validTo: dateOf(until),
    fingerprint,
  };
}

/** A distinguished name like RFC 4514, but unescaped, in visible characters on one line: for display only. */
function nameOf(name: object | undefined): string {
  const parts = Object.entries(name ?? {}) as [string, string | readonly string[]][];
  return parts.flatMap(([key, value]) => [value].flat().map((text) => visibleText(`${key}=${text}`))).join(', ');
}

/** Parses `DNS:localhost, IP Address:127.0.0.1`. Node.js quotes names with special characters. */
function namesOf(text: string): readonly string[] {
  const names: string[] = [];
  for (const [, name = ''] of text.matchAll(/(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g))
    if (names.push(visibleText(name)) === mostNames) break;
  return names;
}

function dateOf(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
