import { isArrayValue, isObjectValue, typeOfValue, type Value } from '../../../base/values/value.ts';
import type { Range } from '../../../base/text/text.ts';
import { headers } from '../../catalog/headerCatalog.ts';
import { filters } from '../../semantics/values/filters.ts';
import { skipBlanks } from '../../syntax/path.ts';
import type { Ask } from './askCompletion.ts';
import { namesBehind } from './collectionIndex.ts';
import { plain, type CompletionItem } from './item.ts';
import type { Step } from './pathPlace.ts';
import { missingBraces, type PlaceholderPart } from './placeholderPlace.ts';
import { dynamicItems, fits, mostItems, randomItems, variableItems } from './variableItems.ts';

/** Completions inside a placeholder. Inserts the closing braces if they are missing. */
export function placeholderItems(ask: Ask, start: number, open: number, part: PlaceholderPart): CompletionItem[] {
  const { text } = ask.view.tree;
  // Cached by end offset, because nearly all items replace the same text.
  const missingBehind = new Map<number, ReturnType<typeof missingBraces>>();
  return itemsOf(ask, part).map((item) => {
    const { end } = item.range;
    const missing = missingBehind.get(end) ?? missingBraces(text, open, end, start, ask.line.end);
    missingBehind.set(end, missing);
    if (missing === '') return item;
    // Put the cursor before the braces if the user continues typing there.
    const goesOn = item.again === true || item.snippet === true;
    const inner = item.snippet === true ? item.insertText : plain(item.insertText);
    return goesOn
      ? Object.assign(item, { insertText: `${inner}\${0}${missing.replaceAll('}', '\\}')}`, snippet: true, commit: [] })
      : Object.assign(item, { insertText: item.insertText + missing, commit: [] });
  });
}

function itemsOf(ask: Ask, part: PlaceholderPart): CompletionItem[] {
  switch (part.kind) {
    case 'name':
      return [...variableItems(ask, part.range), ...dynamicItems(ask, part.range)];
    case 'step':
      return placeholderSteps(ask, part);
    case 'argument':
      return argumentItems(ask, part);
    case 'filter':
      return filters.map(({ name, summary }) => ({
        label: name,
        kind: 'filter',
        note: summary,
        documentation: () => summary,
        range: part.range,
        insertText: name === 'default' ? 'default "$1"' : name,
        snippet: name === 'default',
        detail: name === 'default' ? ' "text"' : undefined,
      }));
  }
}

/** Steps of a placeholder's path: from the current value, or from the shape of exchanges. */
function placeholderSteps(ask: Ask, step: Step): CompletionItem[] {
  const { view } = ask;
  const path = view.tree.text.slice(step.before.start, step.before.end);
  if (path === '$secret')
    return [...new Set([...ask.secrets, ...namesBehind(view, path)])].map((name) => ({
      label: name,
      kind: 'secret',
      note: ask.secrets.includes(name) ? 'kept' : undefined,
      insertText: name,
      range: step.range,
    }));
  if (path === '$random') return randomItems(step.range);
  if (path === '$env' || path === '$dotenv')
    return namesOutside(view, path).map((name) => ({ label: name, kind: 'property', insertText: name, range: step.range }));
  const result = ask.valueOf(path);
  if (result?.ok === true) {
    return stepItems(ask, step, result.value, ask.isSecret(path));
  }
  // A request that was not sent yet: offer what every exchange has.
  const known = result?.problem.untilSent === true || (result?.problem.id === 'undefined-variable' && !path.includes('.'));
  return known ? exchangeKeys(ask, path).map((key) => stepItem(ask, step, key)) : [];
}

/** Names after `$env` or `$dotenv` in the files, and for `$dotenv` those of the nearest `.env`. */
const namesOutside = (view: Ask['view'], of: string): readonly string[] => [
  ...new Set([...namesBehind(view, of), ...(of === '$dotenv' ? (view.collection.dotenv?.values.keys() ?? []) : [])]),
];

