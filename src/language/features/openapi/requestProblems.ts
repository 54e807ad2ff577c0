import { headerValue } from '../../../base/text/headerValue.ts';
import { parseJson } from '../../../base/json/json.ts';
import { isArrayValue } from '../../../base/values/value.ts';
import { closest } from '../../../base/text/closest.ts';
import type { Range } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { contentFor, operationName, type ApiContent, type ApiOperation, type ApiParameter } from '../../semantics/api/apiIndex.ts';
import { styledValue, type GivenTexts } from '../../semantics/api/parameterStyles.ts';
import { cookiesOf, isNameOf, pairsOf } from '../../semantics/api/requestParameters.ts';
import { isJsonType, mediaType } from '../../semantics/request/requestBody.ts';
import { scriptsAround } from '../../semantics/variables/blockContext.ts';
import { isRequest, type Block, type RequestBlock } from '../../syntax/nodes.ts';
import { isUnknown, requestOfApi, type RequestOfApi } from './apiOfRequest.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { bodyNode, placeInBody } from './bodyPlaces.ts';
import { problemsOf, textProblem, type ShapeProblem } from './valueProblem.ts';

/** The element that a problem concerns, for its quick fixes. */
export type ApiCause =
  | { readonly kind: 'path'; readonly found: RequestOfApi }
  | { readonly kind: 'method'; readonly methods: readonly string[] }
  | { readonly kind: 'missing-query'; readonly parameter: ApiParameter; readonly url: string }
  | { readonly kind: 'missing-header'; readonly parameter: ApiParameter }
  | { readonly kind: 'query-value' | 'path-value'; readonly parameter: ApiParameter; readonly found: RequestOfApi }
  | { readonly kind: 'unknown-query'; readonly near: string | undefined }
  | { readonly kind: 'missing-body'; readonly content: readonly ApiContent[] }
  | { readonly kind: 'media-type'; readonly types: readonly string[] }
  /** `all`: other member problems of the same body. */
  | { readonly kind: 'member'; readonly problem: ShapeProblem; readonly all: readonly ShapeProblem[] };

export interface ApiProblem {
  readonly diagnostic: Diagnostic;
  readonly cause: ApiCause;
}

const problem = (id: 'unknown-operation' | 'api-parameter' | 'api-body', range: Range, message: string, cause: ApiCause): ApiProblem => ({
  diagnostic: diagnostic(id, 'warning', range, message),
  cause,
});

/** Differences between a request and the OpenAPI document of `@openapi`, in both directions. */
export function* requestProblems(view: FileView, block: Block): Generator<ApiProblem> {
  if (view.apis.size === 0 || !isRequest(block)) return;
  const found = requestOfApi(view, block);
  // A script may change all of it.
  if (found === undefined || scriptsAround(view.contextOf(block), 'pre-request').length > 0) return;
  const { match, isUnsure } = found;
  if (match.kind === 'operation') {
    yield* parameters(block, match.operation, found, match.values);
    yield* unknownParameters(block, match.operation, found);
    yield* body(block, match.operation, found);
    return;
  }
  if (isUnsure) return;
  const message = unknownOperation(found);
  if (match.kind === 'method') yield problem('unknown-operation', methodOf(block), message, { kind: 'method', methods: match.methods });
  else yield problem('unknown-operation', block.requestLine.target, message, { kind: 'path', found });
}

/** Why a request calls no operation of its document, as a sentence. */
export function unknownOperation({ index, match, request }: RequestOfApi): string {
  const title = index.title === '' ? 'The OpenAPI document' : index.title;
  return match.kind === 'method'
    ? `${title} describes ${match.path} for ${match.methods.join(', ')}, not for ${request.method}.`
    : `${title} has no operation for the path of this URL.`;
}

const methodOf = ({ requestLine }: RequestBlock): Range => requestLine.method ?? requestLine.target;

function* parameters(
  block: RequestBlock,
  operation: ApiOperation,
  found: RequestOfApi,
  values: ReadonlyMap<string, string>,
): Generator<ApiProblem> {
  const { request, isUnsure } = found;
  const { target } = block.requestLine;
  const name = operationName(operation);
  const query = pairsOf(request.url);
  for (const parameter of operation.parameters) {
    const { name: own, in: place, required } = parameter;
    if (place === 'query' && required && !isQueryUnknown(request.url) && !query.some(([n]) => isNameOf(parameter, n))) {
      const cause = { kind: 'missing-query', parameter, url: request.url } as const;
      yield problem('api-parameter', target, `The query parameter ${own} is missing: ${name} requires it.`, cause);
    }
    const isHeader = place === 'header' && !isIgnoredHeader(own);
    if (isHeader && required && !request.headers.some(([n]) => n.toLowerCase() === own.toLowerCase()))
      yield problem('api-parameter', target, `The header ${own} is missing: ${name} requires it.`, { kind: 'missing-header', parameter });
    if ((place === 'path' && isUnsure) || (place === 'header' && !isHeader)) continue;
    for (const wrong of valueProblems(parameter, givenFor(parameter, found, values, query))) {
      const cause = { kind: place === 'path' ? 'path-value' : 'query-value', parameter, found } as const;
      const what = place === 'header' ? `header ${own}` : `${place} parameter ${own}`;
      yield problem('api-parameter', rangeOf(parameter, block), `The ${what}${wrong}.`, cause);
    }
  }
}

