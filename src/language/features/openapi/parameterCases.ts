import type { Value } from '../../../base/values/value.ts';
import type { TextEdit } from '../../edit.ts';
import type { ApiOperation, ApiParameter } from '../../semantics/api/apiIndex.ts';
import { segmentsOf } from '../../semantics/api/matchOperation.ts';
import { formDecoded } from '../../../base/text/percentDecoding.ts';
import { plainText, writtenInQuery } from '../../semantics/api/parameterStyles.ts';
import { isNameOf, pairsOf } from '../../semantics/api/requestParameters.ts';
import type { DocumentTree, RequestBlock, Span } from '../../syntax/nodes.ts';
import { addHeaderEdit, addParameterEdit, requestParts, type RequestPart } from '../edits/requestParts.ts';
import { isUnknown, type RequestOfApi } from './apiOfRequest.ts';
import type { ContractCase } from './contractCase.ts';
import { writtenPath } from './writtenUrl.ts';
import { wrongFields } from './wrongFields.ts';
import { shownWrong } from './wrongValues.ts';

interface Place {
  readonly tree: DocumentTree;
  readonly block: RequestBlock;
  readonly found: RequestOfApi;
}

/** Cases of the parameters of an operation: each is missing, or has a value that is not allowed. */
export function* parameterCases(operation: ApiOperation, place: Place): Generator<ContractCase> {
  for (const parameter of operation.parameters) {
    const { name, in: where, required } = parameter;
    if (where === 'header' && /^(?:accept|content-type|authorization|cookie)$/i.test(name)) continue;
    const what = where === 'header' ? `header ${name}` : `${where} parameter ${name}`;
    const without = required ? withoutParameter(parameter, place) : undefined;
    if (without !== undefined) yield { what: `a request without the required ${what}`, edits: without };
    for (const { value, shown, at, rule } of wrongFields(parameter)) {
      const edits = withValue(parameter, value, place);
      if (edits !== undefined) yield { what: `a request with ${shownWrong(shown)} for the ${what}${at}, which ${rule}`, edits };
    }
  }
}

const parameterParts = ({ tree, block }: Place, { name }: ApiParameter): readonly RequestPart[] =>
  requestParts(tree, block).filter((p) => p.kind === 'parameter' && [name, `${name}[]`].includes(formDecoded(p.name)));

function withoutParameter(parameter: ApiParameter, place: Place): readonly TextEdit[] | undefined {
  const { name, in: where } = parameter;
  switch (where) {
    case 'header': {
      const own = headersOf(place, name);
      return own.length === 1 ? own[0]?.edits : undefined;
    }
    case 'query': {
      const [part, ...more] = parameterParts(place, parameter);
      if (part === undefined) return undefined;
      // A list in several pairs. To remove neighbors needs edits that overlap, and another name is as good.
      if (more.length > 0) return [part, ...more].map((p) => ({ range: nameStart(p), newText: '_' }));
      return part.edits;
    }
    case 'cookie':
      return cookieEdits(place, name, undefined);
    case 'path':
      return undefined;
  }
}

const headersOf = ({ tree, block }: Place, name: string): readonly RequestPart[] =>
  requestParts(tree, block).filter((p) => p.kind === 'header' && p.name.toLowerCase() === name.toLowerCase());

/** The empty range before the name of a pair. */
function nameStart({ name, valueRange, hasValue }: RequestPart): TextEdit['range'] {
  const start = valueRange.start - name.length - (hasValue ? 1 : 0);
  return { start, end: start };
}

function withValue(parameter: ApiParameter, value: Value, place: Place): readonly TextEdit[] | undefined {
  const { name, in: where, style } = parameter;
  const text = plainText(value);
  switch (where) {
    case 'query':
      return inQuery(parameter, writtenInQuery(name, value, style, encodeURIComponent), place);
    case 'path': {
      const segment = segmentOf(name, place);
      return segment && [{ range: { start: segment.start, end: segment.end }, newText: encodeURIComponent(text) }];
    }
    case 'header': {
      const [own, ...more] = headersOf(place, name);
      if (own === undefined) return [addHeaderEdit(place.tree, place.block, name, text)];
      return more.length > 0 ? undefined : [{ range: own.valueRange, newText: text }];
    }
    case 'cookie':
      return cookieEdits(place, name, encodeURIComponent(text));
  }
}

function inQuery(parameter: ApiParameter, written: string, place: Place): readonly TextEdit[] | undefined {
  const { tree, block, found } = place;
  const { url } = found.request;
  const [first, ...more] = parameterParts(place, parameter);
  if (first !== undefined)
    return [
      { range: { start: nameStart(first).start, end: first.valueRange.end }, newText: written },
      ...more.flatMap(({ edits }) => edits),
    ];
  // It is there, but not as it is written here.
  if (isUnknown(url) || pairsOf(url).some(([n]) => isNameOf(parameter, n))) return undefined;
  return [addParameterEdit(tree, block, written)];
}

function segmentOf(name: string, { block, found }: Place): Span | undefined {
  const written = writtenPath(block, found.request.url);
  if (written === undefined || found.match.kind !== 'operation') return undefined;
  const template = segmentsOf(found.match.operation.path);
  const index = template.indexOf(`{${name}}`);
  return index < 0 ? undefined : written.segments[written.segments.length - template.length + index];
}

/**
 * Changes a cookie in the header `Cookie` of a request, where it is written.
 * @param value undefined to remove it
 */
function cookieEdits(place: Place, name: string, value: string | undefined): readonly TextEdit[] | undefined {
  const [header, ...more] = headersOf(place, 'cookie');
  if (more.length > 0) return undefined;
  if (header === undefined) return value === undefined ? undefined : [addHeaderEdit(place.tree, place.block, 'Cookie', `${name}=${value}`)];
  const pairs = header.value.split(';');
  const nth = pairs.findIndex((pair) => (pair.split('=')[0] ?? '').trim() === name);
  const own = value === undefined ? [] : [`${name}=${value}`];
  if (nth < 0 && value === undefined) return undefined;
  const made = nth < 0 ? [...pairs, ...own] : pairs.toSpliced(nth, 1, ...own);
  if (made.length === 0) return header.edits;
  return [{ range: header.valueRange, newText: made.map((pair) => pair.trim()).join('; ') }];
}
