import type { Range } from '../../../base/text/text.ts';
import { contentFor, operationName, type ApiOperation, type ApiParameter, type ApiShape } from '../../semantics/api/apiIndex.ts';
import { matchOperation } from '../../semantics/api/matchOperation.ts';
import { mediaType } from '../../semantics/request/requestBody.ts';
import type { Ask } from '../completion/askCompletion.ts';
import type { CompletionItem } from '../completion/item.ts';
import { mostItems } from '../completion/variableItems.ts';
import { escape } from '../hover/hoverMarkdown.ts';
import { apiOf, operationOf } from './apiOfRequest.ts';
import { jsonCursor } from './jsonCursor.ts';
import { operationMarkdown } from './operationMarkdown.ts';
import { textOfJson } from '../../semantics/api/parameterStyles.ts';
import { typesText } from './valueProblem.ts';

/** Paths, query parameters and their values in the URL of a request. */
export function apiTargetItems(ask: Ask, range: Range): CompletionItem[] {
  const index = apiOf(ask.view, ask.block);
  if (index === undefined) return [];
  const typed = ask.view.tree.text.slice(range.start, ask.offset);
  const method = ask.block.requestLine?.method?.text.toUpperCase();
  const question = typed.indexOf('?');
  if (question >= 0) {
    const match = matchOperation(index, method ?? 'GET', withValues(typed.slice(0, question)));
    return match.kind === 'operation' ? queryItems(match.operation, ask, range, typed) : [];
  }
  const prefix = /^(?:[a-z]+:\/\/[^/]*|\{\{[^{}]*\}\})?/i.exec(typed)?.[0] ?? '';
  const isLiteral = prefix.includes('://');
  const items = new Map<string, CompletionItem>();
  for (const operation of index.operations) {
    if (items.size >= mostItems) break;
    if (method !== undefined && operation.method !== method) continue;
    const base = isLiteral ? (operation.bases[0] ?? '') : '';
    const path = `${prefix}${base}${operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => `{{${name.replace(/[^\w-]/g, '_')}}}`)}`;
    if (items.has(path)) continue;
    items.set(path, {
      label: operation.path,
      kind: 'url',
      detail: method === undefined ? `  ${operation.method}` : undefined,
      note: operation.summary,
      documentation: () => operationMarkdown(operation),
      insertText: path,
      filterText: path,
      range,
      rank: operation.deprecated ? 1 : 0,
    });
  }
  return [...items.values()];
}

/** The URL with values in its placeholders; a placeholder in the path can be any segment. */
const withValues = (url: string): string => url.replace(/^\{\{[^{}]*\}\}/, '').replace(/\{\{[^{}]*\}\}/g, '0');

