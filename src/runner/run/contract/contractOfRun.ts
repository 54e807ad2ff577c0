import { nestingProblem, parseJson } from '../../../base/json/json.ts';
import type { Value } from '../../../base/values/value.ts';
import {
  folderOf,
  isContractOn,
  isJsonType,
  matchOperation,
  namedApi,
  notFetched,
  operationName,
  relativePath,
  responseFor,
  styledValue,
  usedParameters,
  type ApiOperation,
  type ApiResponseContent,
  type Header,
  type ResolvedRequest,
} from '../../../language/index.ts';
import type { ApiDocument } from '../../../apiDocuments/index.ts';
import type { AssertedResponse, AssertionResult } from '../../check/assertedResponse.ts';
import { failed, passed, type RunPattern } from '../../check/assertions.ts';
import { checkHead, typeOf } from '../../check/contract/contractHead.ts';
import { ContractStream, type ItemSchemas } from '../../check/contract/contractStream.ts';
import type { NamedCheck } from '../../check/streamCheck.ts';
import type { ContractFact, TestResult } from '../../ports/events.ts';
import type { SchemaProblems } from '../../check/preparedSchema.ts';
import { streamKind } from '../../../base/events/streamKind.ts';
import { schemaAt, type FoundSchema } from '../assertions/runSchemas.ts';
import type { ActiveRun } from '../activeRun.ts';
import type { PreparedRequest } from '../stages/prepare.ts';

/** The contract of a request: the responses that its OpenAPI document describes. */
export interface ContractOfRun {
  /** The items of a stream. */
  readonly stream: NamedCheck | undefined;
  /** Whether the response is checked without an assertion (`@contract on`). */
  readonly isImplied: boolean;
  /** Connects to the response, whose head determines the schemas of its items. */
  attach(received: { readonly head: { readonly status: number; readonly headers: readonly Header[] } | undefined }): void;
  check(response: AssertedResponse, runPattern: RunPattern): Promise<AssertionResult & Pick<TestResult, 'contract'>>;
}

type AnsweredRequest = Pick<ResolvedRequest, 'method' | 'url' | 'headers'>;

/** The request that the response answers: after redirects, the last one. */
function answeredRequest(resolved: AnsweredRequest, redirects: AssertedResponse['facts']['redirects']): AnsweredRequest {
  const last = redirects.at(-1);
  if (last === undefined) return resolved;
  const dropped = new Set(redirects.flatMap((r) => r.dropped).map((name) => name.toLowerCase()));
  return { method: last.method, url: last.location, headers: resolved.headers.filter(([name]) => !dropped.has(name.toLowerCase())) };
}

type Found =
  | { readonly ok: true; readonly document: ApiDocument; readonly operation: ApiOperation; readonly name: string }
  | { readonly ok: false; readonly message: string };

/**
 * The contract of a request; undefined if no check is requested.
 * @throws {ReqError} `cancelled`
 */
export async function contractFor(
  run: ActiveRun,
  prepared: PreparedRequest,
  resolved: ResolvedRequest,
): Promise<ContractOfRun | undefined> {
  const { context } = prepared.parts;
  const isAsked = run.request.assertions.some((a) => a.operatorName === 'conforms');
  const isImplied = !isAsked && (isContractOn(context) || (run.input.defaults.contract === true && namedApi(context) !== undefined));
  if (!isAsked && !isImplied) return undefined;
  const found = await find(run, prepared, resolved);
  const stream = found.ok ? await streamOf(run, prepared, found) : undefined;
  let head: { readonly status: number; readonly headers: readonly Header[] } | undefined;
  let received: Parameters<ContractOfRun['attach']>[0] | undefined;
  const items = stream && new ContractStream(() => ((head ??= received?.head), head && itemsFor(stream, typeOf(head.headers))));
  return {
    isImplied,
    stream: items && { text: 'response conforms', node: undefined, check: items },
    attach: (to) => void (received = to),
    async check(response, runPattern) {
      const answered = answeredRequest(resolved, response.facts.redirects);
      const at = answered === resolved ? found : operationAt(found, answered.method, answered.url);
      if (!at.ok) return failed(at.message);
      return checked(run, prepared, at, answered, response, items, runPattern);
    },
  };
}

