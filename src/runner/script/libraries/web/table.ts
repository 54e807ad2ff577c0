import { kit } from '../kit.ts';

const maxRows = 500;
const maxColumns = 50;

type Row = readonly [index: string, value: unknown];

/** A table as `console.table` of Node.js draws it. */
export function tableText(value: object, only: unknown): string {
  const rows = rowsOf(value).slice(0, maxRows);
  const objects = rows.map(([, member]) => member).filter((member) => isObject(member));
  const columns = Array.isArray(only) ? only.map(String) : [...new Set(objects.flatMap(Object.keys))].slice(0, maxColumns);
  const hasValues = objects.length < rows.length;
  const head = ['(index)', ...columns, ...(hasValues ? ['Values'] : [])];
  const cells = rows.map(([index, member]) =>
    [
      index,
      columns.map((name) => (isObject(member) && Object.hasOwn(member, name) ? shown(member[name]) : '')),
      hasValues ? [isObject(member) ? '' : shown(member)] : [],
    ].flat(),
  );
  return drawn([head, ...cells]);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function rowsOf(value: object): Row[] {
  if (value instanceof Map) return Array.from(value, ([key, member]): Row => [shown(key), member]);
  if (value instanceof Set) return Array.from(value, (member, i): Row => [String(i), member]);
  return Object.entries(value);
}

/** A value on one line. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : kit().inspect(value);
  return text.includes('\n') ? (Array.isArray(value) ? '[Array]' : '[Object]') : text;
}

function drawn(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, c) => 2 + Math.max(...lines.map((line) => (line[c] ?? '').length)));
  const rule = (left: string, between: string, right: string): string =>
    left + widths.map((width) => '─'.repeat(width)).join(between) + right;
  const [head = '', ...rest] = lines.map((line) => `│${line.map((cell, c) => ` ${cell}`.padEnd(widths[c] ?? 0)).join('│')}│`);
  return [rule('┌', '┬', '┐'), head, rule('├', '┼', '┤'), ...rest, rule('└', '┴', '┘')].join('\n');
}
