import { folderOf, isInside, resolvePath } from '../../workspace/workspacePaths.ts';

/** A fetched document: its URL as written, its copy, and the base path of the copy's references. */
interface FetchedApi {
  readonly written: string;
  readonly path: string;
  readonly base: string;
}

/** Origin and path of a URL as written. A placeholder at the start is the origin. */
const parts = /^((?:[A-Za-z][A-Za-z\d+.-]+:\/\/|\{\{[^{}]*\}\})[^/?#]*)(\/[^?#]*)?/;

/** The folder for files that the copy of a document references. */
const referencesFolder = (copy: string): string => `${copy.replace(/\.(?:json|ya?ml)$/i, '')}.refs`;

const written = (url: string): { readonly origin: string; readonly segments: readonly string[] } => {
  const [, origin = '', path = ''] = parts.exec(url) ?? [];
  return { origin, segments: path.split('/').filter((s) => s !== '') };
};

/** A segment of a URL as written, as the name of a folder. */
const asName = (segment: string): string => segment.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '-');

/**
 * The base path for the references of a document's copy: as on the server, in a separate folder beside the copy. So no server can write a
 * file that anything else reads.
 */
export function referencesBase(copy: string, url: string): string {
  const names = written(url).segments.map(asName);
  return resolvePath(referencesFolder(copy), names.length === 0 ? 'document' : names.join('/'));
}

/**
 * The URL of a file that a fetched document references, as written, with the origin of the document.
 * @param file path relative to `referencesBase`
 */
export function writtenReference(
  { path, base, written: url }: FetchedApi,
  file: string,
): { readonly written: string } | { readonly problem: string } {
  const root = referencesFolder(path);
  if (!isInside(file, root)) return { problem: 'is not below the origin of the document' };
  const { origin, segments } = written(url);
  if (segments.length === 0) return { problem: 'is relative to a URL whose path is not written in # @openapi' };
  const below = (of: string): readonly string[] => of.slice(root.length + 1).split(/[\\/]/);
  const folder = folderOf(base).length <= root.length ? [] : below(folderOf(base));
  const names = below(file);
  if (names.some((name) => name === '' || name.startsWith('.')) || !/\.(?:json|ya?ml)$/i.test(file))
    return { problem: 'is not a .json, .yaml or .yml file' };
  let same = 0;
  while (same < folder.length && same < names.length - 1 && folder[same] === names[same]) same++;
  const above = segments.slice(0, segments.length - 1 - (folder.length - same));
  return { written: [origin, ...above, ...names.slice(same).map(encodeURIComponent)].join('/') };
}
