import dns from 'node:dns';
import net from 'node:net';

/** RFC 6761 §6.3: these names always mean this machine, whatever DNS returns. */
const isLocal = (hostname: string): boolean => /^(?:.+\.)?localhost\.?$/i.test(hostname);

const loopback: readonly dns.LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

type Done = (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void;

/**
 * A lookup that returns `addresses`, or uses the system's lookup. For `localhost` it returns the loopback addresses of IPv4 and IPv6.
 * @param addresses from `@resolve`
 */
export function lookupOf(addresses: readonly string[] | undefined): net.LookupFunction {
  return (hostname, options, callback) => {
    const done: Done = (error, found) => {
      if (options.all === true || error !== null) return callback(error, found);
      const [{ address, family }] = found as [dns.LookupAddress];
      callback(null, address, family);
    };
    if (addresses !== undefined) {
      const given = addresses.map((address) => ({ address, family: net.isIP(address) }));
      return void setImmediate(done, null, given);
    }
    const local = isLocal(hostname);
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      if (!local) return done(error, found);
      const known = error === null ? found : [];
      done(null, [...known, ...loopback.filter(({ address }) => known.every((k) => k.address !== address))]);
    });
  };
}
