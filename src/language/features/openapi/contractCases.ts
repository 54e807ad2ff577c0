import { headerValue } from '../../../base/text/headerValue.ts';
import { ReqError } from '../../../base/reqError.ts';
import type { JsonNode } from '../../../base/json/json.ts';
import { movedRange, type Range } from '../../../base/text/text.ts';
import { valueToJson } from '../../../base/values/value.ts';
import type { TextEdit } from '../../edit.ts';
import { contentFor, operationName, type ApiMember, type ApiOperation, type ApiShape } from '../../semantics/api/apiIndex.ts';
import { namedApi } from '../../semantics/api/apiDirective.ts';
import { isJsonType, mediaType } from '../../semantics/request/requestBody.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { apiChoices, requestOfApi, type RequestOfApi } from './apiOfRequest.ts';
import { bodyNode } from './bodyPlaces.ts';
import type { ContractCase } from './contractCase.ts';
import { formCases } from './formCases.ts';
import { parameterCases } from './parameterCases.ts';
import { unknownOperation } from './requestProblems.ts';
import { shownWrong, wrongValues } from './wrongValues.ts';

export type ContractCases =
  | { readonly ok: true; readonly operation: string; readonly cases: readonly ContractCase[]; readonly leftOut: number }
  | { readonly ok: false; readonly problem: string };

/** Maximum cases of one run. */
const mostCases = 50;
/** Maximum levels of a body whose members are changed. */
const deepest = 4;

/**
 * Rejects a protected environment.
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
  const all = [...bodyCases(block, operation, found), ...parameterCases(operation, { tree: view.tree, block, found })];
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
  const written = headerValue(request.headers, 'content-type') ?? 'application/json';
  const content = contentFor(described.content, mediaType(written), written);
  if (content === undefined) return;
  if (mediaType(written) === 'application/x-www-form-urlencoded') yield* formCases(body.text, content);
  if (!isJsonType(mediaType(written))) return;
  const node = bodyNode(body.text);
  if (node === undefined) return;
  yield* valueCases(node, content.shape, '', { start: body.text.start, depth: 0 });
}

interface Place {
  /** Offset of the body. */
  readonly start: number;
  readonly depth: number;
}

/** Cases of a value: first of the value itself, then of its members and its first item. */
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
  { name, required, shape, loose }: ApiMember,
  path: string,
  { start, depth }: Place,
): Generator<ContractCase> {
  if (loose === true) return;
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
