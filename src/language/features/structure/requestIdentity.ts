import type { DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import { listRequests, type RequestSummary } from './requests.ts';

/** What tells a request of a file apart from the others while the file is edited. */
export interface RequestIdentity {
  /** Its name, title or request line, and which of the like: the same while lines move. */
  readonly key: string;
  readonly title: string;
  readonly index: number;
  /** Requests of the file. */
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

/** The key of a request of this tree. */
const keyOfRequest = (tree: DocumentTree, request: RequestSummary): string => keysOf(tree).get(request.block) ?? '';

export function identify(tree: DocumentTree, request: RequestSummary): RequestIdentity {
  return { key: keyOfRequest(tree, request), title: request.title, index: request.index, count: listRequests(tree).length };
}

/**
 * The request in another version of its file: that of the same key, else the only one of the same title, else the one at the same
 * place among as many. Undefined where none can be taken for it: sending some other request could do harm.
 */
export function findAgain(tree: DocumentTree, identity: RequestIdentity): RequestSummary | undefined {
  const all = listRequests(tree);
  const same = all.find((r) => keyOfRequest(tree, r) === identity.key);
  if (same !== undefined) return same;
  const [titled, ...others] = all.filter((r) => r.title === identity.title);
  if (titled !== undefined && others.length === 0) return titled;
  return all.length === identity.count ? all[identity.index] : undefined;
}
