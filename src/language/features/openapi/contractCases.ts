import { ReqError } from '../../../base/reqError.ts';
import type { JsonNode } from '../../../base/json/json.ts';
import { movedRange, type Range } from '../../../base/text/text.ts';
import { valueToJson } from '../../../base/values/value.ts';
import type { TextEdit } from '../../edit.ts';
import {
  contentFor,
  operationName,
  type ApiMember,
  type ApiOperation,
  type ApiParameter,
  type ApiShape,
} from '../../semantics/api/apiIndex.ts';
import { namedApi } from '../../semantics/api/apiDirective.ts';
import { segmentsOf } from '../../semantics/api/matchOperation.ts';
import { plainText, textValue } from '../../semantics/api/parameterStyles.ts';
import { isJsonType, mediaType } from '../../semantics/request/requestBody.ts';
import { isNameOf, pairsOf } from '../../semantics/api/requestParameters.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { headEnd } from '../refactor/headerRefactorings.ts';
import { apiChoices, isUnknown, requestOfApi, type RequestOfApi } from './apiOfRequest.ts';
import { bodyNode } from './bodyPlaces.ts';
import { rangeOfName, unknownOperation } from './requestProblems.ts';
import { problemsOf } from './valueProblem.ts';
import { valueAfter, writtenPath } from './writtenUrl.ts';
import { shownWrong, wrongValues } from './wrongValues.ts';

/** A request that the document does not allow. */
export interface ContractCase {
  /** What is sent, as a noun: `a body without the required "name"`. */
  readonly what: string;
  /** Edits that make it of the request. */
  readonly edits: readonly TextEdit[];
}

export type ContractCases =
  | { readonly ok: true; readonly operation: string; readonly cases: readonly ContractCase[]; readonly leftOut: number }
  | { readonly ok: false; readonly problem: string };

/** Cases of one run. */
const mostCases = 50;
/** Levels of a body whose members are changed. */
const deepest = 4;

/**
 * Refuses a protected environment.
 * @throws {ReqError} `refused`
 */
export function refuseProtected(environment: string | undefined, protectedEnvironments: ReadonlySet<string>): void {
  if (environment === undefined || !protectedEnvironments.has(environment)) return;
  throw new ReqError('refused', `${environment} is protected, so contract cases are not sent with it.`, {
    hint: 'Contract cases send invalid data. Choose an environment for tests.',
  });
}

const noDocument =
  'No OpenAPI document is named for this request: write # @openapi ./api.yaml in collection.req, folder.req or the first block of the file.';
const stillRead = 'The OpenAPI document is still being read: try again.';

/** Negative cases for the operation that a request calls: each breaks one rule of the document. */
export function contractCases(view: FileView, block: RequestBlock): ContractCases {
  const choices = apiChoices(view, block);
  if (!choices.ok)
    return { ok: false, problem: choices.problem ?? (namedApi(view.contextOf(block)) === undefined ? noDocument : stillRead) };
  const found = requestOfApi(view, block);
  if (found === undefined) return { ok: false, problem: 'The request cannot be resolved: correct its problems first.' };
  if (found.match.kind !== 'operation') return { ok: false, problem: unknownOperation(found) };
  const { operation } = found.match;
  const all = [...bodyCases(block, operation, found), ...parameterCases(block, operation, found, view.tree.text)];
  if (all.length === 0)
    return {
      ok: false,
      problem: `${operationName(operation)} has no rule that a changed request could break: nothing is required and nothing is limited.`,
    };
  return { ok: true, operation: operationName(operation), cases: all.slice(0, mostCases), leftOut: Math.max(0, all.length - mostCases) };
}

