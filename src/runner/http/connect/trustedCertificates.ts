import { createHash } from 'node:crypto';
import tls from 'node:tls';
import { ReqError } from '../../../base/reqError.ts';
import { readNamedByEnvironment } from '../../../files/ownFiles.ts';
import type { Trust } from '../exchange/route.ts';

/** The client's certificate, read. */
export interface Identity {
  /** For messages. */
  readonly path: string;
  readonly cert: Uint8Array;
  /** The file is PKCS#12. */
  readonly isPfx: boolean;
  readonly key: Uint8Array | undefined;
  readonly passphrase: string | undefined;
}

/** Those that are kept. */
const most = 50;

/** Whom to trust and who to be, made once for the same files: reading hundreds of certificates takes its time. */
export class Trusts {
  readonly #made = new Map<string, Trust>();
  #system: readonly string[] | undefined;
  #count = 0;

  /**
   * @param ca PEM texts of those who are trusted besides those that Node trusts
   * @param system whether those are trusted whom the system trusts; they are read when somebody unknown has issued a certificate
   * @returns undefined where nothing is asked for that Node does not do by itself
   * @throws {ReqError} `tls` where the client's certificate cannot be used
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

/** Node can tell them from 22.15 on; before, its own list is all there is. */
function certificatesOf(kind: 'default' | 'system'): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (kind: string) => readonly string[] };
  if (getCACertificates !== undefined) return getCACertificates(kind);
  return kind === 'default' ? [...tls.rootCertificates, ...extraCertificates()] : [];
}

/** Node reads this file itself, and says it where it cannot; a list of our own takes the place of what it read. */
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
        ? 'the file holds no key, and no other file of it is named'
        : 'the file of its key holds none'
      : locked
        ? passphrase === undefined
          ? 'its key is locked with a passphrase'
          : 'the passphrase does not open its key'
        : /mismatch/i.test(said)
          ? 'the key is not the one of the certificate'
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
