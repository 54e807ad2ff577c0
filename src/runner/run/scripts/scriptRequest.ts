import { globalHeadersName } from '../../script/globalHeaders.ts';
import type { VariableStore } from '../../ports/host.ts';
import { nameOf, templateOfText, type RequestBlock, type RequestSource } from '../../../language/index.ts';
import type { ScriptRequest } from '../../script/scriptTypes.ts';

/** A request for pre-request scripts: texts with unresolved placeholders. */
export function asScriptRequest(block: RequestBlock, source: RequestSource): ScriptRequest {
  return {
    name: nameOf(block),
    method: source.method?.written ?? 'GET',
    url: source.target.map((t) => t.written).join(''),
    headers: source.headers.map((h) => [h.name, h.values.map((v) => v.written).join(' ')] as const),
    body: source.body?.written,
  };
}

/** Applies a script's changes. Unchanged parts keep their ranges in the file, so that problems are reported there. */
export function withChanges(source: RequestSource, before: ScriptRequest, after: ScriptRequest): RequestSource {
  const headersChanged = JSON.stringify(before.headers) !== JSON.stringify(after.headers);
  return {
    version: source.version,
    method: after.method === before.method ? source.method : templateOfText(after.method),
    target: after.url === before.url ? source.target : [templateOfText(after.url)],
    headers: headersChanged
      ? after.headers.map(([name, value]) => ({
          name,
          nameText: name.includes('{{') ? templateOfText(name) : undefined,
          values: [templateOfText(value)],
        }))
      : source.headers,
    auth: source.auth,
    filled: source.filled,
    body: after.body === before.body ? source.body : after.body === undefined ? undefined : templateOfText(after.body),
  };
}

/** Adds the headers of `client.global.headers` that the request lacks. As placeholders: secrets in them stay secrets. */
export function withGlobalHeaders(source: RequestSource, variables: VariableStore): RequestSource {
  const value = variables.find(globalHeadersName)?.value;
  if (!(value instanceof Map)) return source;
  const own = new Set(source.headers.map(({ name }) => name.toLowerCase()));
  const added = [...(value as ReadonlyMap<string, unknown>).keys()].filter((name) => !own.has(name.toLowerCase()));
  if (added.length === 0) return source;
  const headers = added.map((name) => ({
    name,
    nameText: undefined,
    values: [templateOfText(`{{${globalHeadersName}[${JSON.stringify(name)}]}}`)],
  }));
  return { ...source, headers: [...source.headers, ...headers] };
}
