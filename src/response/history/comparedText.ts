import { readJson, type JsonNode } from '../../base/json/json.ts';
import { formatJson } from '../../base/json/jsonFormat.ts';
import { placesOf } from '../../base/json/jsonPlaces.ts';
import { formatXml } from '../../base/text/xmlFormat.ts';
import { t } from '../../base/l10n.ts';
import type { RunRecord } from '../record/runRecord.ts';
import { readIgnoreRule, type IgnoreRule } from './ignoreRules.ts';

export interface Comparing {
  /** Sort object members by name. */
  readonly sorted: boolean;
  /** Rules for values to ignore: `$.timestamp`, `headers.date`. */
  readonly ignored: readonly string[];
}

export interface ComparedText {
  readonly text: string;
  readonly extension: string;
}

const ignoredText = '⟨ignored⟩';
const mostHexLines = 20_000;

/**
 * Status line and headers, then the body; the head is a comment in the body's language. Changes only white space, and the parts that the
 * options select.
 */
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
  const messages = record.replay();
  const head = messages.find((m) => m.type === 'head');
  if (head?.type !== 'head') {
    const end = messages.find((m) => m.type === 'finished');
    return [end?.type === 'finished' ? (end.failure?.message ?? t('No response')) : t('No response')];
  }
  const isIgnored = (name: string): boolean => rules.some((r) => r.kind === 'header' && r.name === name.toLowerCase());
  return [
    `${head.httpVersion} ${head.status} ${head.statusText}`.trimEnd(),
    ...head.headers.map(([name, value]) => `${name}: ${isIgnored(name) ? ignoredText : value}`),
  ];
}

/** Formats JSON, keeping its tokens; sorts members and replaces ignored values if requested. */
export function arrangedJson(text: string, sorted: boolean, rules: readonly IgnoreRule[]): string {
  const paths = rules.flatMap((r) => (r.kind === 'body' ? [r.path] : []));
  if (!sorted && paths.length === 0) return formatJson(text);
  const read = readJson(text);
  if (!read.ok) return text;
  // A start offset identifies a value.
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
