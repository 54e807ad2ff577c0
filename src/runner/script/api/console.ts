import { words } from './chaiWords.ts';
import type { Ask } from './hostFunction.ts';
import { inspect } from './inspect.ts';
import { append, dateNow, freeze, indexOf, mapDelete, mapGet, MapCtor, mapSet, mapSize, slice, toText } from './primordials.ts';
import { createPrint, type Print } from './print.ts';
import { web } from './webGlobals.ts';

/** Limits of labels of one script, and of nested groups. */
const maxLabels = 1000;
const maxGroups = 50;

type Method = (...args: unknown[]) => void;

/** The global `console`, with the methods of Node.js. */
export function createConsole(ask: Ask): Readonly<Record<string, Method>> & { readonly log: Method } {
  const print = createPrint(ask);
  let indent = '';
  const say: Print = (level, args, text = formatted(args)) =>
    print(level, args, indent === '' ? text : indented(text ?? textOf(args), indent));

  const printer =
    (level: 'log' | 'info' | 'warn' | 'error'): Method =>
    (...args) =>
      say(level, args);
  const log = printer('log');
  const group: Method = (...args) => {
    if (args.length > 0) say('log', args);
    if (indent.length < 2 * maxGroups) indent += '  ';
  };
  return freeze({
    log,
    info: printer('info'),
    warn: printer('warn'),
    error: printer('error'),
    debug: log,
    dir: (value: unknown) => say('log', [value]),
    dirxml: log,
    trace: (...args: unknown[]) => say('log', args, args.length === 0 ? 'Trace' : words`Trace: ${formatted(args) ?? textOf(args)}`),
    table: (value: unknown, columns?: unknown) =>
      say('log', [value], typeof value === 'object' && value !== null ? web().tableText(value, columns) : undefined),
    assert: (condition: unknown, ...args: unknown[]) => {
      if (!condition)
        say('error', args, args.length === 0 ? 'Assertion failed' : words`Assertion failed: ${formatted(args) ?? textOf(args)}`);
    },
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indent = slice(indent, 2);
    },
    ...countersOf(say),
    ...timersOf(say),
  });
}

/** Text of arguments whose first has specifiers, such as `%s`. */
const formatted = (args: readonly unknown[]): string | undefined =>
  typeof args[0] === 'string' && args.length > 1 && indexOf(args[0], '%') >= 0 ? web().formatted(args) : undefined;

function countersOf(say: Print): Readonly<Record<'count' | 'countReset', Method>> {
  const counts = new MapCtor<string, number>();
  return {
    count: (label: unknown = 'default') => {
      const name = toText(label);
      const count = (mapGet(counts, name) ?? 0) + 1;
      if (mapGet(counts, name) !== undefined || labelsOf(counts) < maxLabels) mapSet(counts, name, count);
      say('log', [], words`${name}: ${count}`);
    },
    countReset: (label: unknown = 'default') => {
      if (!mapDelete(counts, toText(label))) say('warn', [], words`Count for '${toText(label)}' does not exist`);
    },
  };
}

function timersOf(say: Print): Readonly<Record<'time' | 'timeLog' | 'timeEnd', Method>> {
  const starts = new MapCtor<string, number>();
  const log = (label: unknown, args: readonly unknown[]): void => {
    const name = toText(label);
    const start = mapGet(starts, name);
    if (start === undefined) return say('warn', [], words`No such label '${name}' for console.timeLog()`);
    const more = args.length === 0 ? '' : words` ${textOf(args)}`;
    say('log', args, words`${name}: ${dateNow() - start}ms${more}`);
  };
  return {
    time: (label: unknown = 'default') => {
      const name = toText(label);
      if (mapGet(starts, name) !== undefined) say('warn', [], words`Label '${name}' already exists for console.time()`);
      else if (labelsOf(starts) < maxLabels) mapSet(starts, name, dateNow());
    },
    timeLog: (label: unknown = 'default', ...args: unknown[]) => log(label, args),
    timeEnd: (label: unknown = 'default') => {
      log(label, []);
      mapDelete(starts, toText(label));
    },
  };
}

const labelsOf = (labels: Map<string, number>): number => mapSize(labels) ?? 0;

function textOf(args: readonly unknown[]): string {
  let text = '';
  for (let i = 0; i < args.length; i++)
    text += (i === 0 ? '' : ' ') + (typeof args[i] === 'string' ? (args[i] as string) : inspect(args[i]));
  return text;
}

/** Indents each line of a text. */
function indented(text: string, indent: string): string {
  const lines: string[] = [];
  for (let at = 0; ;) {
    const end = indexOf(text, '\n', at);
    append(lines, end < 0 ? slice(text, at) : slice(text, at, end));
    if (end < 0) break;
    at = end + 1;
  }
  let out = '';
  for (let i = 0; i < lines.length; i++) out += (i === 0 ? '' : '\n') + indent + (lines[i] as string);
  return out;
}
