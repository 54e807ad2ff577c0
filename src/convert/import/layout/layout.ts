import { comparePaths } from '../../../language/index.ts';
import { RawNames, RawTexts } from '../../text/literalText.ts';
import { environmentFiles, type Environments } from './importedEnvironments.ts';
import type { FolderDraft, PreambleDraft, RequestDraft, Scripts } from '../draft.ts';
import { isOneFile, mentionedAround, requestsApart } from './requestsApart.ts';
import { Paths, safeName } from './fileNames.ts';
import { fromFolder } from './pathsFromRoot.ts';
import type { OAuthConfigurations } from '../auth/oauth.ts';
import type { ImportedFile, Notes, AddNote } from '../importResult.ts';
import { writePreamble, writeRequestBlock } from './writeFile.ts';

/** A collection to write. `isTaken` returns whether a name occurs in the source, where it may be a variable. */
export interface CollectionDraft {
  readonly root: FolderDraft;
  readonly environments: Environments;
  readonly oauth: OAuthConfigurations;
  readonly isTaken: (name: string) => boolean;
  /** Relative paths begin at the root of the collection, whatever folder contains their file. */
  readonly pathsFromRoot?: true;
}

export function collectionFiles(draft: CollectionDraft, notes: Notes): readonly ImportedFile[] {
  const { root, environments, oauth, isTaken, pathsFromRoot = false } = draft;
  const names = new RawNames(isTaken);
  const around = new RawTexts(names);
  const files = oauth.into(environmentFiles(environments, around), around);
  return [...layOut(root, notes, { names, around, mentioned: mentionedAround(root, environments), pathsFromRoot }), ...files];
}

interface Around {
  readonly names: RawNames;
  /** Texts in environment files that need definitions in `collection.req`. */
  readonly around: RawTexts;
  readonly mentioned: ReadonlySet<string>;
  readonly pathsFromRoot: boolean;
}

/** Files for environments without a collection. */
export function environmentsAlone(environments: Environments, isTaken: CollectionDraft['isTaken']): readonly ImportedFile[] {
  const around = new RawTexts(new RawNames(isTaken));
  const files = environmentFiles(environments, around);
  const texts = around.definitions();
  return texts.length === 0 ? files : [{ path: 'collection.req', text: `${texts.join('\n')}\n` }, ...files];
}

/**
 * Lays out a collection: `collection.req` at the root, a file for each folder with only requests, else a folder with `folder.req` for
 * shared definitions.
 */
const layOut = (root: FolderDraft, notes: Notes, around: Around): readonly ImportedFile[] => new Layout(notes, around).files(root);

/** Maximum lines of a folder's requests in one file; more are split into several files. */
const longestFile = 2000;

const linesIn = (text: string): number => text.split('\n').length;
const linesOfScripts = (of: Scripts | undefined): number => (of === undefined ? 0 : [of].flat().reduce((sum, s) => sum + linesIn(s), 0));

/** Approximate number of lines of a request. */
function linesOf({ body, headers, before, after, description = '', assertions = [] }: RequestDraft): number {
  const texts =
    body === undefined
      ? []
      : body.kind === 'graphql'
        ? [body.query, body.variables]
        : body.kind === 'text'
          ? [body.text]
          : body.parts.map((p) => p.content);
  const own = texts.reduce((sum, t) => sum + linesIn(t), 0);
  return own + headers.length + assertions.length + linesIn(description) + linesOfScripts(before) + linesOfScripts(after) + 5;
}

const isShort = (requests: readonly RequestDraft[]): boolean => requests.reduce((sum, r) => sum + linesOf(r), 0) <= longestFile;

class Layout {
  readonly #notes: Notes;
  readonly #around: Around;
  readonly #files: ImportedFile[] = [];
  readonly #paths = new Paths();

  constructor(notes: Notes, around: Around) {
    this.#notes = notes;
    this.#around = around;
  }

  files(root: FolderDraft): readonly ImportedFile[] {
    const first = this.#add('collection', '');
    const order = this.#entries(root, '', [], safeName(root.name));
    const text = writePreamble(ordered(root.preamble, order), this.#addNote([]), this.#around.around);
    this.#files[first] = { path: this.#files[first]?.path ?? 'collection.req', text: `${text || `# ${safeName(root.name)}`}\n` };
    return this.#files;
  }

  /** Returns the index of the file. */
  #add(base: string, text: string): number {
    return this.#files.push({ path: this.#paths.take(base, '.req'), text: `${text}\n` }) - 1;
  }

