import { parseJson } from '../../../base/json/json.ts';
import { bodyNode, placeInBody } from '../openapi/bodyPlaces.ts';
import { closest } from '../../../base/text/closest.ts';
import type { Range } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { contentFor, operationName, type ApiOperation } from '../../semantics/api/apiIndex.ts';
import { isNameOf, queryOf } from '../../semantics/api/requestParameters.ts';
import { isJsonType, mediaType } from '../../semantics/request/requestBody.ts';
import { scriptsAround } from '../../semantics/variables/blockContext.ts';
import { isRequest, type RequestBlock } from '../../syntax/nodes.ts';
import { isUnknown, requestOfApi, type RequestOfApi } from '../openapi/apiOfRequest.ts';
import { problemsOf, textProblem } from '../openapi/valueProblem.ts';
import type { BlockInput } from './rules.ts';

/** Reports requests that the OpenAPI document of `@openapi` does not have, and parameters and members of bodies that do not fit it. */
export function* apiRequest({ view, block }: BlockInput): Generator<Diagnostic> {
  if (view.apis.size === 0 || !isRequest(block)) return;
  const found = requestOfApi(view, block);
  // A script may change all of it.
  if (found === undefined || scriptsAround(view.contextOf(block), 'pre-request').length > 0) return;
  const { match, isUnsure, index } = found;
  if (match.kind !== 'operation') {
    if (isUnsure) return;
    const title = index.title === '' ? 'The OpenAPI document' : index.title;
    const message =
      match.kind === 'method'
        ? `${title} has ${match.path} for ${match.methods.join(', ')}, not for ${found.request.method}.`
        : `${title} has no operation for the path of this URL.`;
    yield diagnostic('unknown-operation', 'warning', match.kind === 'method' ? methodOf(block) : block.requestLine.target, message);
    return;
  }
  yield* parameters(block, match.operation, found, match.values);
  yield* body(block, match.operation, found);
}

const methodOf = ({ requestLine }: RequestBlock): Range => requestLine.method ?? requestLine.target;

function* parameters(
  block: RequestBlock,
  operation: ApiOperation,
  { request, isUnsure }: RequestOfApi,
  values: ReadonlyMap<string, string>,
): Generator<Diagnostic> {
  const { target } = block.requestLine;
  const name = operationName(operation);
  const query = queryOf(request.url);
  const at = (written: string): Range => rangeOfName(block, written) ?? target;
  for (const p of operation.parameters) {
    const what = `${p.in} parameter ${p.name}`;
    const given = p.in === 'path' ? values.get(p.name) : p.in === 'query' ? query.find(([n]) => n === p.name)?.[1] : undefined;
    if (p.in === 'query' && p.required && !isQueryUnknown(request.url) && !query.some(([n]) => isNameOf(p, n)))
      yield diagnostic('api-parameter', 'warning', target, `The ${what} is missing: ${name} requires it.`);
    if (
      p.in === 'header' &&
      p.required &&
      !isIgnoredHeader(p.name) &&
      !request.headers.some(([n]) => n.toLowerCase() === p.name.toLowerCase())
    )
      yield diagnostic('api-parameter', 'warning', target, `The header ${p.name} is missing: ${name} requires it.`);
    const problem = given === undefined || (p.in === 'path' && isUnsure) ? undefined : textProblem(given, p.shape);
    if (problem !== undefined) yield diagnostic('api-parameter', 'warning', at(p.name), `The ${what} ${problem}.`);
  }
  const known = operation.parameters.filter((p) => p.in === 'query');
  // An object of any members stands for any names.
  if (known.some((p) => p.open === 'members' && p.shape.closed !== true)) return;
  for (const [written] of query) {
    if (isUnknown(written) || known.some((p) => isNameOf(p, written))) continue;
    const near = closest(
      written,
      known.map((p) => p.name),
    );
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    yield diagnostic(
      'api-parameter',
      'warning',
      at(written),
      `${name} has no query parameter ${written}.${hint}`,
      near === undefined ? {} : { suggestion: near },
    );
  }
}

const isQueryUnknown = (url: string): boolean => isUnknown(url.slice(url.indexOf('?') + 1));

/** Headers that OpenAPI describes elsewhere. */
const isIgnoredHeader = (name: string): boolean => /^(?:accept|content-type|authorization)$/i.test(name);

/** Where a name is written in the query. */
function rangeOfName({ requestLine, continuations }: RequestBlock, name: string): Range | undefined {
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

function* body(block: RequestBlock, operation: ApiOperation, { request }: RequestOfApi): Generator<Diagnostic> {
  const described = operation.body;
  const name = operationName(operation);
  const { target, method } = block.requestLine;
  if (described === undefined) return;
  if (block.body === undefined) {
    if (described.required && method?.text !== 'GRAPHQL')
      yield diagnostic(
        'api-body',
        'warning',
        target,
        `The body is missing: ${name} requires one of ${described.content.map((c) => c.type).join(', ')}.`,
      );
    return;
  }
  const written = request.headers.find(([n]) => n.toLowerCase() === 'content-type')?.[1];
  if (written === undefined || isUnknown(written)) return;
  const type = mediaType(written);
  const content = contentFor(described.content, type);
  if (content === undefined) {
    const place = block.headers.find((h) => h.name.text.toLowerCase() === 'content-type')?.values[0] ?? target;
    if (described.content.length > 0)
      yield diagnostic('api-body', 'warning', place, `${name} takes ${described.content.map((c) => c.type).join(', ')}, not ${type}.`);
    return;
  }
  const [part, ...more] = request.body;
  if (!isJsonType(type) || part?.kind !== 'text' || more.length > 0) return;
  const value = parseJson(part.text);
  // The rule `invalidJson` reports it.
  if (value === undefined) return;
  const node = bodyNode(block.body.text);
  for (const { path, kind, message } of problemsOf(value, content.shape)) {
    const what =
      path.length === 0
        ? 'The body'
        : path.reduce<string>((all, key) => (typeof key === 'number' ? `${all}[${key}]` : all === '' ? key : `${all}.${key}`), '');
    yield diagnostic('api-body', 'warning', placeInBody(block.body.text, node, path, kind === 'unknown'), `${what} ${message} (${name}).`);
  }
}