async function find(run: ActiveRun, { parts }: PreparedRequest, resolved: ResolvedRequest): Promise<Found> {
  const { context } = parts;
  const named = namedApi(context);
  if (named === undefined)
    return {
      ok: false,
      message: 'no OpenAPI document is named: write `# @openapi ./api.yaml` in collection.req, folder.req or the first block of the file.',
    };
  const { path, base, written, isUrl } = named;
  const { root } = context.collection;
  const absent = isUrl ? notFetched(written) : `there is no file ${written}`;
  const opened = await run.services.apis.open({ path, base, name: written, root, absent }, run.host, run.signal);
  if (!opened.ok) return opened;
  const name = relativePath(folderOf(context.file), path);
  return operationIn(opened.document, name, resolved.method, resolved.url);
}

function operationIn(document: ApiDocument, name: string, method: string, url: string): Found {
  const match = matchOperation(document.index, method, url);
  if (match.kind === 'operation') return { ok: true, document, operation: match.operation, name };
  if (match.kind === 'method')
    return {
      ok: false,
      message: `${name} describes ${match.path} for ${match.methods.join(', ')}, not for ${method}, so the response was not checked`,
    };
  return {
    ok: false,
    message: `no operation of ${name} matches ${method} ${url.replace(/[?#].*$/s, '')}, so the response was not checked`,
  };
}

const operationAt = (found: Found, method: string, url: string): Found =>
  found.ok ? operationIn(found.document, found.name, method, url) : found;

/** The schemas of items. A stream of lines may be documented under an alias of its media type. */
const itemsFor = (schemas: ReadonlyMap<string, ItemSchemas>, type: string): ItemSchemas | undefined =>
  schemas.get(type) ?? [...schemas].find(([known]) => streamKind(known) === streamKind(type))?.[1];

/** The schemas of items, by media type; undefined if the operation documents no stream. */
async function streamOf(
  run: ActiveRun,
  prepared: PreparedRequest,
  { operation, document, name }: Extract<Found, { ok: true }>,
): Promise<ReadonlyMap<string, ItemSchemas> | undefined> {
  const streams = operation.responses.flatMap((r) => r.content.filter((c) => streamKind(c.type) !== undefined));
  if (streams.length === 0) return undefined;
  const found = new Map<string, ItemSchemas>();
  for (const content of streams) {
    if (found.has(content.type)) continue;
    const schemaOf = async (location: string | undefined): Promise<ItemSchemas['item']> => {
      if (location === undefined) return undefined;
      const schema = await schemaFor(location, { document, name }, run, prepared);
      // The check of the whole response reports it.
      return schema.ok ? schema.schema : undefined;
    };
    const isEvent = content.type === 'text/event-stream' && content.items !== undefined;
    const item = await schemaOf(content.items ?? content.schema);
    found.set(content.type, { item, isEvent, data: isEvent ? await schemaOf(content.data) : undefined });
  }
  return found;
}

async function schemaFor(
  location: string,
  { document, name }: { readonly document: ApiDocument; readonly name: string },
  { host, signal, services }: ActiveRun,
  { parts }: PreparedRequest,
): Promise<FoundSchema> {
  const value = await document.schemas([location]);
  return schemaAt(
    location,
    { uri: document.uri, file: document.index.file, value, name },
    { context: parts.context, host, signal, timeMs: services.scriptLimits.timeMs },
  );
}

async function checked(
  run: ActiveRun,
  prepared: PreparedRequest,
  found: Extract<Found, { ok: true }>,
  request: AnsweredRequest,
  response: AssertedResponse,
  items: ContractStream | undefined,
  runPattern: RunPattern,
): Promise<AssertionResult & Pick<TestResult, 'contract'>> {
  const { operation, name } = found;
  const cannotHaveBody = request.method.toUpperCase() === 'HEAD' || response.status === 204 || response.status === 304;
  const body = response.size > 0 ? 'some' : cannotHaveBody ? 'none' : 'empty';
  const place = `${name}#${operation.pointer}`;
  const head = checkHead(operation, { status: response.status, headers: response.headers, body }, place);
  const problems: Problem[] = [...head.problems];
  const schemaOf = (location: string): Promise<FoundSchema> => schemaFor(location, found, run, prepared);
  for (const problem of await headerProblems(head.response?.headers ?? [], response, schemaOf, runPattern)) problems.push(problem);
  const { content } = head;
  if (content !== undefined) problems.push(...(await bodyProblems(content, response, items, schemaOf, runPattern)));
  const contract = problems.some((p) => typeof p !== 'string' && 'unchecked' in p) ? {} : { contract: factOf(found, response, request) };
  if (problems.length === 0) return { ...passed, ...contract };
  const places = problems.flatMap((p) => (typeof p !== 'string' && 'places' in p ? p.places : []));
  const message = `does not conform to ${operationName(operation)} of ${name}: ${problems.map(textOf).join('; ')}`;
  return { ...failed(message), ...(places.length === 0 ? {} : { places }), ...contract };
}

