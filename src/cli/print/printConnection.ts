import type { ConnectionInfo } from '../../runner/index.ts';

/** Lines of `-v` about a connection. */
export function connectionLines({ address, proxy, tls }: ConnectionInfo, reused: boolean): readonly string[] {
  const lines = [`${reused ? 'again over' : 'connected to'} ${address}${proxy === undefined ? '' : ` by the proxy ${proxy}`}`];
  if (tls === undefined || reused) return lines;
  lines.push(`${tls.version}, ${tls.cipher}${tls.alpn === undefined ? '' : `, ${tls.alpn}`}`);
  const [own] = tls.chain;
  if (own === undefined) return lines;
  const { subject, issuer, validFrom, validTo } = own;
  return [...lines, `certificate of ${subject} by ${issuer}, valid from ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`];
}

/**
 * Warning for an unchecked certificate, printed in every output form. Undefined if the certificate was checked.
 * @param host host of the message; the connection's address may be a proxy
 */
export function insecureWarning(host: string, { tls }: ConnectionInfo): string | undefined {
  if (tls?.verified !== false) return undefined;
  const why = tls.problem === undefined ? '' : `: ${tls.problem}`;
  return `warning: not secure: the certificate of ${host} was not checked (# @insecure or --insecure)${why}`;
}