function exchangeKeys({ view, valueOf }: Ask, path: string): readonly string[] {
  const [name = '', side, part, ...more] = path.split('.');
  if (more.length > 0) return [];
  if (side === undefined) {
    const known = ['response', 'request'].filter((s) => {
      const result = valueOf(`${name}.${s}`);
      return result?.ok === true || result?.problem.untilSent === true;
    });
    return view === undefined ? [] : known;
  }
  if (part === 'headers') return headers.filter((h) => h.in !== (side === 'response' ? 'request' : 'response')).map((h) => h.name);
  if (part !== undefined) return [];
  return side === 'response' ? ['body', 'headers', 'status', 'statusText', 'text'] : ['url', 'method', 'headers', 'body'];
}

export function stepItems(ask: Ask, step: Step, value: Value, secret = false): CompletionItem[] {
  const entries: [string | number, Value][] = [];
  if (isArrayValue(value)) {
    if (step.form === 'name') entries.push(['length', value.length]);
    if (step.form !== 'quoted') for (const [i, element] of value.slice(0, 50).entries()) entries.push([i, element]);
  } else if (isObjectValue(value)) {
    const typed = ask.view.tree.text.slice(step.range.start, ask.offset).replace(/^["']/, '');
    for (const [key, child] of value) {
      if (value.size <= mostItems || fits(key, typed)) entries.push([key, child]);
      if (entries.length >= mostItems) break;
    }
  }
  const preview = ask.preview();
  return entries.map(([key, child]) => stepItem(ask, step, key, preview(child, secret), child));
}

const word = /^(?!\d)[\p{L}\p{M}\p{N}_$-]+$/u;

function stepItem(ask: Ask, step: Step, key: string | number, detail?: string, child?: Value): CompletionItem {
  const inBrackets = step.form !== 'name' || typeof key === 'number' || !word.test(key);
  const written = typeof key === 'number' ? `${key}` : JSON.stringify(key);
  const { text } = ask.view.tree;
  const end = skipBlanks(text, step.range.end);
  const range: Range = step.form === 'name' ? (inBrackets ? { start: step.from, end: step.range.end } : step.range) : step.range;
  const close = step.form === 'name' || text[end] !== ']' ? ']' : '';
  const typed = text.slice(range.start, ask.offset);
  return {
    label: typeof key === 'number' ? `[${key}]` : key,
    kind: 'property',
    detail,
    note: child === undefined ? undefined : typeOfValue(child),
    insertText: inBrackets ? `${step.form === 'name' ? '[' : ''}${written}${close}` : key,
    range,
    // The typed text may begin with a dot, a bracket or a quote.
    filterText: `${/^[.["']?/.exec(typed)?.[0] ?? ''}${key}`,
    rank: typeof key === 'number' ? 1 : 0,
  };
}

const units: Readonly<Record<string, string>> = {
  ms: 'milliseconds',
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  M: 'months',
  Q: 'quarters',
  y: 'years',
};

function argumentItems({ view }: Ask, { name, words, range }: Extract<PlaceholderPart, { kind: 'argument' }>): CompletionItem[] {
  const item = (label: string, detail?: string): CompletionItem => ({
    label,
    kind: 'value',
    detail,
    insertText: label,
    range,
  });
  const moved = ['1 d', '-1 d', '1 h', '-1 h'].map((label) => item(label, ' later or earlier'));
  const unit = (): CompletionItem[] => Object.entries(units).map(([label, detail]) => item(label, ` ${detail}`));
  const isDate = name === '$datetime' || name === '$localDatetime';
  // A quoted pattern may contain spaces.
  const before = words
    .join(' ')
    .replace(/^("[^"]*"|'[^']*')(?=$| )/, 'pattern')
    .split(' ')
    .filter((w) => w !== '');
  if (name === '$randomInt') return before.length === 0 ? [item('1 100', ' from 1 to 99'), item('0 1000', ' from 0 to 999')] : [];
  if (name === '$timestamp') return before.length === 0 ? moved : before.length === 1 ? unit() : [];
  if (isDate && before.length === 0)
    return [
      item('iso8601', ' 2026-01-02T03:04:05.678Z'),
      item('rfc1123', ' Fri, 02 Jan 2026 03:04:05 GMT'),
      item('"YYYY-MM-DD"', ' 2026-01-02'),
    ];
  if (isDate) return before.length === 1 ? moved : before.length === 2 ? unit() : [];
  if (name === '$processEnv' || name === '$dotenv') return before.length === 0 ? namesOutside(view, name).map((n) => item(n)) : [];
  return [];
}
