import type { Dialect } from '../http/dialect.ts';

export const importFormats = ['curl', 'http', 'postman', 'bruno', 'openapi', 'har', 'insomnia', 'hurl', 'thunder', 'yaak'] as const;

export type ImportFormat = (typeof importFormats)[number];

export interface ImportInput {
  /** Path with `/`, relative to the imported folder; the name of a single file. */
  readonly path: string;
  readonly text: string;
  /** The client of a `.http` file that names none; detected if undefined. */
  readonly dialect?: Dialect | undefined;
}

export interface ImportedFile {
  /** Relative path with `/`, without `..`. */
  readonly path: string;
  readonly text: string;
}

/** A note about a part that was changed or not converted. */
export interface ImportNote {
  readonly file: string;
  /** Line from 1; undefined for formats in which line numbers are of no use. */
  readonly line?: number;
  /** The request with its folders; undefined if the note concerns the file. */
  readonly request?: string;
  /** `warning`: not carried over, or with another meaning. `information`: expressed in another way. */
  readonly level: 'information' | 'warning';
  readonly message: string;
}

/** A credential that was replaced by `{{$secret.NAME}}` in the files. */
export interface ImportedSecret {
  readonly name: string;
  readonly value: string;
}

/** A kind of parts that were not converted, and the number of requests (or files, for notes about a file) with it. */
export interface MissingKind {
  readonly kind: string;
  readonly count: number;
}

export interface Converted {
  readonly name: string;
  readonly files: readonly ImportedFile[];
  readonly notes: readonly ImportNote[];
  /** Number of requests, and of those without warnings. */
  readonly requests: number;
  readonly whole: number;
  /** The folder of the collection in the imported folder, which ends with `/`; empty or absent for that folder itself. */
  readonly source?: string;
  /** Blocks of the files with warnings, `path#index`, for formats whose notes do not name requests. */
  readonly warned?: ReadonlySet<string>;
}

/** A file of the imported folder that the requests name: a body, a script's module, a certificate. */
export interface Companion {
  /** Relative path with `/`, without `..`, in the imported collection and where it is written. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ImportResult extends Converted {
  /** Files of the imported folder to copy, because the target folder lacks them. */
  readonly companions?: readonly Companion[];
  /** What was not carried over, by kind. */
  readonly missing: readonly MissingKind[];
  /** Names are unique. Values are meant for the secret storage only. */
  readonly secrets: readonly ImportedSecret[];
}

const most = 2000;

/** Minimum number of notes about the same difference in syntax that are combined. */
const mostAlike = 2;

const isShared = ({ level, request, line }: ImportNote): boolean => level === 'information' && request !== undefined && line === undefined;

/** Collects the notes of an input without duplicates. */
export class Notes {
  readonly #notes = new Map<string, ImportNote>();
  readonly #file: string;
  #left = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(level: ImportNote['level'], message: string, place: { readonly line?: number; readonly request?: string } = {}): void {
    const key = `${place.line ?? ''}\n${place.request ?? ''}\n${message}`;
    if (this.#notes.has(key)) return;
    if (this.#notes.size >= most) this.#left++;
    else this.#notes.set(key, { file: this.#file, ...place, level, message });
  }

  /** The notes. A message about a difference in syntax is listed once if it is about many requests. */
  list(): readonly ImportNote[] {
    const alike = new Map<string, number>();
    for (const note of this.#notes.values()) if (isShared(note)) alike.set(note.message, (alike.get(note.message) ?? 0) + 1);
    const all: ImportNote[] = [];
    for (const note of this.#notes.values()) {
      const count = isShared(note) ? alike.get(note.message) : 1;
      if (count === undefined) continue;
      const { file, level, message } = note;
      all.push(count > mostAlike ? { file, level, message: `${message} (${count} requests)` } : note);
      if (count > mostAlike) alike.delete(message);
    }
    return this.#left === 0 ? all : [...all, { file: this.#file, level: 'warning', message: `There are ${this.#left} more notes.` }];
  }
}

export type AddNote = (level: ImportNote['level'], message: string) => void;
