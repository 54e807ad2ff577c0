import type { DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import { listRequests, type RequestSummary } from './requests.ts';

/** Identifies a request of a file while the file is edited. */
export interface RequestIdentity {
  /** The request's name, title or request line, with a number among equal ones. Stable while lines move. */
  readonly key: string;
  readonly title: string;
  readonly index: number;
  readonly count: number;
}

/** The keys of a file's requests, in both directions. */
interface Keys {
  readonly of: ReadonlyMap<RequestBlock, string>;
  readonly requests: ReadonlyMap<string, RequestSummary>;
}

const keys = new WeakMap<DocumentTree, Keys>();

function keysOf(tree: DocumentTree): Keys {
  const known = keys.get(tree);
  if (known !== undefined) return known;
  const labels = new Map<string, number>();
  const of = new Map<RequestBlock, string>();
  const requests = new Map<string, RequestSummary>();
  for (const r of listRequests(tree)) {
    const label = r.name || `${r.method} ${r.urlTemplate}`;
    const like = labels.get(label) ?? 0;
    labels.set(label, like + 1);
    const key = `${label}#${like}`;
    of.set(r.block, key);
    requests.set(key, r);
  }
  const made = { of, requests };
  keys.set(tree, made);
  return made;
}

const keyOfRequest = (tree: DocumentTree, request: RequestSummary): string => keysOf(tree).of.get(request.block) ?? '';

export function identify(tree: DocumentTree, request: RequestSummary): RequestIdentity {
  return { key: keyOfRequest(tree, request), title: request.title, index: request.index, count: listRequests(tree).length };
}

/** The identity of the request with a key; undefined if no request of the file has it. */
export function identityOf(tree: DocumentTree, key: string): RequestIdentity | undefined {
  const request = keysOf(tree).requests.get(key);
  return request && identify(tree, request);
}

/**
 * Finds the request in another version of its file: by key, else by title if it is unique, else by index if the file has as many requests
 * as before. Otherwise undefined, because sending another request could do harm.
 */
export function findAgain(tree: DocumentTree, identity: RequestIdentity): RequestSummary | undefined {
  const same = keysOf(tree).requests.get(identity.key);
  if (same !== undefined) return same;
  const all = listRequests(tree);
  const [titled, ...others] = all.filter((r) => r.title === identity.title);
  if (titled !== undefined && others.length === 0) return titled;
  return all.length === identity.count ? all[identity.index] : undefined;
}
