import { isObjectValue, valueToJson, type Value } from '../../../base/values/value.ts';
import { directiveOf, titleOf } from '../../../language/index.ts';
import type { ExportedRequest } from '../model.ts';
import { withSecretNames } from '../writtenTexts.ts';
import { requestBody, sentBody, type SentBody } from './body.ts';
import { cookieParameters, headerParameter, made, mergedParameters, pathParameter, queryParameters, type Sent } from './parameters.ts';
import { knownResponse, responsesOf, type KnownResponse } from './responses.ts';
import { schemeOf, type Scheme } from './security.ts';
import { urlParts, type ServerDraft } from './url.ts';

type Note = (message: string) => void;

/** A request split into the parts of an operation. */
export interface OperationDraft {
  readonly method: string;
  readonly path: string;
  readonly server: ServerDraft;
  readonly title: string;
  readonly id: string | undefined;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly tag: string;
  readonly sent: readonly Sent[];
  readonly body: SentBody | undefined;
  readonly scheme: Scheme | undefined;
  readonly response: KnownResponse;
}

const asOptional = (p: Sent): Sent => Object.assign({ optional: true as const }, p);

/** The comments above a request: its description, and the comments written by the import of an OpenAPI document. */
function commentsOf({
  written,
  hide,
}: ExportedRequest): Pick<OperationDraft, 'description' | 'isDeprecated'> & { readonly optional: readonly Sent[] } {
  const lines: string[] = [];
  const optional: Sent[] = [];
  let isDeprecated = false;
  const { tree, block } = written ?? {};
  const shown = (text: string): string => withSecretNames(hide(text, 'comment'));
  for (const node of block?.nodes ?? []) {
    if (node.kind === 'request-line') break;
    if (node.kind === 'directive' && node.name.text === 'description') lines.push(shown(node.argument?.text ?? ''));
    if (node.kind !== 'comment' || tree === undefined) continue;
    const line = shown(tree.text.slice(node.range.start, node.range.end))
      .replace(/^\s*(?:#+|\/\/) ?/, '')
      .trimEnd();
    const query = /^optional: \?(\S+)$/.exec(line)?.[1];
    const cookie = /^optional: Cookie: (\S+)$/.exec(line)?.[1];
    if (line === 'Deprecated.') isDeprecated = true;
    else if (query !== undefined) optional.push(...queryParameters(query).map(asOptional));
    else if (cookie !== undefined) optional.push(...cookieParameters(cookie).map(asOptional));
    else if (!line.startsWith('example: ')) lines.push(line);
  }
  return { description: lines.join('\n').trim(), isDeprecated, optional };
}

/** Notes about the parts of a request that OpenAPI cannot express. */
function leftOut({ written, resolved }: ExportedRequest, { read }: KnownResponse): readonly string[] {
  const { assertions = [], captures = [], preScripts = [], responseScripts = [] } = written?.block ?? {};
  const counted = (n: number, one: string): readonly string[] => (n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${one}s`]);
  return [
    ...counted(assertions.length - read, 'assertion'),
    ...counted(captures.length, 'capture'),
    ...counted(preScripts.length + responseScripts.length, 'script'),
    ...(resolved.options.followRedirects ? [] : ['# @no-redirect']),
    ...(resolved.options.insecure ? ['# @insecure'] : []),
  ];
}

/** A title, without secrets; undefined for a request that has only its request line. */
function titleIn({ written, hide, title }: ExportedRequest): string | undefined {
  if (written === undefined) return title;
  const { block } = written;
  const own = titleOf(block);
  const line = `${block.requestLine.method?.text ?? 'GET'} ${block.requestLine.target.text}`;
  return own === line ? undefined : withSecretNames(hide(own, 'title')).replace(/\s+/g, ' ').trim() || undefined;
}

export function operationDraft(r: ExportedRequest, note: Note): OperationDraft {
  const { server, path, parameters, query } = urlParts(r);
  const scheme = schemeOf(r, note);
  const { description, isDeprecated, optional } = commentsOf(r);
  const isCarrier = (place: 'header' | 'query', name: string): boolean =>
    scheme?.carrier.in === place && scheme.carrier.name.toLowerCase() === name.toLowerCase();
  const headers = new Map<string, readonly [string, string]>();
  for (const [name, value] of r.headers) {
    const key = name.toLowerCase();
    if (/^(?:accept|content-type|authorization|cookie)$/.test(key) || isCarrier('header', name)) continue;
    const before = headers.get(key);
    headers.set(key, before === undefined ? [name, value] : [before[0], `${before[1]}, ${value}`]);
  }
  const response = knownResponse(r, note);
  const left = leftOut(r, response);
  if (left.length > 0) note(`OpenAPI has no equivalent for ${left.join(', ')}.`);
  if (/(?:^|&)[^=&]+(?:&|$)/.test(query)) note('A query parameter without = is described with an empty value.');
  const name = directiveOfName(r);
  return {
    method: r.resolved.method,
    path,
    server,
    title: titleIn(r) ?? `${r.resolved.method} ${path}`,
    id: /^[A-Za-z_][\w-]*$/.test(name) ? name : undefined,
    description,
    isDeprecated,
    tag: (r.folders ?? []).join('/'),
    sent: [
      ...parameters.map((p) => pathParameter(p.name, p.value)),
      ...queryParameters(query).filter((p) => !isCarrier('query', p.name)),
      ...optional,
      ...Array.from(headers.values(), ([n, value]) => headerParameter(n, value)),
      ...r.headers.filter(([n]) => n.toLowerCase() === 'cookie').flatMap(([, value]) => cookieParameters(value)),
    ],
    body: sentBody(r, note),
    scheme,
    response,
  };
}

const directiveOfName = ({ written }: ExportedRequest): string => (written === undefined ? '' : (directiveOf(written.block, 'name') ?? ''));

export const serverValue = ({ url, variables }: ServerDraft): Value =>
  made({
    url,
    variables:
      variables.size === 0 ? undefined : new Map(Array.from(variables, ([name, value]) => [name, made({ default: value })] as const)),
  });

/** The schemes in use. Equal schemes with the same name are merged. */
export class Schemes {
  readonly all = new Map<string, Value>();

  /** A Security Requirement Object. */
  requirementOf({ name, scheme, scopes }: Scheme): Value {
    let key = name;
    for (let i = 2; ; i++) {
      const known = this.all.get(key);
      if (known !== undefined && valueToJson(known) !== valueToJson(scheme)) {
        key = `${name}_${i}`;
        continue;
      }
      this.all.set(key, scheme);
      return made({ [key]: [...scopes] });
    }
  }
}

/** An Operation Object for the requests of one method and path. Names come from the first request. */
export function operationOf(drafts: readonly OperationDraft[], ids: Set<string>, schemes: Schemes, root: string): Value {
  const [first] = drafts;
  if (first === undefined) return made({});
  const id = drafts.map((d) => d.id).find((d) => d !== undefined && !ids.has(d));
  if (id !== undefined) ids.add(id);
  const parameters = mergedParameters(drafts);
  const servers = [...new Map(drafts.map((d) => [valueToJson(serverValue(d.server)), d.server] as const))];
  const isRoot = servers.length === 1 && servers[0]?.[0] === root;
  const security = [...new Map(drafts.map((d) => requirement(d, schemes))).values()];
  const tags = [...new Set(drafts.map((d) => d.tag).filter((t) => t !== ''))];
  return made({
    tags: tags.length === 0 ? undefined : tags,
    summary: first.title,
    description: first.description === '' ? undefined : first.description,
    operationId: id,
    deprecated: first.isDeprecated ? true : undefined,
    servers: isRoot ? undefined : servers.map(([, s]) => serverValue(s)),
    security,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: requestBody(drafts),
    responses: responsesOf(drafts.map((d) => d.response)),
  });
}

function requirement({ scheme }: OperationDraft, schemes: Schemes): readonly [string, Value] {
  const value = scheme === undefined ? made({}) : schemes.requirementOf(scheme);
  return [valueToJson(value), value];
}

/** Whether a request needs no credentials. */
export const isOpen = (requirements: Value | undefined): boolean =>
  Array.isArray(requirements) && requirements.every((r: Value) => isObjectValue(r) && r.size === 0);
