import type { JsonNode } from '../../../base/json/json.ts';
import { contains, movedRange, type Range } from '../../../base/text/text.ts';
import { contentFor, operationName, type ApiOperation, type ApiParameter, type ApiShape } from '../../semantics/api/apiIndex.ts';
import { segmentsOf } from '../../semantics/api/matchOperation.ts';
import { mediaType } from '../../semantics/request/requestBody.ts';
import { isRequest, type RequestBlock } from '../../syntax/nodes.ts';
import { code, escape } from '../hover/hoverMarkdown.ts';
import type { Hover, HoverContext } from '../hover/hoverContext.ts';
import { requestOfApi } from './apiOfRequest.ts';
import { bodyNode } from './bodyPlaces.ts';
import { rangeOfName } from './requestProblems.ts';
import { typesText } from './valueProblem.ts';
import { writtenPath } from './writtenUrl.ts';

const mostValues = 20;

/** The OpenAPI document's description of the parameter or member at an offset. */
export function ofApiPart(offset: number, { view, block }: HoverContext): Hover | undefined {
  if (view.apis.size === 0 || !isRequest(block)) return undefined;
  const found = requestOfApi(view, block);
  if (found?.match.kind !== 'operation') return undefined;
  const { operation } = found.match;
  if (block.body !== undefined && contains(block.body.text, offset)) return ofMember(offset, block, operation);
  for (const parameter of operation.parameters) {
    const range = rangeOf(parameter, block, operation, found.request.url);
    if (range !== undefined && contains(range, offset)) return { range, markdown: parameterMarkdown(parameter, operation) };
  }
  return undefined;
}

function rangeOf({ name, in: place }: ApiParameter, block: RequestBlock, { path }: ApiOperation, url: string): Range | undefined {
  switch (place) {
    case 'query':
      return rangeOfName(block, name);
    case 'header':
      return block.headers.find((h) => h.name.text.toLowerCase() === name.toLowerCase())?.name;
    case 'path': {
      const template = segmentsOf(path);
      const index = template.indexOf(`{${name}}`);
      const written = index < 0 ? undefined : writtenPath(block, url);
      return written?.segments[written.segments.length - template.length + index];
    }
    case 'cookie':
      return undefined;
  }
}

function ofMember(offset: number, block: RequestBlock, operation: ApiOperation): Hover | undefined {
  const { body, headers } = block;
  const written = headers.find((h) => h.name.text.toLowerCase() === 'content-type')?.values[0]?.text;
  const shape = operation.body && contentFor(operation.body.content, mediaType(written ?? 'application/json'), written)?.shape;
  if (body === undefined || shape === undefined) return undefined;
  const { start } = body.text;
  return memberAt(bodyNode(body.text), shape, offset - start, { start, operation });
}

interface Place {
  /** Offset of the body. */
  readonly start: number;
  readonly operation: ApiOperation;
}

function memberAt(node: JsonNode | undefined, shape: ApiShape | undefined, at: number, place: Place): Hover | undefined {
  if (node === undefined || shape === undefined) return undefined;
  if (node.kind === 'array')
    return memberAt(
      node.items.find(({ range }) => contains(range, at)),
      shape.items,
      at,
      place,
    );
  if (node.kind === 'scalar') return undefined;
  for (const { key, keyRange, value } of node.members) {
    const member = shape.members?.find(({ name }) => name === key);
    if (contains(value.range, at)) return memberAt(value, member?.shape, at, place);
    if (member === undefined || !contains(keyRange, at)) continue;
    const facts = [typesText(member.shape.types), member.required ? 'required' : '', member.readOnly ? 'read-only' : ''];
    return { range: movedRange(keyRange, place.start), markdown: markdownOf(key, facts, member.shape, '', place.operation) };
  }
  return undefined;
}

function parameterMarkdown({ name, in: place, required, deprecated, shape, description }: ApiParameter, operation: ApiOperation): string {
  const facts = [place, typesText(shape.types), required ? 'required' : '', deprecated ? 'deprecated' : ''];
  return markdownOf(name, facts, shape, description, operation);
}

const limitTexts: readonly (readonly [keyof NonNullable<ApiShape['limits']>, string])[] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['above', 'more than'],
  ['below', 'less than'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
];

/** Texts of documents are shown as plain text. */
function markdownOf(name: string, facts: readonly string[], shape: ApiShape, description: string, operation: ApiOperation): string {
  const { values, limits, format } = shape;
  const known = [...facts, format ?? ''].filter((fact) => fact !== '').join(', ');
  const shown = values?.slice(0, mostValues).map(code) ?? [];
  const limited = limitTexts.flatMap(([key, text]) => (limits?.[key] === undefined ? [] : [`${text} ${limits[key]}`])).join(', ');
  return [
    `**${escape(name)}**${known === '' ? '' : ` (${escape(known)})`}`,
    escape(description || shape.description),
    shown.length === 0 ? '' : `Allowed: ${shown.join(', ')}${(values?.length ?? 0) > mostValues ? ', …' : ''}`,
    limited === '' ? '' : `${limited[0]?.toUpperCase()}${limited.slice(1)}`,
    escape(operationName(operation)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
