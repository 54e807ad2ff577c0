import type { ApiIndex, ApiOperation } from '../../semantics/api/apiIndex.ts';
import { namedApi } from '../../semantics/api/apiDirective.ts';
import { matchOperation, type MatchedOperation } from '../../semantics/api/matchOperation.ts';
import { mentionsStandIn } from '../../semantics/variables/standIns.ts';
import { isRequest, type Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { lookResolved } from '../structure/resolved.ts';
import type { ResolvedRequest } from '../../semantics/request/resolvedRequest.ts';

/** The index of the OpenAPI document that applies to a block; undefined if there is none, and while it is being read. */
export function apiOf(view: FileView, block: Block): ApiIndex | undefined {
  // Most collections name no document.
  if (view.apis.size === 0) return undefined;
  const path = namedApi(view.contextOf(block))?.path;
  const found = path === undefined ? undefined : view.apis.get(path);
  return found?.kind === 'index' ? found.index : undefined;
}

export interface RequestOfApi {
  readonly index: ApiIndex;
  readonly match: MatchedOperation;
  /** The request as far as it is known before sending. */
  readonly request: ResolvedRequest;
  /** Whether the path has a value that is only known when sending. */
  readonly isUnsure: boolean;
}

/** A request with the operation that it calls. Undefined without a document, or if the request cannot be resolved. */
export function requestOfApi(view: FileView, block: Block): RequestOfApi | undefined {
  const index = isRequest(block) ? apiOf(view, block) : undefined;
  if (index === undefined || !isRequest(block)) return undefined;
  const { resolution } = lookResolved(view, block, 'keep', true);
  if (!resolution.ok) return undefined;
  const { request } = resolution;
  const isUnsure = isUnknown(request.url.replace(/[?#].*$/s, ''));
  return { index, request, isUnsure, match: matchOperation(index, request.method, request.url) };
}

/** Whether a text contains a value that is only known when sending. */
export const isUnknown = (text: string): boolean => mentionsStandIn(text) || text.includes('{{');

/** The operation that a request calls, if it is known. */
export function operationOf(view: FileView, block: Block): { readonly index: ApiIndex; readonly operation: ApiOperation } | undefined {
  const found = requestOfApi(view, block);
  return found?.match.kind === 'operation' ? { index: found.index, operation: found.match.operation } : undefined;
}

export type ApiChoices =
  | { readonly ok: true; readonly operations: readonly ApiOperation[] }
  /** `problem` is undefined if no document is named. */
  | { readonly ok: false; readonly problem: string | undefined };

/** The operations that a request in a block can call. */
export function apiChoices(view: FileView, block: Block): ApiChoices {
  const named = namedApi(view.contextOf(block));
  const found = named === undefined ? undefined : view.apis.get(named.path);
  if (found?.kind === 'index') return { ok: true, operations: found.index.operations };
  return { ok: false, problem: found?.kind === 'problem' ? `${found.message}.` : undefined };
}