function queryItems({ parameters }: ApiOperation, { offset, view }: Ask, range: Range, typed: string): CompletionItem[] {
  const start = range.start + Math.max(typed.lastIndexOf('?'), typed.lastIndexOf('&')) + 1;
  const { text } = view.tree;
  const written = text.slice(start, offset);
  const rest = /^[^&#\s]*/.exec(text.slice(offset, range.end))?.[0] ?? '';
  const sign = written.indexOf('=');
  const query = parameters.filter((p) => p.in === 'query');
  if (sign >= 0) {
    const parameter = query.find((p) => p.name === written.slice(0, sign));
    return parameter === undefined ? [] : valueItems(parameter.shape, { start: start + sign + 1, end: offset + rest.length });
  }
  const hasValue = rest.includes('=');
  const end = offset + rest.split('=')[0]!.length;
  const given = new Set(
    text
      .slice(range.start, start)
      .split(/[?&]/)
      .slice(1)
      .map((pair) => pair.split('=')[0]),
  );
  return query.filter((p) => !given.has(p.name)).map((p) => parameterItem(p, 'property', hasValue ? '' : '=', { start, end }));
}

/** @param sign text inserted after the name; empty if the text is already there */
const parameterItem = (p: ApiParameter, kind: 'property' | 'header', sign: string, range: Range): CompletionItem => ({
  label: p.name,
  kind,
  detail: p.shape.types.length === 0 ? undefined : `  ${p.shape.types.join(' | ')}`,
  note: p.required ? 'required' : p.deprecated ? 'deprecated' : '',
  documentation: p.description === '' ? undefined : () => escape(p.description),
  insertText: p.name + sign,
  range,
  again: sign !== '' && p.shape.values !== undefined,
  rank: p.required ? -1 : p.deprecated ? 1 : 0,
});

/** The allowed values of a parameter, as text. */
function valueItems({ values, types }: ApiShape, range: Range): CompletionItem[] {
  const texts = values?.map(textOfJson) ?? (types.includes('boolean') ? ['true', 'false'] : []);
  return texts.map((label) => ({ label, kind: 'value', insertText: label, range, rank: -1 }));
}

/** Header parameters of the operation. */
export function apiHeaderItems(ask: Ask, range: Range, hasColon: boolean): CompletionItem[] {
  const found = ask.view.apis.size === 0 ? undefined : operationOf(ask.view, ask.block);
  const headers = found?.operation.parameters.filter((p) => p.in === 'header') ?? [];
  return headers.map((p) => parameterItem(p, 'header', hasColon ? '' : ': ', range));
}

export function apiHeaderValueItems(ask: Ask, name: string, range: Range): CompletionItem[] {
  const found = ask.view.apis.size === 0 ? undefined : operationOf(ask.view, ask.block);
  const parameter = found?.operation.parameters.find((p) => p.in === 'header' && p.name.toLowerCase() === name.toLowerCase());
  return parameter === undefined ? [] : valueItems(parameter.shape, range);
}

/** Members of a JSON body, the required ones first, and allowed values. */
export function apiBodyItems(ask: Ask): CompletionItem[] {
  const { block, view, offset } = ask;
  if (view.apis.size === 0 || block.body === undefined) return [];
  const operation = operationOf(view, block)?.operation;
  const written = block.headers.find((h) => h.name.text.toLowerCase() === 'content-type')?.values[0]?.text;
  const type = mediaType(written ?? 'application/json');
  const shape =
    operation?.body === undefined ? undefined : (contentFor(operation.body.content, type, written) ?? operation.body.content[0])?.shape;
  if (operation === undefined || shape === undefined) return [];
  const { text, start } = block.body.text;
  const cursor = jsonCursor(text, offset - start, start);
  if (cursor === undefined) return [];
  const at = cursor.path.reduce<ApiShape | undefined>(
    (s, key) => (typeof key === 'number' ? s?.items : s?.members?.find((m) => m.name === key)?.shape),
    shape,
  );
  if (at === undefined) return [];
  if (cursor.kind === 'value') {
    const values = at.values ?? (at.types.includes('boolean') ? ['true', 'false'] : []);
    return values.map((label) => ({ label, kind: 'value', insertText: label, filterText: label, range: cursor.range }));
  }
  return (at.members ?? [])
    .filter((m) => !cursor.present.has(m.name) && !m.readOnly)
    .slice(0, mostItems)
    .map((m) => {
      const key = JSON.stringify(m.name);
      return {
        label: m.name,
        kind: 'property',
        detail: m.shape.types.length === 0 ? undefined : `  ${m.shape.types.join(' | ')}`,
        note: m.required ? 'required' : '',
        documentation: () =>
          [
            escape(m.shape.description),
            m.shape.types.length === 0 ? '' : `Must be ${typesText(m.shape.types)}. ${operationName(operation)}`,
          ]
            .filter((t) => t !== '')
            .join('\n\n'),
        insertText: cursor.hasColon ? key : `${key}: `,
        filterText: key,
        range: cursor.range,
        rank: m.required ? 0 : 1,
        again: m.shape.values !== undefined,
      };
    });
}
