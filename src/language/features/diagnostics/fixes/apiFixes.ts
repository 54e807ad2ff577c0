import { t } from '../../../../base/l10n.ts';
import type { JsonNode } from '../../../../base/json/json.ts';
import { formatJson } from '../../../../base/json/jsonFormat.ts';
import { closest } from '../../../../base/text/closest.ts';
import type { Range } from '../../../../base/text/text.ts';
import { valueToJson } from '../../../../base/values/value.ts';
import type { CodeAction, TextEdit } from '../../../edit.ts';
import type { ApiContent, ApiMember, ApiParameter } from '../../../semantics/api/apiIndex.ts';
import { nearestPaths, type NearPath } from '../../../semantics/api/nearestPaths.ts';
import { segmentsOf } from '../../../semantics/api/matchOperation.ts';
import { isJsonType } from '../../../semantics/request/requestBody.ts';
import { isRequest, type RequestBlock, type Span } from '../../../syntax/nodes.ts';
import { endOfHeadLines, headEnd, insertLines } from '../../edits/headLines.ts';
import { addParameterEdit } from '../../edits/requestParts.ts';
import type { RequestOfApi } from '../../openapi/apiOfRequest.ts';
import { bodyNode, nodeAt } from '../../openapi/bodyPlaces.ts';
import { exampleOf, textOf } from '../../openapi/operationRequest.ts';
import { requestProblems, rangeOfName, type ApiCause } from '../../openapi/requestProblems.ts';
import { textOfJson } from '../../../semantics/api/parameterStyles.ts';
import type { ShapeProblem } from '../../openapi/valueProblem.ts';
import { valueAfter, writtenPath, type WrittenPath } from '../../openapi/writtenUrl.ts';
import { fix, insertion, removal, type Fixer, type FixInput } from './fixer.ts';

/** Maximum number of offered paths, methods, types or values. */
const most = 3;

/** Adapts a request to its OpenAPI document. */
export const fitToApi: Fixer = function* fitToApi(input) {
  const { view, block, diagnostic } = input;
  if (!isRequest(block)) return;
  const { id, message, range } = diagnostic;
  for (const { diagnostic: d, cause } of requestProblems(view, block))
    if (d.id === id && d.message === message && d.range.start === range.start && d.range.end === range.end) {
      yield* fixesFor(cause, input, block);
      return;
    }
};

function* fixesFor(cause: ApiCause, input: FixInput, block: RequestBlock): Generator<CodeAction> {
  const { range } = input.diagnostic;
  switch (cause.kind) {
    case 'path':
      return yield* nearPaths(cause.found, input, block);
    case 'method':
      for (const method of cause.methods.slice(0, most)) yield methodFix(method, input, block);
      return;
    case 'missing-query':
      return yield addQuery(cause.parameter, cause.url, input, block);
    case 'missing-header':
      return yield addHeader(`${cause.parameter.name}: ${textOf(cause.parameter.shape)}`, t('Add {0}', cause.parameter.name), input, block);
    case 'query-value': {
      const name = rangeOfName(block, cause.parameter.name);
      return yield* otherValues(name && valueAfter(block, name), cause.parameter, input);
    }
    case 'path-value':
      return yield* otherValues(pathValue(cause.parameter, cause.found, block), cause.parameter, input);
    case 'unknown-query':
      return yield* unknownQuery(cause.near, input, block);
    case 'missing-body': {
      const added = addBody(cause.content, input, block);
      if (added !== undefined) yield added;
      return;
    }
    case 'media-type':
      for (const type of cause.types.filter((name) => !name.includes('*')).slice(0, most))
        if (isWritten(input, range)) yield replacement(input, range, type, cause.types.length === 1);
      return;
    case 'member':
      return yield* memberFixes(cause.problem, cause.all, input, block);
  }
}

const writtenIn = ({ view }: FixInput, { start, end }: Range): string => view.tree.text.slice(start, end);

/** Whether a range contains no placeholder. */
const isWritten = (input: FixInput, range: Range): boolean => !writtenIn(input, range).includes('{{');

const replacement = (input: FixInput, range: Range, newText: string, preferred: boolean, shown = newText): CodeAction =>
  fix(input, t('Change {0} to {1}', writtenIn(input, range), shown), [{ range, newText }], { preferred });

function methodFix(method: string, input: FixInput, { requestLine }: RequestBlock): CodeAction {
  if (requestLine.method !== undefined) return replacement(input, requestLine.method, method, false);
  return fix(input, t('Send it as {0}', method), [insertion(requestLine.target.start, `${method} `)]);
}

function* nearPaths({ index, request }: RequestOfApi, input: FixInput, block: RequestBlock): Generator<CodeAction> {
  const written = writtenPath(block, request.url);
  if (written === undefined) return;
  for (const near of nearestPaths(index, request.method, request.url, most)) {
    const first = near.base - written.before;
    const start = written.segments[first]?.start;
    const end = written.segments.at(-1)?.end;
    if (start === undefined || end === undefined) continue;
    const newText = pathText(near, written.segments.slice(first));
    yield fix(input, t('Change the path to {0}', near.path), [{ range: { start, end }, newText }]);
  }
}