function* bodyCases(block: RequestBlock, { body: described }: ApiOperation, { request }: RequestOfApi): Generator<ContractCase> {
  const { body } = block;
  if (described === undefined || body === undefined) return;
  if (described.required) yield { what: 'a request without the required body', edits: [{ range: body.range, newText: '' }] };
  const written = request.headers.find(([n]) => n.toLowerCase() === 'content-type')?.[1] ?? 'application/json';
  const content = contentFor(described.content, mediaType(written));
  if (content === undefined || !isJsonType(mediaType(written))) return;
  const node = bodyNode(body.text);
  if (node === undefined) return;
  yield* valueCases(node, content.shape, '', { start: body.text.start, depth: 0 });
}

interface Place {
  /** Offset of the body. */
  readonly start: number;
  readonly depth: number;
}

/** Cases of a written value: of itself first, then of its members and its first item. */
function* valueCases(node: JsonNode, shape: ApiShape, path: string, place: Place): Generator<ContractCase> {
  const { start, depth } = place;
  for (const { value, rule } of wrongValues(shape)) {
    const whole = path === '' ? `a body of ${shownWrong(value)}` : `a body with ${shownWrong(value)} for ${path}`;
    yield { what: `${whole}, which ${rule}`, edits: [{ range: movedRange(node.range, start), newText: valueToJson(value) }] };
  }
  if (depth >= deepest) return;
  const [item] = node.kind === 'array' ? node.items : [];
  if (item !== undefined && shape.items !== undefined) yield* valueCases(item, shape.items, `${path}[0]`, { start, depth: depth + 1 });
  if (node.kind !== 'object') return;
  for (const member of shape.members ?? []) if (!member.readOnly) yield* memberCases(node, member, path, place);
  if (shape.closed === true) {
    const name = 'unknownMember';
    if (!node.members.some((m) => m.key === name))
      yield {
        what: `a body with ${JSON.stringify(pathOf(path, name))}, which the operation does not have`,
        edits: [added(node, name, 'true', start)],
      };
  }
}

const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

function* memberCases(
  node: ObjectNode,
  { name, required, shape }: ApiMember,
  path: string,
  { start, depth }: Place,
): Generator<ContractCase> {
  const at = pathOf(path, name);
  const index = node.members.findLastIndex((m) => m.key === name);
  const member = node.members[index];
  if (member !== undefined) {
    if (required) yield { what: `a body without the required ${JSON.stringify(at)}`, edits: [removed(node, index, start)] };
    yield* valueCases(member.value, shape, at, { start, depth: depth + 1 });
    return;
  }
  for (const { value, rule } of wrongValues(shape))
    yield { what: `a body with ${shownWrong(value)} for ${at}, which ${rule}`, edits: [added(node, name, valueToJson(value), start)] };
}

const added = ({ range, members }: ObjectNode, name: string, json: string, start: number): TextEdit => ({
  range: movedRange({ start: range.start + 1, end: range.start + 1 }, start),
  newText: `${JSON.stringify(name)}: ${json}${members.length === 0 ? '' : ', '}`,
});

/** Removes a member with the comma before it; the first one with the comma after it. */
function removed({ members }: ObjectNode, index: number, start: number): TextEdit {
  const own = members[index] as ObjectNode['members'][number];
  const before = members[index - 1];
  const after = members[index + 1];
  const range: Range =
    before === undefined
      ? { start: own.keyRange.start, end: after === undefined ? own.value.range.end : after.keyRange.start }
      : { start: before.value.range.end, end: own.value.range.end };
  return { range: movedRange(range, start), newText: '' };
}

function* parameterCases(block: RequestBlock, operation: ApiOperation, found: RequestOfApi, source: string): Generator<ContractCase> {
  for (const parameter of operation.parameters) {
    const { name, in: place, required } = parameter;
    const what = place === 'header' ? `header ${name}` : `${place} parameter ${name}`;
    if (place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name)) continue;
    const without = required ? withoutParameter(parameter, block) : undefined;
    if (without !== undefined) yield { what: `a request without the required ${what}`, edits: [without] };
    for (const { text, rule } of wrongTexts(parameter)) {
      const edit = withText(parameter, text, block, found, source);
      if (edit !== undefined) yield { what: `a request with ${shownWrong(text)} for the ${what}, which ${rule}`, edits: [edit] };
    }
  }
}

