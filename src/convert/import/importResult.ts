/** The formats that can be read. */
export const importFormats = ['curl', 'http', 'postman', 'bruno', 'openapi', 'har', 'insomnia'] as const;

export type ImportFormat = (typeof importFormats)[number];

/** A file of another client. */
export interface ImportInput {
  /** With `/`, relative to the folder that is imported; a name where one file is. */
  readonly path: string;
  readonly text: string;
}

/** A file to write. */
export interface ImportedFile {
  /** Relative, with `/`, without `..`. */
  readonly path: string;
  readonly text: string;
}

/** What became of something that Req says in another way, or not at all. */
export interface ImportNote {
  /** The path of the input. */
  readonly file: string;
  /** From 1; undefined where the format has no lines that people know. */
  readonly line?: number;
  /** The request, with its folders, where it belongs to one. */
  readonly request?: string;
  /** `warning`: it was not carried over, or means something else. `information`: it is written in another way. */
  readonly level: 'information' | 'warning';
  readonly message: string;
}

/** A credential that is not written into the files: `{{$secret.NAME}}` stands for it. */
export interface ImportedSecret {
  readonly name: string;
  readonly value: string;
}

/** What the reader of a format gives. */
export interface Converted {
  /** What it is called: a good name for its folder. */
  readonly name: string;
  readonly files: readonly ImportedFile[];
  readonly notes: readonly ImportNote[];
  /** How many requests there are, and how many of them have no warning. */
  readonly requests: number;
  readonly whole: number;
}

/** What an import gives. */
export interface ImportResult extends Converted {
  /** Each name once. Values are for a store of secrets and are shown nowhere. */
  readonly secrets: readonly ImportedSecret[];
}

/** Notes that one import tells at most. */
const most = 2000;

/** Gathers what is to be told of one input, each thing once. */
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

  list(): readonly ImportNote[] {
    const all = [...this.#notes.values()];
    return this.#left === 0 ? all : [...all, { file: this.#file, level: 'warning', message: `There are ${this.#left} notes more.` }];
  }
}

/** Tells something of the request at hand. */
export type Tell = (level: ImportNote['level'], message: string) => void;
