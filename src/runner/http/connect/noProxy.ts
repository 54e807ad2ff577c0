import net from 'node:net';

/** Whether a host name means this machine, which a proxy elsewhere could not reach. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|::1|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})$/i.test(hostname);
}

/** Splits `NO_PROXY` at commas and white space. */
export const noProxyEntries = (text: string): readonly string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/**
 * Whether a `NO_PROXY` list contains a host, by curl's rules: `*` is every host, `example.com` and `.example.com` match the domain and
 * its subdomains, `10.0.0.0/8` and `fe80::/10` are networks. Also accepts `*.example.com`, a port
 * (`example.com:8080`) and brackets (`[fe80::]/10`, `[::2]:8080`).
 * @param hostname without the brackets of an IPv6 address
 */
export function isExempt(entries: readonly string[], hostname: string, port: number): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return entries.some((entry) => isNamed(entry.toLowerCase(), host, port));
}

function isNamed(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const [, bracketed, beside = '', plain, written] = /^(?:\[([^\]]*)\](\/[^:]*)?|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  // An IPv6 address without brackets has no port.
  const named = (bracketed === undefined ? (plain ?? entry) : bracketed + beside).replace(/^\*?\./, '').replace(/\.$/, '');
  if (named === '' || (written !== undefined && Number(written) !== port)) return false;
  const version = net.isIP(host);
  if (version === 0) return host === named || host.endsWith(`.${named}`);
  const [network = '', bits, more] = named.split('/');
  const family = net.isIP(network);
  if (family !== version || more !== undefined) return false;
  const most = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : most + 1;
  if (prefix > most) return false;
  const list = new net.BlockList();
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(network, prefix, kind);
  return list.check(host, kind);
}
