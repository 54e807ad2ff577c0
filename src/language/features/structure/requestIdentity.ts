import type { DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import { listRequests, type RequestSummary } from './requests.ts';

/** Identifies a request of a file while the file is edited. */
export interface RequestIdentity {
  /** The request's name, title or request line, with a number among equal ones. Stable while lines move. */
  readonly key: string;
  readonly title: string;
  readonly index: number;
  /** Number of requests in the file. */
  readonly count: number;
}

const keys = new WeakMap<DocumentTree, ReadonlyMap<RequestBlock, string>>();

function keysOf(tree: DocumentTree): ReadonlyMap<RequestBlock, string> {
  const known = keys.get(tree);
  if (known !== undefined) return known;
  const seen = new Map<string, number>();
  const made = new Map<RequestBlock, string>();
  for (const r of listRequests(tree)) {
    const label = r.name || `${r.method} ${r.urlTemplate}`;
    const like = seen.get(label) ?? 0;
    seen.set(label, like + 1);
    made.set(r.block, `${label}#${like}`);
  }
  keys.set(tree, made);
  return made;
}

const keyOfRequest = (tree: DocumentTree, request: RequestSummary): string => keysOf(tree).get(request.block) ?? '';

export function identify(tree: DocumentTree, request: RequestSummary): RequestIdentity {
  return { key: keyOfRequest(tree, request), title: request.title, index: request.index, count: listRequests(tree).length };
}

/**
 * Finds the request in another version of its file: by key, else by title if only one has it, else by index if the file has
 * as many requests as before. Otherwise undefined, because sending another request could do harm.
 */
export function findAgain(tree: DocumentTree, identity: RequestIdentity): RequestSummary | undefined {
  const all = listRequests(tree);
  const same = all.find((r) => keyOfRequest(tree, r) === identity.key);
  if (same !== undefined) return same;
  const [titled, ...others] = all.filter((r) => r.title === identity.title);
  if (titled !== undefined && others.length === 0) return titled;
  return all.length === identity.count ? all[identity.index] : undefined;
}
