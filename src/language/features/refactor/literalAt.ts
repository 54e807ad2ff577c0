import type { Range } from '../../../base/text/text.ts';
import { looksLikeJson } from '../../semantics/request/requestBody.ts';
import { templatesOf, type TemplatePlace, type TemplateText } from '../../semantics/request/requestSource.ts';
import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { nameFrom } from './refactorNames.ts';

export interface Literal {
  readonly range: Range;
  readonly place: TemplatePlace;
  readonly name: string;
}

/** The selected text, or the literal at the cursor: a query value, a path segment, a header value, a JSON value. */
export function literalAt(tree: DocumentTree, block: Block, range: Range): Literal | undefined {
  for (const { place, text } of templatesOf(tree, block)) {
    const first = text.template.parts[0];
    const last = text.template.parts.at(-1);
    if (first === undefined || last === undefined || !['target', 'header', 'body'].includes(place.kind)) continue;
    const whole = { start: first.range.start, end: last.range.end };
    if (range.start < whole.start || range.end > whole.end) continue;
    const found = range.start < range.end ? trimmedRange(tree.text, range) : around(tree.text, text, place, whole, range.start);
    if (found === undefined || found.start === found.end || !isWhole(text, found) || /[\r\n]/.test(tree.text.slice(found.start, found.end)))
      return undefined;
    return { range: found, place, name: nameFor(tree.text, place, whole, found) };
  }
  return undefined;
}

function trimmedRange(text: string, { start, end }: Range): Range | undefined {
  const selected = text.slice(start, end);
  const from = start + (selected.length - selected.trimStart().length);
  const to = end - (selected.length - selected.trimEnd().length);
  return from < to ? { start: from, end: to } : undefined;
}

/** Whether a range splits no placeholder and contains more than placeholders. */
function isWhole(text: TemplateText, { start, end }: Range): boolean {
  const inside = text.template.parts.filter((p) => p.range.start < end && p.range.end > start);
  if (!inside.some((p) => p.kind === 'text')) return false;
  return inside.every((p) => p.kind === 'text' || (p.range.start >= start && p.range.end <= end));
}

function around(text: string, template: TemplateText, place: TemplatePlace, whole: Range, offset: number): Range | undefined {
  // Inside a placeholder there is no literal.
  if (template.template.parts.some((p) => p.kind === 'placeholder' && p.range.start < offset && offset < p.range.end)) return undefined;
  switch (place.kind) {
    case 'target':
      return inTarget(text, whole, offset);
    case 'header': {
      const scheme = /^[A-Za-z][\w-]*[ \t]+/.exec(text.slice(whole.start, whole.end));
      const start = /authorization$/i.test(place.name) && scheme !== null ? whole.start + scheme[0].length : whole.start;
      return start <= offset ? { start, end: whole.end } : undefined;
    }
    case 'body':
      return looksLikeJson(template.written) ? inJson(text, whole, offset) : undefined;
    default:
      return undefined;
  }
}

/** Extends an offset to both sides up to any of the characters in `ends`. */
function stretch(text: string, whole: Range, offset: number, ends: string): Range {
  let start = offset;
  let end = offset;
  while (start > whole.start && !ends.includes(text.charAt(start - 1))) start--;
  while (end < whole.end && !ends.includes(text.charAt(end))) end++;
  return { start, end };
}

function inTarget(text: string, whole: Range, offset: number): Range | undefined {
  const origin = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/.exec(text.slice(whole.start, whole.end))?.[0] ?? '';
  if (offset <= whole.start + origin.length && origin !== '') return { start: whole.start, end: whole.start + origin.length };
  const found = stretch(text, whole, offset, '?&=#/');
  const query = text.slice(whole.start, found.start);
  // A query value may contain slashes; a parameter name is not a literal.
  if (!query.includes('?') && !query.startsWith('&')) return found;
  const value = stretch(text, whole, offset, '?&=#');
  return text.charAt(value.start - 1) === '=' ? value : undefined;
}

function inJson(text: string, whole: Range, offset: number): Range | undefined {
  const line = stretch(text, whole, offset, '\r\n');
  // JSON strings cannot span lines, so scanning starts at the line.
  const token = /"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;
  for (const m of text.slice(line.start, line.end).matchAll(token)) {
    const start = line.start + m.index;
    const end = start + m[0].length;
    if (offset < start) return undefined;
    if (offset > end) continue;
    const isKey = m[1] !== undefined && /^\s*:/.test(text.slice(end, line.end));
    return isKey ? undefined : m[1] === undefined ? { start, end } : { start: start + 1, end: end - 1 };
  }
  return undefined;
}

/** A variable name from the text before the literal: the header, parameter, key or previous path segment. */
function nameFor(text: string, place: TemplatePlace, whole: Range, { start, end }: Range): string {
  const before = text.slice(Math.max(whole.start, start - 200), start);
  const literal = text.slice(start, end);
  if (place.kind === 'header') {
    if (/authorization$/i.test(place.name) && before !== '') return 'token';
    return nameFrom(place.name) || 'value';
  }
  if (place.kind === 'target') {
    if (/^[a-z]+:\/\//i.test(literal)) return 'host';
    const parameter = /[?&]([^?&=#{}]+)=[^&=]*$/.exec(before)?.[1];
    if (parameter !== undefined) return nameFrom(parameter) || 'value';
    const segment = /([A-Za-z][\w-]*)\/$/.exec(before)?.[1];
    // `/users/7`: the previous segment names the value.
    if (segment !== undefined && /\d/.test(literal)) return `${nameFrom(segment).replace(/s$/, '')}Id`;
    if (/[=&]/.test(literal)) return 'query';
    return /[/{]/.test(literal) ? 'url' : nameFrom(literal) || 'value';
  }
  const key = /"([^"\\]{1,60})"\s*:\s*"?$/.exec(before)?.[1] ?? /(?:^|&)([^&=\s]{1,60})=$/.exec(before)?.[1];
  return nameFrom(key ?? '') || 'value';
}