  #addNote(where: readonly string[]): AddNote {
    return (level, message) => this.#notes.add(level, message, where.length === 0 ? {} : { request: pathOf(where) });
  }

  /** @param dir the folder of the file, which ends with `/`; empty for the root */
  #in<D extends PreambleDraft | RequestDraft>(draft: D, dir: string): D {
    return this.#around.pathsFromRoot ? fromFolder(draft, dir) : draft;
  }

  #write(request: RequestDraft, dir: string, where: readonly string[]): string {
    return writeRequestBlock(this.#in(request, dir), this.#addNote([...where, request.title]), this.#around.names);
  }

  /** Writes the contents of a folder. Returns the names of its entries in order; empty if their order has no meaning. */
  #entries(folder: FolderDraft, dir: string, where: readonly string[], own: string): readonly string[] {
    const apart = requestsApart(folder.requests, this.#around.mentioned);
    const order: string[] = [];
    let together: string[] = [];
    let lines = 0;
    let name = own;
    const close = (next: string): void => {
      if (together.length > 0) {
        order.push(this.#pathOf(this.#add(`${dir}${name}`, together.join('\n\n'))));
        name = next;
      }
      together = [];
      lines = 0;
    };
    for (const item of folder.sequence ?? [...folder.requests.filter((r) => !apart.has(r)), ...apart, ...folder.folders]) {
      if ('folders' in item) {
        close('');
        order.push(...this.#folder(item, dir, where));
      } else if (apart.has(item)) {
        close('');
        this.#addNote([...where, item.title])('information', 'The request has a file of its own, so that its variables apply to it alone.');
        order.push(this.#pathOf(this.#add(`${dir}${safeName(item.title)}`, this.#write(item, dir, where))));
      } else {
        if (lines > 0 && lines + linesOf(item) > longestFile) close(name);
        // Requests behind a folder: its order decides, so they need a file of their own, which has the name of the first.
        if (name === '') name = safeName(item.title);
        together.push(this.#write(item, dir, where));
        lines += linesOf(item);
      }
    }
    close('');
    return folder.sequence === undefined || isSorted(order) ? [] : order.map((path) => nameIn(path, dir));
  }

  #pathOf(index: number): string {
    return this.#files[index]?.path ?? '';
  }

  /** Writes a folder in the folder `dir`. Returns its path, with a trailing `/` for a folder; nothing if it is empty. */
  #folder(inner: FolderDraft, dir: string, where: readonly string[]): readonly string[] {
    const { names, mentioned } = this.#around;
    const at = [...where, inner.name];
    const name = safeName(inner.name);
    const preamble = (from: string, order: readonly string[]): string => {
      const written = ordered(this.#in(inner.preamble, from), order);
      return isEmpty(written) ? '' : writePreamble(written, this.#addNote(at), new RawTexts(names));
    };
    if (
      inner.folders.length === 0 &&
      (inner.preamble.headers ?? []).length === 0 &&
      isShort(inner.requests) &&
      isOneFile(inner, mentioned)
    ) {
      const text = [preamble(dir, []), ...inner.requests.map((r) => this.#write(r, dir, at))].filter((part) => part !== '').join('\n\n');
      return text === '' ? [] : [this.#pathOf(this.#add(`${dir}${name}`, text))];
    }
    const inside = this.#paths.take(`${dir}${name}`, '/');
    const first = this.#files.length;
    const order = this.#entries(inner, inside, at, name);
    const shared = preamble(inside, order);
    if (shared !== '') this.#files.splice(first, 0, { path: this.#paths.take(`${inside}folder`, '.req'), text: `${shared}\n` });
    return [inside];
  }
}

const ordered = (preamble: PreambleDraft, order: readonly string[]): PreambleDraft =>
  order.length === 0 ? preamble : { ...preamble, directives: [...(preamble.directives ?? []), ...order.map((name) => `order ${name}`)] };

/** Whether this is the order in which Req runs files without `# @order`. */
const isSorted = (paths: readonly string[]): boolean => paths.every((path, i) => i === 0 || comparePaths(paths[i - 1] as string, path) < 0);

const nameIn = (path: string, dir: string): string => path.slice(dir.length).replace(/\/$|\.req$/, '');

const isEmpty = (p: PreambleDraft): boolean =>
  Object.values(p).every((part: unknown) => part === undefined || (Array.isArray(part) ? part.length === 0 : part === ''));

/** Number of requests in a folder and its subfolders, and of those without warnings. */
export function countRequests(root: FolderDraft, notes: Notes): { readonly requests: number; readonly whole: number } {
  const warned = new Set(notes.list().flatMap((n) => (n.level === 'warning' && n.request !== undefined ? [n.request] : [])));
  let requests = 0;
  let whole = 0;
  const visit = (folder: FolderDraft, where: readonly string[]): void => {
    for (const r of folder.requests) {
      requests++;
      if (!warned.has(pathOf([...where, r.title]))) whole++;
    }
    for (const inner of folder.folders) visit(inner, [...where, inner.name]);
  };
  visit(root, []);
  return { requests, whole };
}

export const pathOf = (where: readonly string[]): string => where.join(' / ');
