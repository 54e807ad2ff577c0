import { raceAbort } from '../../../base/async/raceAbort.ts';
import { isReqError } from '../../../base/reqError.ts';
import { decodeUtf8 } from '../../../base/text/utf8.ts';
import type { ApiDocument } from '../../../apiDocuments/index.ts';
import type { Host } from '../../ports/host.ts';
import { permittedVersion, readPermitted } from '../permissions/permittedFile.ts';

export interface WantedApi {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path against which its relative references are resolved. Default: that of the document. */
  readonly base?: string;
  /** As written, for messages. */
  readonly name: string;
  /** Root of the collection. */
  readonly root: string;
  /** The problem to report if the file does not exist. */
  readonly absent: string;
}

export type FoundDocument = { readonly ok: true; readonly document: ApiDocument } | { readonly ok: false; readonly message: string };

interface Kept {
  /** The version of each file that was read, by path. */
  readonly versions: ReadonlyMap<string, string>;
  readonly found: Promise<FoundDocument>;
}

type Read = { readonly text: string; readonly version: string } | { readonly problem: string };

/** The OpenAPI documents of a session. Each version of a document is read once, with the same permissions as schemas. */
export class ApiDocuments {
  readonly #kept = new Map<string, Kept>();

  /** @throws {ReqError} `cancelled` */
  async open(wanted: WantedApi, host: Host, signal: AbortSignal): Promise<FoundDocument> {
    // A large document is read in a thread, for seconds. Other requests may wait for it too, so it is read to its end.
    return raceAbort(this.#open(wanted, host, signal), signal);
  }

  async #open(wanted: WantedApi, host: Host, signal: AbortSignal): Promise<FoundDocument> {
    const kept = this.#kept.get(wanted.path);
    if (kept !== undefined && (await this.#isCurrent(kept, wanted, host, signal))) return kept.found;
    const versions = new Map<string, string>();
    const found = this.#read(wanted, versions, host, signal);
    const mine = { versions, found };
    this.#kept.set(wanted.path, mine);
    // A file that cannot be read is tried again. What is wrong with its text stays wrong until it changes.
    const forget = (): void => {
      if (this.#kept.get(wanted.path) === mine) this.#kept.delete(wanted.path);
    };
    found.then((f) => (f.ok || versions.has(wanted.path) ? undefined : forget()), forget);
    if (kept !== undefined)
      void kept.found.then(
        (f) => (f.ok ? f.document.dispose() : undefined),
        () => undefined,
      );
    return found;
  }

  dispose(): void {
    for (const { found } of this.#kept.values())
      void found.then(
        (f) => (f.ok ? f.document.dispose() : undefined),
        () => undefined,
      );
    this.#kept.clear();
  }

  async #isCurrent({ versions, found }: Kept, { root, path }: WantedApi, host: Host, signal: AbortSignal): Promise<boolean> {
    // While it is being read, it has no versions yet.
    await found.catch(() => undefined);
    for (const [file, version] of versions) {
      const now = await permittedVersion({ path: file, root, what: 'The OpenAPI document', kind: 'body' }, host, signal).catch(
        () => undefined,
      );
      if (now !== version) return false;
    }
    return versions.has(path);
  }

  async #read(
    { path, base = path, name, root, absent }: WantedApi,
    versions: Map<string, string>,
    host: Host,
    signal: AbortSignal,
  ): Promise<FoundDocument> {
    const read = async (file: string, shown: string, otherwise = `there is no file ${shown}`): Promise<Read> => {
      const text = await readText(file, shown, root, host, signal, otherwise);
      if ('text' in text) versions.set(file, text.version);
      return text;
    };
    const text = await read(path, name, absent);
    if ('problem' in text) return { ok: false, message: text.problem };
    const { openApi } = await import('../../../apiDocuments/index.ts');
    return openApi({ file: path, base, name, text: text.text, read: (file) => read(file, file) });
  }
}

async function readText(path: string, name: string, root: string, host: Host, signal: AbortSignal, absent: string): Promise<Read> {
  const named = { path, root, what: 'The OpenAPI document', kind: 'body' } as const;
  try {
    const version = await permittedVersion(named, host, signal);
    if (version === undefined)
      return { problem: `${name} is outside ${root}, and reading it was not allowed. Allow it when asked, or pass --allow-read DIR` };
    const bytes = await readPermitted(named, version, host);
    if (bytes === undefined) return { problem: absent };
    const text = decodeUtf8(bytes);
    return text.ok ? { text: text.text, version } : { problem: `${name} is not UTF-8 (at byte ${text.offset})` };
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    return { problem: e.message };
  }
}
