import { keyOfToken } from './jsonPointer.ts';
import { readJson, type JsonNode } from '../json/json.ts';

/** The offset of the part of a JSON or YAML text at a JSON pointer, or of the deepest part on its way that exists. */
export function placeOfPointer(text: string, pointer: string): number {
  const steps = pointer.split('/').slice(1).map(keyOfToken);
  const json = readJson(text);
  return json.ok ? inJson(json.node, steps) : inYaml(text, steps);
}

function inJson(root: JsonNode, steps: readonly string[]): number {
  let node = root;
  let at = root.range.start;
  for (const step of steps) {
    const member = node.kind === 'object' ? node.members.findLast((m) => m.key === step) : undefined;
    const next = node.kind === 'array' ? node.items[Number(step)] : member?.value;
    if (next === undefined) break;
    node = next;
    at = member?.keyRange.start ?? next.range.start;
  }
  return at;
}

interface Line {
  readonly start: number;
  readonly indent: number;
  readonly text: string;
}

/** Follows keys and items by their indentation, or in one-line `{…}` and `[…]` by their text. */
function inYaml(text: string, steps: readonly string[]): number {
  let lines = linesOf(text);
  let at = 0;
  for (const step of steps) {
    const indent = lines.reduce((least, line) => Math.min(least, line.indent), Infinity);
    const own = lines.filter((line) => line.indent === indent);
    const isList = own[0]?.text.startsWith('- ') === true || own[0]?.text === '-';
    const found = isList ? own.filter((line) => /^-(?: |$)/.test(line.text))[Number(step)] : own.find((line) => keyOf(line.text) === step);
    if (found === undefined) return at;
    at = found.start + (isList ? (/^-\s*/.exec(found.text)?.[0].length ?? 0) : 0);
    lines = isList ? insideItem(lines, found) : insideKey(lines, found);
  }
  return at;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const indent = line.length - line.trimStart().length;
    if (trimmed !== '' && !/^(?:#|---|%)/.test(trimmed)) lines.push({ start: start + indent, indent, text: trimmed });
    start += line.length + 1;
  }
  return lines;
}

function keyOf(text: string): string | undefined {
  const [, double, single, plain] =
    /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'{[][^:]*?(?::[^\s:][^:]*?)*))\s*:(?:\s|$)/.exec(text) ?? [];
  return double ?? single?.replaceAll("''", "'") ?? plain;
}

/** The lines of a value below its key. A list may have the same indentation; text after the key on its line is part of the value. */
function insideKey(lines: readonly Line[], key: Line): Line[] {
  const [, value = ''] = /:\s+([{[].*)$/.exec(key.text) ?? [];
  if (value !== '') return flowLines(value, key.start + key.text.length - value.length);
  const inside: Line[] = [];
  for (const line of lines.slice(lines.indexOf(key) + 1)) {
    if (line.indent < key.indent || (line.indent === key.indent && !/^-(?: |$)/.test(line.text))) break;
    inside.push(line);
  }
  return inside;
}

/** The lines of an item, the first without its dash. */
function insideItem(lines: readonly Line[], item: Line): Line[] {
  const [dash = ''] = /^-\s*/.exec(item.text) ?? [];
  const rest = item.text.slice(dash.length);
  if (/^[{[]/.test(rest)) return flowLines(rest, item.start + dash.length);
  const inside: Line[] = rest === '' ? [] : [{ start: item.start + dash.length, indent: item.indent + dash.length, text: rest }];
  for (const line of lines.slice(lines.indexOf(item) + 1)) {
    if (line.indent <= item.indent) break;
    inside.push(line);
  }
  return inside;
}

/** The members of a mapping, or the items of a list, in `{…}` or `[…]`, as lines. */
function flowLines(text: string, start: number): Line[] {
  const parts: Line[] = [];
  const isList = text.startsWith('[');
  let depth = 0;
  let quote = '';
  let from = 1;
  const add = (to: number): void => {
    const part = text.slice(from, to);
    const trimmed = part.trim();
    const at = start + from + part.length - part.trimStart().length;
    // The dash makes it an item; its width is taken off again.
    if (trimmed !== '') parts.push(isList ? { start: at - 2, indent: 0, text: `- ${trimmed}` } : { start: at, indent: 0, text: trimmed });
    from = to + 1;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (quote !== '') quote = c === quote ? '' : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') {
      if (--depth === 0) {
        add(i);
        break;
      }
    } else if (c === ',' && depth === 1) add(i);
  }
  return parts;
}