/** Texts that break a rule of a parameter; none for lists and objects. */
function wrongTexts({ shape, style }: ApiParameter): readonly { readonly text: string; readonly rule: string }[] {
  const { types, items, members } = shape;
  if (types.includes('array') || types.includes('object') || items !== undefined || members !== undefined) return [];
  if (style.name === 'json' || style.name === 'content' || style.name === 'label' || style.name === 'matrix') return [];
  const found = new Map<string, string>();
  for (const { value } of wrongValues(shape)) {
    const text = plainText(value);
    // As text, another value may be allowed.
    const rule = problemsOf(textValue(text, shape), shape)[0]?.message;
    if (rule !== undefined && text !== '' && !found.has(text)) found.set(text, rule);
  }
  return Array.from(found, ([text, rule]) => ({ text, rule }));
}

function withoutParameter(parameter: ApiParameter, block: RequestBlock): TextEdit | undefined {
  const { name, in: place } = parameter;
  if (place === 'header') {
    const header = block.headers.filter((h) => h.name.text.toLowerCase() === name.toLowerCase());
    return header.length === 1 && header[0] !== undefined ? { range: header[0].range, newText: '' } : undefined;
  }
  const range = place === 'query' ? rangeOfName(block, name) : undefined;
  if (range === undefined) return undefined;
  const { target } = block.requestLine;
  const end = valueAfter(block, range)?.end ?? range.end;
  const isInTarget = target.start <= range.start && end <= target.end;
  // A continuation line has a pair or several: a line without one would end the head.
  if (!isInTarget) return { range, newText: `_${name}` };
  const isFirst = target.text[range.start - 1 - target.start] === '?';
  const hasNext = target.text[end - target.start] === '&';
  const hasMore = hasNext || block.continuations.length > 0;
  return { range: { start: isFirst && hasMore ? range.start : range.start - 1, end: isFirst && hasNext ? end + 1 : end }, newText: '' };
}

function withText(parameter: ApiParameter, text: string, block: RequestBlock, found: RequestOfApi, source: string): TextEdit | undefined {
  const { name, in: place } = parameter;
  const { requestLine, headers } = block;
  const encoded = encodeURIComponent(text);
  switch (place) {
    case 'query': {
      const range = rangeOfName(block, name);
      const value = range && valueAfter(block, range);
      if (value !== undefined) return { range: { start: value.start, end: value.end }, newText: encoded };
      // It is there, but not as it is written here.
      if (range !== undefined || isUnknown(found.request.url) || pairsOf(found.request.url).some(([n]) => isNameOf(parameter, n)))
        return undefined;
      const [before = ''] = /^[^#]*/.exec(requestLine.target.text) ?? [];
      const at = requestLine.target.start + before.length;
      const sign = before.includes('?') ? (/[?&]$/.test(before) ? '' : '&') : '?';
      if (block.continuations.length > 0 && sign === '?') return undefined;
      return { range: { start: at, end: at }, newText: `${sign}${encodeURIComponent(name)}=${encoded}` };
    }
    case 'path': {
      const written = writtenPath(block, found.request.url);
      if (written === undefined || found.match.kind !== 'operation') return undefined;
      const template = segmentsOf(found.match.operation.path);
      const index = template.indexOf(`{${name}}`);
      const segment = index < 0 ? undefined : written.segments[written.segments.length - template.length + index];
      return segment && { range: { start: segment.start, end: segment.end }, newText: encoded };
    }
    case 'header': {
      const own = headers.find((h) => h.name.text.toLowerCase() === name.toLowerCase());
      const [value] = own?.values ?? [];
      if (value !== undefined) return { range: { start: value.start, end: value.end }, newText: text };
      if (own !== undefined) return undefined;
      const at = headEnd(block);
      const line = `${name}: ${text}`;
      return { range: { start: at, end: at }, newText: source[at - 1] === '\n' ? `${line}\n` : `\n${line}` };
    }
    case 'cookie':
      return undefined;
  }
}