/** Why the response does not conform, or why a part of it was not checked. */
type Problem = string | SchemaProblems;

const textOf = (problem: Problem): string =>
  typeof problem === 'string' ? problem : 'unchecked' in problem ? problem.unchecked : problem.text;

type SchemaOf = (location: string) => Promise<FoundSchema>;

async function headerProblems(
  described: NonNullable<ReturnType<typeof checkHead>['response']>['headers'],
  { headers }: AssertedResponse,
  schemaOf: SchemaOf,
  runPattern: RunPattern,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { name, schema, shape, style } of described) {
    const all = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
    const [written] = all;
    if (schema === undefined || written === undefined) continue;
    const found = await schemaOf(schema);
    if (!found.ok) problems.push({ unchecked: found.message });
    else {
      // A header is text: it conforms if it does as text or as the JSON value that it spells.
      const left = `header ${name}`;
      const read = styledValue({ name, shape, style, open: undefined }, all.join(','), () => false);
      if (read.kind === 'malformed') problems.push(`${left} ${read.message}`);
      if (read.kind === 'value') {
        const wrong = await found.schema.problems(read.value, left, runPattern);
        if (wrong !== undefined) problems.push(wrong);
      }
      if (read.kind === 'malformed' || read.kind === 'value') continue;
      for (const one of all) {
        const asText = await found.schema.problems(one, left, runPattern);
        const value = /^(?:-?\d[\d.eE+-]*|true|false)$/.test(one) ? parseJson(one) : undefined;
        const problem = asText === undefined || value === undefined ? asText : await found.schema.problems(value, left, runPattern);
        if (problem !== undefined) problems.push(problem);
      }
    }
  }
  return problems;
}

async function bodyProblems(
  { schema, items: itemSchema, isBinary }: ApiResponseContent,
  response: AssertedResponse,
  items: ContractStream | undefined,
  schemaOf: SchemaOf,
  runPattern: RunPattern,
): Promise<readonly Problem[]> {
  const location = itemSchema ?? schema;
  if (location === undefined) return [];
  const received = typeOf(response.headers);
  if (streamKind(received) !== undefined) {
    const usable = await schemaOf(location);
    if (!usable.ok) return [{ unchecked: usable.message }];
    if (items === undefined || items.seen === 0) return [{ unchecked: 'the stream had no items, so nothing was checked' }];
    if (items.unchecked !== undefined) return [{ unchecked: items.unchecked }];
    return items.more > 0 ? [...items.problems, `and ${items.more} more items`] : items.problems;
  }
  if (!isJsonType(received)) {
    if (isBinary) return received.startsWith('text/') ? textProblems(location, response, schemaOf, runPattern) : [];
    return [
      {
        unchecked: `a body ${received === '' ? 'without a media type' : `of ${received}`} cannot be compared with its schema, so it was not checked`,
      },
    ];
  }
  const body: Value | undefined = parseJson(response.text);
  if (body === undefined) return [nestingProblem(response.text) ?? 'the body is not JSON'];
  const found = await schemaOf(location);
  if (!found.ok) return [{ unchecked: found.message }];
  const problem = await found.schema.problems(body, 'body', runPattern, (path) => path);
  return problem === undefined ? [] : [problem];
}

/** Problems of a text whose schema describes a string. */
async function textProblems(
  location: string,
  { text }: AssertedResponse,
  schemaOf: SchemaOf,
  runPattern: RunPattern,
): Promise<readonly Problem[]> {
  const found = await schemaOf(location);
  if (!found.ok) return [{ unchecked: found.message }];
  const problem = await found.schema.problems(text, 'body.text', runPattern);
  return problem === undefined ? [] : [problem];
}

const factOf = (
  { document, operation }: Extract<Found, { ok: true }>,
  { status }: AssertedResponse,
  request: AnsweredRequest,
): ContractFact => ({
  document: document.index.file,
  operation: operationName(operation),
  status: responseFor(operation, status)?.status,
  parameters: usedParameters(operation, request.url, request.headers),
});
