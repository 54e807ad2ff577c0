import { createHash } from 'node:crypto';
import path from 'node:path';
import { listFolder, makeFolder } from '../../files/folders.ts';
import { changeTimeOf, removeOwn } from '../../files/ownFiles.ts';
import { codeOf, FileProblem, isAbsent } from '../../files/problem.ts';
import { openRegular, readRegular } from '../../files/read.ts';
import { replaceFile } from '../../files/replace.ts';
import type { StoredFacts, StoredRun } from '../record/storedRun.ts';
import { decodeRun, encodeRun, readFacts } from './entryFormat.ts';

export interface HistoryLimits {
  /** Bytes of all entries together. */
  readonly size: number;
  /** Milliseconds. */
  readonly age: number;
  readonly entries: number;
}

const suffix = '.run';
/** Milliseconds after which an unfinished temporary file is deleted. */
const leftOver = 24 * 60 * 60 * 1000;
/** Bytes to read first to find the facts, and the maximum. */
const firstRead = 8 * 1024;
const longestFacts = 256 * 1024;
/** Maximum bytes of an entry to read; larger than any that is stored. */
const mostRead = 2 * 1024 * 1024 * 1024;
const atOnce = 32;

interface Found {
  readonly file: string;
  readonly size: number;
  readonly facts: StoredFacts;
}

/**
 * The history on disk: a folder for each collection, a file for each entry. A file is written under a temporary name,
 * renamed, and never changed, so windows can share the folder without synchronization.
 */
export class HistoryStore {
  readonly #folder: string;
  readonly #uriNow: (uri: string, since: number) => string;
  readonly #now: () => number;
  /** A cache by file, valid because files never change. Undefined for an unreadable file. */
  readonly #known = new Map<string, Found | undefined>();

  /**
   * @param folder created on the first write
   * @param uriNow where a document is now that had a URI at a time, in milliseconds since 1970: entries of renamed files are not rewritten
   */
  constructor(folder: string, now: () => number = Date.now, uriNow: (uri: string, since: number) => string = (uri) => uri) {
    this.#folder = folder;
    this.#uriNow = uriNow;
    this.#now = now;
  }

  /** Stores a run atomically. */
  async write(run: StoredRun): Promise<void> {
    const { root, time, id } = run.facts;
    const folder = path.join(this.#folder, createHash('sha256').update(root).digest('hex').slice(0, 16));
    await makeFolder(folder);
    const file = path.join(folder, `${time.toString(36).padStart(9, '0')}-${id}${suffix}`);
    await replaceFile(file, (handle) => handle.writeFile(encodeRun(run)), { mode: 0o600 });
  }

  /** All entries, newest first. `unreadable` counts damaged files and files of other programs. */
  async list(): Promise<{ readonly entries: readonly StoredFacts[]; readonly unreadable: number }> {
    const files = await this.#files();
    const found = await this.#found(files);
    const entries = found.map(({ facts }) => this.#moved(facts)).toSorted((a, b) => b.time - a.time);
    return { entries, unreadable: files.length - found.length };
  }

  /** Undefined if the entry does not exist or is unreadable. */
  async read(id: string): Promise<StoredRun | undefined> {
    const file = (await this.#files()).find((f) => idOf(f) === id);
    if (file === undefined) return undefined;
    const bytes = await readRegular(file, mostRead).catch(unlessClosed);
    const run = bytes && decodeRun(bytes);
    return run && { ...run, facts: this.#moved(run.facts) };
  }

  async remove(ids: ReadonlySet<string>): Promise<void> {
    await this.#remove((await this.#files()).filter((file) => ids.has(idOf(file))));
  }

  /**
   * Deletes entries that are too old, then the oldest until the rest is within the limits. Returns the number deleted.
   */
  async sweep(limits: HistoryLimits): Promise<number> {
    const files = await this.#files();
    const kept = (await this.#found(files)).toSorted((a, b) => b.facts.time - a.facts.time);
    const readable = new Set(kept.map(({ file }) => file));
    const deleted: string[] = [];
    let size = 0;
    for (const [i, { file, size: bytes, facts }] of kept.entries()) {
      size += bytes;
      if (size > limits.size || i >= limits.entries || this.#now() - facts.time > limits.age) deleted.push(file);
    }
    // Unreadable files are deleted by the age of the file.
    for (const file of files) if (!readable.has(file) && (await this.#isLeftOver(file, limits.age))) deleted.push(file);
    for (const file of await this.#files('.tmp')) if (await this.#isLeftOver(file, leftOver)) deleted.push(file);
    await this.#remove(deleted);
    return deleted.length;
  }

  #moved(facts: StoredFacts): StoredFacts {
    const uri = this.#uriNow(facts.uri, facts.time);
    return uri === facts.uri ? facts : { ...facts, uri };
  }

  async #isLeftOver(file: string, age: number): Promise<boolean> {
    const time = await changeTimeOf(file);
    return time !== undefined && this.#now() - time > age;
  }

  async #files(ending = suffix): Promise<readonly string[]> {
    const folders = (await listFolder(this.#folder).catch(unlessGone)) ?? [];
    const found: string[] = [];
    for (const folder of folders) {
      if (folder.kind !== 'folder') continue;
      const inside = path.join(this.#folder, folder.name);
      // Links, pipes and folders are of other programs.
      for (const { name, kind } of (await listFolder(inside).catch(unlessClosed)) ?? [])
        if (kind === 'file' && name.endsWith(ending)) found.push(path.join(inside, name));
    }
    return found;
  }

  async #found(files: readonly string[]): Promise<readonly Found[]> {
    const there = new Set(files);
    for (const file of this.#known.keys()) if (!there.has(file)) this.#known.delete(file);
    const unknown = files.filter((file) => !this.#known.has(file));
    for (let at = 0; at < unknown.length; at += atOnce)
      await Promise.all(unknown.slice(at, at + atOnce).map(async (file) => this.#known.set(file, await read(file))));
    return files.flatMap((file) => this.#known.get(file) ?? []);
  }

  /** @throws the first error, after the other files are deleted */
  async #remove(files: readonly string[]): Promise<void> {
    const failures: unknown[] = [];
    for (const file of files) {
      await removeOwn(file).catch((e: unknown) => failures.push(e));
      this.#known.delete(file);
    }
    if (failures.length > 0) throw failures[0];
  }
}

const idOf = (file: string): string => /-(.+)\.run$/.exec(path.basename(file))?.[1] ?? '';

async function read(file: string): Promise<Found | undefined> {
  const opened = await openRegular(file).catch(unlessClosed);
  if (opened === undefined) return undefined;
  try {
    const { size } = opened.stats;
    for (let length = firstRead; ; length = longestFacts) {
      const buffer = Buffer.alloc(Math.min(length, size));
      await opened.handle.read(buffer, 0, buffer.length, 0);
      const end = buffer.indexOf(0x0a);
      if (end < 0 && length < longestFacts && length < size) continue;
      const facts = end < 0 ? undefined : readFacts(buffer.toString('utf8', 0, end));
      return facts === undefined || facts.id !== idOf(file) ? undefined : { file, size, facts };
    }
  } finally {
    await opened.handle.close();
  }
}

/** Another window may have deleted it. */
function unlessGone(e: unknown): undefined {
  if (!isAbsent(e)) throw e;
}

/** It may also be exchanged meanwhile, or belong to another user, such as root after `sudo code`. */
function unlessClosed(e: unknown): undefined {
  if (!isAbsent(e) && !(e instanceof FileProblem) && !['EACCES', 'EPERM', 'EISDIR', 'ELOOP'].includes(codeOf(e))) throw e;
}
