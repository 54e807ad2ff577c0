import { contentOf, type Block, type DirectiveNode } from '../../syntax/nodes.ts';
import { referencesBase } from './apiReferences.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';

/** A `# @openapi` with the file that contains it. */
export interface NamedApi {
  readonly written: string;
  /** Absolute path of the document; for a URL, of its copy. */
  readonly path: string;
  /** Absolute path that its relative references start from: `path`, or for a copy a path in a folder beside it. */
  readonly base: string;
  /** It is fetched on request, and `path` is the copy. */
  readonly isUrl: boolean;
  readonly by: string;
}

/** Whether an argument of `# @openapi` is a URL. A placeholder at the start stands for its beginning. */
export const isUrlOfApi = (written: string): boolean => /^(?:[A-Za-z][A-Za-z\d+.-]+:\/\/|\{\{)/.test(written);

export const lastDirective = (block: Block, name: string): DirectiveNode | undefined =>
  contentOf(block).directives.findLast((d) => d.name.text === name && d.argument !== undefined);

/** Every document that a block names; in one block the last counts. */
export function apiNamedBy(block: Block, by: string): NamedApi | 'none' | undefined {
  const written = lastDirective(block, 'openapi')?.argument?.text;
  if (written === undefined) return undefined;
  if (written === 'none') return 'none';
  const isUrl = isUrlOfApi(written);
  const path = resolvePath(folderOf(by), isUrl ? copyName(written) : written);
  return { written, isUrl, path, base: isUrl ? referencesBase(path, written) : path, by };
}

const longestName = 100;

/**
 * The name of a document's copy, from the URL as written, so that it contains no value of a placeholder:
 * `api.example.com-v1-openapi.yaml` for `https://api.example.com/v1/openapi.yaml`.
 */
export function copyName(url: string): string {
  const plain = url.replace(/#.*$/s, '');
  const path = plain.replace(/\?.*$/s, '').replace(/^[A-Za-z][A-Za-z\d+.-]+:\/\/(?:[^/]*@)?/, '');
  const [, before = path, extension = '.yaml'] = /^(.*[^/])(\.(?:json|ya?ml))$/is.exec(path) ?? [];
  const name = before.replaceAll(/[^\p{L}\p{N}._]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  // Different names for different queries, and for long paths.
  const needsHash = plain.includes('?') || name.length > longestName;
  return `${name.slice(0, longestName)}${needsHash ? `-${shortHash(plain)}` : ''}${extension.toLowerCase()}`;
}

function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
