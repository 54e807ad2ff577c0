import { readJson, type JsonNode } from '../../base/json.ts';
import { formatJson } from '../../base/jsonFormat.ts';
import { placesOf } from '../../base/jsonPlaces.ts';
import { formatXml } from '../../base/xmlFormat.ts';
import { t } from '../../base/l10n.ts';
import type { RunRecord } from '../record/runRecord.ts';
import { readIgnoreRule, type IgnoreRule } from './ignoreRules.ts';

/** How two responses are compared. */
export interface Comparing {
  /** Members of objects in the order of their names. */
  readonly sorted: boolean;
  /** What is left out of account: `$.timestamp`, `headers.date`. */
  readonly ignored: readonly string[];
}

/** A response as a document to compare. */
export interface ComparedText {
  readonly text: string;
  /** Of the file's name, for the language. */
  readonly extension: string;
}

const ignoredText = '⟨ignored⟩';
/** Lines of bytes that are compared. */
const mostHexLines = 20_000;

/** Status line and headers above the body, in a form that the body's language knows. Only white space is changed, and what the person asked for. */
export function comparedText(record: RunRecord, { sorted, ignored }: Comparing): ComparedText {
  const rules = ignored.flatMap((rule) => readIgnoreRule(rule) ?? []);
  const head = headLines(record, rules);
  const { body } = record;
  const view = body?.view ?? 'empty';
  if (body === undefined || view === 'empty') return { text: lines(head), extension: 'txt' };
  if (view === 'hex' || view === 'image' || body.isLarge)
    return { text: lines([...head, '', ...body.lines('raw', 0, mostHexLines)]), extension: 'txt' };
  const text = body.text();
  if (view === 'json') return { text: lines([...head.map((l) => `// ${l}`), arrangedJson(text, sorted, rules)]), extension: 'jsonc' };
  if (view === 'xml' || view === 'html') {
    const laidOut = view === 'xml' ? formatXml(text) : text;
    return { text: lines([`<!--`, ...head.map((l) => l.replaceAll('--', '-‑')), `-->`, laidOut]), extension: view };
  }
  return { text: lines([...head, '', text]), extension: 'txt' };
}

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`;

function headLines(record: RunRecord, rules: readonly IgnoreRule[]): readonly string[] {
  const told = record.replay();
  const head = told.find((m) => m.type === 'head');
  if (head?.type !== 'head') {
    const end = told.find((m) => m.type === 'finished');
    return [end?.type === 'finished' ? (end.failure?.message ?? t('No response')) : t('No response')];
  }
  const isIgnored = (name: string): boolean => rules.some((r) => r.kind === 'header' && r.name === name.toLowerCase());
  return [
    `${head.httpVersion} ${head.status} ${head.statusText}`.trimEnd(),
    ...head.headers.map(([name, value]) => `${name}: ${isIgnored(name) ? ignoredText : value}`),
  ];
}

/** JSON laid out, its tokens as they came; with members in order and without what is ignored where that is asked for. */
export function arrangedJson(text: string, sorted: boolean, rules: readonly IgnoreRule[]): string {
  const paths = rules.flatMap((r) => (r.kind === 'body' ? [r.path] : []));
  if (!sorted && paths.length === 0) return formatJson(text);
  const read = readJson(text);
  if (!read.ok) return text;
  // No two values begin at one place.
  const ignored = new Set(paths.flatMap((path) => placesOf(read.node, path)).map(({ start }) => start));
  const out: string[] = [];
  write(read.node, '');
  return out.join('');

  function write(node: JsonNode, indent: string): void {
    if (ignored.has(node.range.start)) return void out.push(JSON.stringify(ignoredText));
    if (node.kind === 'scalar') return void out.push(text.slice(node.range.start, node.range.end));
    const isObject = node.kind === 'object';
    const items = isObject
      ? sorted
        ? node.members.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        : node.members
      : node.items;
    if (items.length === 0) return void out.push(isObject ? '{}' : '[]');
    const inner = `${indent}  `;
    out.push(isObject ? '{' : '[');
    items.forEach((item, i) => {
      out.push(i === 0 ? '\n' : ',\n', inner);
      const isMember = 'key' in item;
      if (isMember) out.push(text.slice(item.keyRange.start, item.keyRange.end), ': ');
      write(isMember ? item.value : item, inner);
    });
    out.push('\n', indent, isObject ? '}' : ']');
  }
}
