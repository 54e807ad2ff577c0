import { RawNames, RawTexts } from '../text/literalText.ts';
import { environmentFiles, type Environments } from './importedEnvironments.ts';
import type { FolderDraft, PreambleDraft, RequestDraft } from './draft.ts';
import { isOneFile, mentionedAround, requestsApart } from './ownFiles.ts';
import { Paths, safeName } from './fileNames.ts';
import type { OAuthConfigurations } from './oauth.ts';
import type { ImportedFile, Notes, Tell } from './importResult.ts';
import { writePreamble, writeRequestBlock } from './writeFile.ts';

/** A collection to write. `isTaken` returns whether a name occurs in the source, where it may be a variable. */
export interface CollectionDraft {
  readonly root: FolderDraft;
  readonly environments: Environments;
  readonly oauth: OAuthConfigurations;
  readonly isTaken: (name: string) => boolean;
}

export function collectionFiles({ root, environments, oauth, isTaken }: CollectionDraft, notes: Notes): readonly ImportedFile[] {
  const names = new RawNames(isTaken);
  const around = new RawTexts(names);
  const files = oauth.into(environmentFiles(environments, around), around);
  return [...layOut(root, notes, { names, around, mentioned: mentionedAround(root, environments) }), ...files];
}

interface Around {
  readonly names: RawNames;
  /** Texts that environment files need as definitions in `collection.req`. */
  readonly around: RawTexts;
  readonly mentioned: ReadonlySet<string>;
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
function layOut(root: FolderDraft, notes: Notes, { names, around, mentioned }: Around): readonly ImportedFile[] {
  const files: ImportedFile[] = [];
  const paths = new Paths();
  const add = (base: string, text: string): void => {
    files.push({ path: paths.take(base, '.req'), text: `${text}\n` });
  };
  const tellOf =
    (where: readonly string[]): Tell =>
    (level, message) =>
      notes.add(level, message, where.length === 0 ? {} : { request: pathOf(where) });

  add('collection', writePreamble(root.preamble, tellOf([]), around) || `# ${safeName(root.name)}`);
  put(root, '', [], safeName(root.name));
  return files;

  function put(folder: FolderDraft, dir: string, where: readonly string[], own: string): void {
    const apart = requestsApart(folder.requests, mentioned);
    const write = (r: RequestDraft): string => writeRequestBlock(r, tellOf([...where, r.title]), names);
    const together = folder.requests.filter((r) => !apart.has(r)).map(write);
    if (together.length > 0) add(`${dir}${own}`, together.join('\n\n'));
    for (const r of apart) {
      tellOf([...where, r.title])('information', 'The request has a file of its own, so that its variables apply to it alone.');
      add(`${dir}${safeName(r.title)}`, write(r));
    }
    for (const inner of folder.folders) {
      const at = [...where, inner.name];
      const name = safeName(inner.name);
      const isFile = inner.folders.length === 0 && (inner.preamble.headers ?? []).length === 0 && isOneFile(inner, mentioned);
      if (isFile) {
        const first = isEmpty(inner.preamble) ? [] : [writePreamble(inner.preamble, tellOf(at), new RawTexts(names))];
        const text = [...first, ...inner.requests.map((r) => writeRequestBlock(r, tellOf([...at, r.title]), names))].join('\n\n');
        if (text !== '') add(`${dir}${name}`, text);
        continue;
      }
      const inside = paths.take(`${dir}${name}`, '/');
      const shared = isEmpty(inner.preamble) ? '' : writePreamble(inner.preamble, tellOf(at), new RawTexts(names));
      if (shared !== '') add(`${inside}folder`, shared);
      put(inner, inside, at, name);
    }
  }
}

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
