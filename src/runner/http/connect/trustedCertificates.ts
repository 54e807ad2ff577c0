import { createHash } from 'node:crypto';
import tls from 'node:tls';
import { ReqError } from '../../../base/reqError.ts';
import { readNamedByEnvironment } from '../../../files/ownFiles.ts';
import type { Trust } from '../exchange/route.ts';

export interface Identity {
  readonly path: string;
  readonly cert: Uint8Array;
  /** The file is PKCS#12. */
  readonly isPfx: boolean;
  readonly key: Uint8Array | undefined;
  readonly passphrase: string | undefined;
}

/** Cached `Trust` objects. */
const most = 50;

/** Caches TLS contexts by file contents, because parsing hundreds of certificates is slow. */
export class Trusts {
  readonly #made = new Map<string, Trust>();
  #system: readonly string[] | undefined;
  #count = 0;

  /**
   * @param ca PEM texts of CAs trusted in addition to Node's
   * @param system whether the system's CAs are trusted too; they are read only when an issuer is unknown
   * @returns undefined if Node's defaults are enough
   * @throws {ReqError} `tls` if the client certificate cannot be used
   */
  of(ca: readonly string[], system: boolean, identity: Identity | undefined): Trust | undefined {
    if (ca.length === 0 && !system && identity === undefined) return undefined;
    const key = keyOf(ca, system, identity);
    let trust = this.#made.get(key);
    if (trust === undefined) {
      const wider = (): Trust => {
        const widened = this.#make([...ca, ...(this.#system ??= certificatesOf('system'))], identity, undefined);
        this.#made.set(key, widened);
        return widened;
      };
      if (this.#made.size >= most) this.#made.clear();
      trust = this.#make(ca, identity, system ? wider : undefined);
      this.#made.set(key, trust);
    }
    return trust;
  }

  #make(ca: readonly string[], identity: Identity | undefined, wider: (() => Trust) | undefined): Trust {
    const trusted = ca.length === 0 ? {} : { ca: [...new Set([...certificatesOf('default'), ...ca])] };
    const proxyContext = tls.createSecureContext(trusted);
    const context = identity === undefined ? proxyContext : contextOf(trusted, identity);
    return { id: ++this.#count, context, proxyContext, wider };
  }
}

function keyOf(ca: readonly string[], system: boolean, identity: Identity | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify([ca, system]));
  if (identity === undefined) return hash.digest('base64');
  const { cert, isPfx, key, passphrase } = identity;
  hash.update(JSON.stringify([cert.length, isPfx, key?.length, passphrase])).update(cert);
  if (key !== undefined) hash.update(key);
  return hash.digest('base64');
}

/** Node.js lists them from 22.15 on. Older versions have only the bundled CAs. */
function certificatesOf(kind: 'default' | 'system'): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (kind: string) => readonly string[] };
  if (getCACertificates !== undefined) return getCACertificates(kind);
  return kind === 'default' ? [...tls.rootCertificates, ...extraCertificates()] : [];
}

/** CAs of `NODE_EXTRA_CA_CERTS`, which an own `ca` list replaces. An unreadable file is ignored: Node.js warns about it at startup. */
function extraCertificates(): readonly string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  if (file === undefined || file === '') return [];
  try {
    return [readNamedByEnvironment(file).toString('latin1')];
  } catch {
    return [];
  }
}

function contextOf(trusted: tls.SecureContextOptions, { path, cert, isPfx, key, passphrase }: Identity): tls.SecureContext {
  const secret = passphrase === undefined ? {} : { passphrase };
  const own = isPfx ? { pfx: Buffer.from(cert) } : { cert: Buffer.from(cert), key: Buffer.from(key ?? cert) };
  try {
    return tls.createSecureContext({ ...trusted, ...own, ...secret });
  } catch (e) {
    const said = e instanceof Error ? e.message : String(e);
    const locked = /decrypt|mac verify|password|cancelled|passphrase/i.test(said);
    const keyMissing = !isPfx && !Buffer.from(key ?? cert).includes('PRIVATE KEY-----');
    const why = keyMissing
      ? key === undefined
        ? 'the file contains no key, and no key file is named'
        : 'its key file contains no key'
      : locked
        ? passphrase === undefined
          ? 'its key is encrypted with a passphrase'
          : 'the passphrase does not decrypt its key'
        : /mismatch/i.test(said)
          ? 'the key does not belong to the certificate'
          : said;
    throw new ReqError('tls', `The certificate ${path} cannot be used: ${why}.`, {
      hint: keyMissing
        ? 'Name the key with # @key FILE, "key" in req.tls.clientCertificates, or --key FILE: a PEM file with -----BEGIN PRIVATE KEY-----.'
        : locked
          ? 'Give it with # @passphrase {{$secret.NAME}}, "passphrase" in req.tls.clientCertificates, or --passphrase.'
          : 'A certificate and its key are PEM files, or together one PKCS#12 file (.pfx, .p12).',
      cause: e,
    });
  }
}
