import { ReqError } from '../../../base/reqError.ts';
import type { ResolvedRequest } from '../../../language/index.ts';
import type { Host } from '../../ports/host.ts';
import { readPermitted } from '../../run/permissions/permittedFile.ts';
import type { Target } from '../exchange/checkRequest.ts';
import { insecureFor, type Route, type Trust } from '../exchange/route.ts';
import { chooseProxy } from './chooseProxy.ts';
import { directNetwork, type HostCertificate, type NetworkSettings } from './networkOptions.ts';
import type { Identity, Trusts } from './trustedCertificates.ts';

export interface RoutesInput {
  readonly host: Pick<Host, 'env' | 'readFile'>;
  readonly trusts: Trusts;
  /** Undefined to use only the requests' own directives. */
  readonly settings: NetworkSettings | undefined;
  /** Fills in the placeholders of a setting. */
  readonly fill: (text: string) => Promise<string>;
}

/** Returns a function that makes a route from a request's directives, the settings and the environment. File paths are absolute. */
export function createRoutes(input: RoutesInput): (request: ResolvedRequest, target: Target) => Promise<Route> {
  const { host, settings = directNetwork } = input;
  return async ({ options }, target) => {
    const { connection } = options;
    const { proxy, addresses } = wayTo(connection, target, settings, (name) => host.env(name));
    const usesTls = target.scheme === 'https' || proxy?.secure === true;
    const known = usesTls && connection.certificate === undefined ? settings.certificates.filter((c) => isFor(c.host, target)) : [];
    // A certificate for `*` is used only for hosts named in the file, not for targets of redirects.
    const found = known.find((c) => c.host !== '*' || connection.elsewhere !== true);
    const withholds = known.length > 0 && found === undefined;
    const trust = usesTls ? await trustOf(connection, found, input) : undefined;
    return { target, ...insecureFor(options, target), proxy, addresses, trust, ...(withholds ? { withholdsCertificate: true } : {}) };
  };
}

/** Proxy and addresses of a target. @throws {ReqError} `url` for an invalid proxy URL */
export function wayTo(
  connection: ResolvedRequest['options']['connection'],
  target: Target,
  settings: NetworkSettings,
  env: (name: string) => string | undefined,
): Pick<Route, 'proxy' | 'addresses'> {
  const rule = connection.resolve.find(({ hostname, port }) => port === target.port && (hostname === '*' || hostname === target.hostname));
  return { proxy: chooseProxy(target, connection.proxy, settings, env), addresses: rule?.addresses };
}

async function trustOf(
  { cacert, certificate }: ResolvedRequest['options']['connection'],
  found: HostCertificate | undefined,
  { host, trusts, settings = directNetwork, fill }: RoutesInput,
): Promise<Trust | undefined> {
  const ca = await Promise.all([...cacert, ...settings.ca.map(anyVersion)].map((file) => readCertificates(file, host)));
  let identity: Identity | undefined;
  if (certificate === undefined) {
    if (found !== undefined) {
      const passphrase = found.passphrase === undefined ? undefined : await fill(found.passphrase);
      const { cert, key } = found;
      identity = await readIdentity({ cert: anyVersion(cert), key: key === undefined ? undefined : anyVersion(key), passphrase }, host);
    }
  } else if (certificate !== 'none') {
    const { cert, key, passphrase } = certificate;
    identity = await readIdentity({ cert, key, passphrase }, host);
  }
  return trusts.of(ca, settings.systemCa, identity);
}

/** Whether a pattern (`api.example.com`, `*.example.com`, either with a port, or `*`) matches a target. */
function isFor(pattern: string, { hostname, port }: Target): boolean {
  if (pattern === '*') return true;
  const [, host = '', written] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(pattern.toLowerCase()) ?? [];
  if (written !== undefined && Number(written) !== port) return false;
  const named = host.replace(/^\[(.*)\]$/, '$1');
  return named.startsWith('*.') ? hostname.toLowerCase().endsWith(named.slice(1)) : named === hostname.toLowerCase();
}

/** A file that the user named, so that it needs no permission. */
const anyVersion = (path: string): VersionedFile => ({ path });

type VersionedFile = Pick<ResolvedRequest['options']['connection']['cacert'][number], 'path' | 'version'>;

async function readCertificates(file: VersionedFile, host: Pick<Host, 'readFile'>): Promise<string> {
  const text = Buffer.from(await read(file, host)).toString('latin1');
  if (text.includes('-----BEGIN CERTIFICATE-----') || text.includes('-----BEGIN TRUSTED CERTIFICATE-----')) return text;
  throw new ReqError('tls', `${file.path} contains no certificate in PEM form.`, {
    hint: 'Such a file contains -----BEGIN CERTIFICATE-----; openssl x509 -inform der -in FILE makes one of a DER file.',
  });
}

async function readIdentity(
  {
    cert,
    key,
    passphrase,
  }: { readonly cert: VersionedFile; readonly key: VersionedFile | undefined; readonly passphrase: string | undefined },
  host: Pick<Host, 'readFile'>,
): Promise<Identity> {
  const [certificate, keyFile] = await Promise.all([read(cert, host), key === undefined ? undefined : read(key, host)]);
  return { path: cert.path, cert: certificate, isPfx: /\.(?:pfx|p12)$/i.test(cert.path), key: keyFile, passphrase };
}

async function read({ path, version }: VersionedFile, host: Pick<Host, 'readFile'>): Promise<Uint8Array> {
  const bytes = await readPermitted({ path, what: 'The certificate file', kind: 'tls' }, version, host);
  if (bytes === undefined) throw new ReqError('tls', `The certificate file ${path} does not exist.`);
  return bytes;
}