/** The values of a parameter in a request; undefined if it is absent. */
function givenFor(
  { name, in: place }: ApiParameter,
  { request }: RequestOfApi,
  values: ReadonlyMap<string, string>,
  query: ReturnType<typeof pairsOf>,
): GivenTexts | undefined {
  switch (place) {
    case 'path':
      return values.get(name);
    case 'query':
      return query;
    case 'header':
      return headerValue(request.headers, name.toLowerCase());
    case 'cookie':
      return cookiesOf(request.headers);
  }
}

/** Problems of a value, each with its location: ` must be an integer`, `[1] must be an integer`. */
function* valueProblems(parameter: ApiParameter, given: GivenTexts | undefined): Generator<string> {
  if (given === undefined) return;
  const { shape, style } = parameter;
  const read = styledValue(parameter, given, isUnknown);
  if (read.kind === 'malformed') yield ` ${read.message}`;
  if (read.kind === 'text') {
    const wrong = textProblem(read.text, shape);
    if (wrong !== undefined) yield ` ${wrong}`;
  }
  if (read.kind !== 'value') return;
  for (const { path, message } of problemsOf(read.value, shape)) {
    const item = isArrayValue(read.value) && read.value.length === 1 ? read.value[0] : undefined;
    const isJoined = style.name === 'form' && style.explode && typeof item === 'string' && item.includes(',');
    yield `${memberPath(path)} ${message}${isJoined ? `: write ${parameter.name}= once for each item` : ''}`;
  }
}

const memberPath = (path: readonly (string | number)[]): string =>
  path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');

/** The range of a parameter in the request. */
function rangeOf(parameter: ApiParameter, block: RequestBlock): Range {
  const { name, in: place, open } = parameter;
  const { target } = block.requestLine;
  if (place === 'header' || place === 'cookie') {
    const header = (place === 'header' ? name : 'cookie').toLowerCase();
    return block.headers.find((h) => h.name.text.toLowerCase() === header)?.values[0] ?? target;
  }
  const direct = rangeOfName(block, name) ?? rangeOfName(block, `${name}[]`);
  if (direct !== undefined || open === undefined) return direct ?? target;
  for (const { name: member } of parameter.shape.members ?? []) {
    const range = rangeOfName(block, open === 'brackets' ? `${name}[${member}]` : member);
    if (range !== undefined) return range;
  }
  return target;
}

function* unknownParameters(block: RequestBlock, operation: ApiOperation, { request }: RequestOfApi): Generator<ApiProblem> {
  const known = operation.parameters.filter((p) => p.in === 'query');
  // An object of any members stands for any names.
  if (known.some((p) => p.open === 'members' && p.shape.closed !== true)) return;
  for (const [written] of pairsOf(request.url)) {
    if (isUnknown(written) || known.some((p) => isNameOf(p, written)) || operation.keys?.includes(written) === true) continue;
    const near = closest(
      written,
      known.map((p) => p.name),
    );
    const message = `${operationName(operation)} has no query parameter ${written}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
    yield problem('api-parameter', rangeOfName(block, written) ?? block.requestLine.target, message, { kind: 'unknown-query', near });
  }
}

const isQueryUnknown = (url: string): boolean => isUnknown(url.slice(url.indexOf('?') + 1));

/** Headers that OpenAPI describes elsewhere. */
const isIgnoredHeader = (name: string): boolean => /^(?:accept|content-type|authorization)$/i.test(name);

/** The range of a name in the query. */
export function rangeOfName({ requestLine, continuations }: RequestBlock, name: string): Range | undefined {
  for (const { start, text } of [requestLine.target, ...continuations.map((c) => c.text)]) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const before = text[at - 1];
      const after = text[at + name.length];
      if ((before === '?' || before === '&') && (after === undefined || '=&#'.includes(after)))
        return { start: start + at, end: start + at + name.length };
    }
  }
  return undefined;
}

function* body(block: RequestBlock, operation: ApiOperation, { request }: RequestOfApi): Generator<ApiProblem> {
  const described = operation.body;
  const name = operationName(operation);
  const { target, method } = block.requestLine;
  if (described === undefined) return;
  const types = [...new Set(described.content.map((c) => c.type))];
  if (block.body === undefined) {
    const message = `The body is missing: ${name} requires one of ${types.join(', ')}.`;
    if (described.required && method?.text !== 'GRAPHQL')
      yield problem('api-body', target, message, { kind: 'missing-body', content: described.content });
    return;
  }
  const written = headerValue(request.headers, 'content-type');
  if (written === undefined || isUnknown(written)) return;
  const type = mediaType(written);
  const content = contentFor(described.content, type, written);
  if (content === undefined) {
    const place = block.headers.find((h) => h.name.text.toLowerCase() === 'content-type')?.values[0] ?? target;
    if (types.length > 0)
      yield problem('api-body', place, `${name} takes ${types.join(', ')}, not ${type}.`, { kind: 'media-type', types });
    return;
  }
  const [part, ...more] = request.body;
  if (!isJsonType(type) || part?.kind !== 'text' || more.length > 0) return;
  const value = parseJson(part.text);
  // The rule `invalidJson` reports it.
  if (value === undefined) return;
  const node = bodyNode(block.body.text);
  const all = problemsOf(value, content.shape);
  for (const one of all) {
    const { path, kind, message } = one;
    const range = placeInBody(block.body.text, node, path, kind === 'unknown');
    yield problem('api-body', range, `${memberText(path)} ${message} (${name}).`, { kind: 'member', problem: one, all });
  }
}

const memberText = (path: readonly (string | number)[]): string =>
  path.length === 0
    ? 'The body'
    : path.reduce<string>((all, key) => (typeof key === 'number' ? `${all}[${key}]` : all === '' ? key : `${all}.${key}`), '');
