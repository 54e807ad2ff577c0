import { isObjectValue, valueToJson, type Value } from '../../../base/values/value.ts';
import type { ExportedRequest, Writer } from '../model.ts';
import { isOpen, operationDraft, operationOf, Schemes, serverValue, type OperationDraft } from './operations.ts';
import { made } from './parameters.ts';

const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/** Two templates that differ only in their names are one path (OpenAPI 3.1, Paths Object). */
const withoutNames = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');

/** Renames the parameters of a path to those of the first request that has the path. */
function renamed(draft: OperationDraft, path: string): OperationDraft {
  if (draft.path === path) return draft;
  const names = (text: string): readonly string[] => Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
  const own = names(draft.path);
  const first = names(path);
  const sent = draft.sent.map((p) => (p.in === 'path' ? Object.assign({}, p, { name: first[own.indexOf(p.name)] ?? p.name }) : p));
  return { ...draft, path, sent };
}

/** The server that most requests use. */
function mostUsed(servers: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const server of servers) counts.set(server, (counts.get(server) ?? 0) + 1);
  let best = '';
  for (const [server, count] of counts) if (count > (counts.get(best) ?? 0)) best = server;
  return best;
}

/** The requests of each path and method, in order. */
function grouped(drafts: readonly OperationDraft[]): ReadonlyMap<string, ReadonlyMap<string, readonly OperationDraft[]>> {
  const known = new Map<string, string>();
  const paths = new Map<string, Map<string, OperationDraft[]>>();
  for (const draft of drafts) {
    const key = withoutNames(draft.path);
    const path = known.get(key) ?? draft.path;
    known.set(key, path);
    const item = paths.get(path) ?? new Map<string, OperationDraft[]>();
    paths.set(path, item);
    const method = draft.method.toLowerCase();
    item.set(method, (item.get(method) ?? []).concat(renamed(draft, path)));
  }
  return paths;
}

/** Moves the security that all operations share to the document. */
function withSharedSecurity(paths: ReadonlyMap<string, ReadonlyMap<string, Value>>): {
  readonly security: Value | undefined;
  readonly paths: Value;
} {
  const all: Value[] = [];
  for (const item of paths.values()) all.push(...item.values());
  const securityOf = (operation: Value): Value | undefined => (isObjectValue(operation) ? operation.get('security') : undefined);
  const shared = mostUsed(all.map((o) => valueToJson(securityOf(o) ?? [])));
  const security = all.map(securityOf).find((s) => s !== undefined && valueToJson(s) === shared);
  const without = (operation: Value): Value => {
    if (!isObjectValue(operation)) return operation;
    const own = securityOf(operation);
    const left = new Map(operation);
    if (own === undefined || valueToJson(own) === shared) left.delete('security');
    else if (isOpen(own)) left.set('security', []);
    return left;
  };
  return {
    security: isOpen(security) ? undefined : security,
    paths: new Map(
      Array.from(paths, ([path, item]) => [path, new Map(Array.from(item, ([m, operation]) => [m, without(operation)] as const))] as const),
    ),
  };
}

/** An OpenAPI 3.1 document. Folders are tags; requests of one path and method are one operation with named examples. */
export const writeOpenApi: Writer = (requests, note) => {
  const drafts = requests.flatMap((r: ExportedRequest) => {
    if (methods.has(r.resolved.method)) return [operationDraft(r, (message) => note(r, message))];
    note(r, `The request is left out: OpenAPI 3.1 has no method ${r.resolved.method}.`);
    return [];
  });
  const root = mostUsed(drafts.map((d) => valueToJson(serverValue(d.server))));
  const server = drafts.find((d) => valueToJson(serverValue(d.server)) === root)?.server;
  const ids = new Set<string>();
  const schemes = new Schemes();
  const operations = new Map(
    Array.from(grouped(drafts), ([path, item]) => [
      path,
      new Map(Array.from(item, ([method, of]) => [method, operationOf(of, ids, schemes, root)] as const)),
    ]),
  );
  const { security, paths } = withSharedSecurity(operations);
  const tags = [...new Set(drafts.map((d) => d.tag).filter((t) => t !== ''))];
  const host = /^[a-z+]+:\/\/([^/{}]+)/i.exec(server?.url ?? '')?.[1];
  return valueToJson(
    made({
      openapi: '3.1.0',
      info: made({ title: host ?? 'Requests', version: '1.0.0' }),
      servers: server === undefined ? undefined : [serverValue(server)],
      security,
      tags: tags.length === 0 ? undefined : tags.map((name) => made({ name })),
      paths,
      components: schemes.all.size === 0 ? undefined : made({ securitySchemes: schemes.all }),
    }),
    2,
  );
};
