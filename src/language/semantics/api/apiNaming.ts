import { contentOf, type Block, type DirectiveNode } from '../../syntax/nodes.ts';
import { referencesBase } from './apiReferences.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';

/** A `# @openapi` with the file that contains it. */
export interface NamedApi {
  readonly written: string;
  /** Absolute path of the document; for a URL, of its copy. */
  readonly path: string;
  /** Absolute path against which its relative references are resolved: `path`, or for a copy a path in a folder beside it. */
  readonly base: string;
  /** Whether it is fetched on request; `path` is then the copy. */
  readonly isUrl: boolean;
  readonly by: string;
}

/** Whether an argument of `# @openapi` is a URL, which may begin with a placeholder. */
export const isUrlOfApi = (written: string): boolean => /^(?:[A-Za-z][A-Za-z\d+.-]+:\/\/|\{\{)/.test(written);

export const lastDirective = (block: Block, name: string): DirectiveNode | undefined =>
  contentOf(block).directives.findLast((d) => d.name.text === name && d.argument !== undefined);

/** All documents that a block names. In one block only the last applies. */
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
 * The file name of a document's copy, from the URL as written, so that it contains no placeholder values: `api.example.com-v1-openapi.yaml`
 * for `https://api.example.com/v1/openapi.yaml`.
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