/** The path with the values of the URL; others become placeholders. */
function pathText({ path, from }: NearPath, segments: WrittenPath['segments']): string {
  const parts = segmentsOf(path).map((part, i) => {
    const source = from[i];
    const value = source === undefined ? '' : (segments[source]?.text ?? '');
    if (/^\{[^{}]+\}$/.test(part) && value !== '') return value;
    return part.replace(/\{([^{}]+)\}/g, (_, name: string) => `{{${name.replace(/[^\w-]/g, '_')}}}`);
  });
  return parts.join('/');
}

function addQuery({ name, shape }: ApiParameter, url: string, input: FixInput, block: RequestBlock): CodeAction {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(textOf(shape))}`;
  return fix(input, t('Add {0}', name), [addParameterEdit(input.view.tree, block, pair, url)], { preferred: true });
}

const addHeader = (line: string, title: string, input: FixInput, block: RequestBlock): CodeAction =>
  fix(input, title, [insertLines(input.view.tree, headEnd(block), [line])], { preferred: true });

function pathValue({ name }: ApiParameter, { request, match }: RequestOfApi, block: RequestBlock): Span | undefined {
  const written = writtenPath(block, request.url);
  if (written === undefined || match.kind !== 'operation') return undefined;
  const template = segmentsOf(match.operation.path);
  const at = template.indexOf(`{${name}}`);
  return at < 0 ? undefined : written.segments[written.segments.length - template.length + at];
}

/** The allowed values of a parameter, the most similar first. */
function* otherValues(place: Span | undefined, { shape: { values = [], types } }: ApiParameter, input: FixInput): Generator<CodeAction> {
  if (place === undefined || !isWritten(input, place)) return;
  const texts = values.length === 0 && types.includes('boolean') ? ['true', 'false'] : values.map(textOfJson);
  const near = closest(place.text, texts);
  for (const text of nearestFirst(texts, near)) yield replacement(input, place, encodeURIComponent(text), text === near, text);
}

const nearestFirst = (texts: readonly string[], near: string | undefined): readonly string[] =>
  (near === undefined ? texts : [near, ...texts.filter((text) => text !== near)]).slice(0, most);

function* unknownQuery(near: string | undefined, input: FixInput, block: RequestBlock): Generator<CodeAction> {
  const { text } = input.view.tree;
  const { range } = input.diagnostic;
  // The name is not written here.
  if (!/[?&]/.test(text[range.start - 1] ?? '')) return;
  if (near !== undefined) yield replacement(input, range, encodeURIComponent(near), true, near);
  const end = valueAfter(block, range)?.end ?? range.end;
  const pair = text[end] === '&' ? removal(range.start, end + 1) : removal(range.start - 1, end);
  yield fix(input, t('Remove {0}', writtenIn(input, range)), [pair]);
}

function addBody(content: readonly ApiContent[], input: FixInput, block: RequestBlock): CodeAction | undefined {
  const json = content.find((c) => isJsonType(c.type));
  if (json === undefined) return undefined;
  const body = formatJson(valueToJson(exampleOf(json.shape))).split('\n');
  const hasType = block.headers.some((h) => h.name.text.toLowerCase() === 'content-type');
  const head = hasType || json.type.includes('*') ? [] : [`Content-Type: ${json.type}`];
  const edit = insertLines(input.view.tree, endOfHeadLines(block), [...head, '', ...body]);
  return fix(input, t('Add a body'), [edit], { preferred: true });
}

function* memberFixes(
  { kind, path, missing, values = [], known = [] }: ShapeProblem,
  all: readonly ShapeProblem[],
  input: FixInput,
  { body }: RequestBlock,
): Generator<CodeAction> {
  if (body === undefined) return;
  const { range } = input.diagnostic;
  const root = bodyNode(body.text);
  if (missing !== undefined) {
    const node = nodeAt(root, path);
    if (node?.kind !== 'object') return;
    const others = all.flatMap((p) => (p.missing !== undefined && samePath(p.path, path) ? [p.missing] : []));
    yield fix(input, t('Add {0}', JSON.stringify(missing.name)), [memberEdit(node, [missing], body.text)], { preferred: true });
    if (others.length > 1 && others[0] === missing) yield fix(input, t('Add all missing members'), [memberEdit(node, others, body.text)]);
  } else if (kind === 'value' && isWritten(input, range) && nodeAt(root, path)?.kind === 'scalar') {
    const near = closest(writtenIn(input, range), values);
    for (const value of nearestFirst(values, near)) yield replacement(input, range, value, value === near);
  } else if (kind === 'unknown' && isWritten(input, range)) {
    const near = closest(String(path.at(-1)), known);
    if (near !== undefined) yield replacement(input, range, JSON.stringify(near), true);
  }
}

const samePath = (a: readonly (string | number)[], b: readonly (string | number)[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i]);

/** Adds members with examples, formatted like the object's last member. */
function memberEdit({ range, members }: Extract<JsonNode, { kind: 'object' }>, added: readonly ApiMember[], body: Span): TextEdit {
  const last = members.at(-1);
  const texts = added.map(({ name, shape }) => `${JSON.stringify(name)}: ${valueToJson(exampleOf(shape))}`);
  if (last === undefined)
    return { range: { start: body.start + range.start + 1, end: body.start + range.end - 1 }, newText: texts.join(', ') };
  const [gap = ''] = /\s*$/.exec(body.text.slice(0, last.keyRange.start)) ?? [];
  const separator = gap.includes('\n') ? `,${gap.slice(gap.lastIndexOf('\n') - (gap.includes('\r\n') ? 1 : 0))}` : ', ';
  return insertion(body.start + last.value.range.end, texts.map((text) => separator + text).join(''));
}
