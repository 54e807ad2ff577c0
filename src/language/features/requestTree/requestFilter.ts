import { methods } from '../../catalog/methods.ts';
import type { RequestSummary } from '../structure/requests.ts';
import type { FileNode, FolderNode } from './requestTree.ts';

/** Whether a request matches a filter. */
export type RequestFilter = (request: RequestSummary) => boolean;

/**
 * A filter of words, all of which must match: part of the name, title or URL, a tag with or without `#`, or a method. A method in capitals
 * matches only the method.
 */
export function requestFilter(text: string): RequestFilter {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const tests = words.map((word): RequestFilter => {
    if (isMethod(word)) return ({ method }) => method === word;
    const wanted = word.toLowerCase();
    const isIn = (part: string): boolean => part.toLowerCase().includes(wanted);
    return ({ name, title, method, urlTemplate, tags }) =>
      isIn(name) || isIn(title) || isIn(urlTemplate) || method.toLowerCase() === wanted || tags.some((tag) => isIn(`#${tag}`));
  });
  return (request) => tests.every((test) => test(request));
}

/** The tree without files that no request of matches, and without their folders. */
export function filteredTree(roots: readonly FolderNode[], isShown: (file: FileNode) => boolean): readonly FolderNode[] {
  const kept = (node: FolderNode, parent: FolderNode | undefined): FolderNode | undefined => {
    const children: (FolderNode | FileNode)[] = [];
    const made: FolderNode = { ...node, parent, children };
    for (const child of node.children) {
      if (child.kind === 'file') {
        if (isShown(child)) children.push({ ...child, parent: made });
      } else {
        const folder = kept(child, made);
        if (folder !== undefined) children.push(folder);
      }
    }
    return children.length === 0 ? undefined : made;
  };
  return roots.flatMap((root) => kept(root, undefined) ?? []);
}

const isMethod = (word: string): boolean => methods.some(({ name }) => name === word);
