import type { Range } from '../../../base/text/text.ts';
import { isArrayValue, isObjectValue, typeOfValue, type Value } from '../../../base/values/value.ts';
import { deep, type PlaceStep } from '../../../base/json/jsonPlaces.ts';
import { readIgnoredPaths } from '../../syntax/ignoredPaths.ts';
import type { Ask } from './askCompletion.ts';
import type { CompletionItem } from './item.ts';

const most = 200;
const plain = /^[^\s.,[\]"'*{}]+$/;

/** Completions after `matchesSnapshot`: `ignoring`, and paths into the compared value, from the last response. */
export function ignoredItems(ask: Ask, compared: Value | undefined, range: Range): CompletionItem[] {
  const { text } = ask.view.tree;
  const typed = /^ignoring\s+(?:.*,\s*)?(?:\$\.?)?([^,]*)$/s.exec(text.slice(range.start, ask.offset))?.[1];
  if (typed === undefined) return [{ label: 'ignoring', kind: 'keyword', insertText: 'ignoring ', range, note: 'paths that are left out' }];
  // Split into the path so far and the step being typed.
  const [, before = '', mark = '', word = ''] = /^(.*?)(?:(^|\.)([^\s.,[\]"'*]*)|(?:\[["']?)[^\]"']*)$/s.exec(typed) ?? [];
  const start = ask.offset - (typed.length - before.length);
  const isName = typed.slice(before.length) === mark + word;
  const end = ask.offset + (/^[^\s.,[\]"'*]*(?:["']?\])?/.exec(text.slice(ask.offset, ask.offset + most))?.[0].length ?? 0);
  const steps = before === '' ? [] : stepsOf(before);
  const value = steps === undefined ? undefined : steps.reduce(stepInto, compared);
  if (value === undefined) return [];
  const item = (label: string, written: string, of: Value | undefined): CompletionItem => ({
    label,
    kind: 'property',
    note: of === undefined ? 'every element' : typeOfValue(of),
    insertText: written,
    range: { start, end },
    filterText: `${typed.slice(before.length).replace(/[^.["']+$/, '')}${label}`,
  });
  if (isArrayValue(value)) return [item('[*]', '[*]', undefined)];
  if (!isObjectValue(value)) return [];
  return [...value]
    .slice(0, most)
    .map(([key, child]) =>
      isName && plain.test(key) ? item(key, `${before === '' ? '' : '.'}${key}`, child) : item(key, `[${JSON.stringify(key)}]`, child),
    );
}

function stepsOf(path: string): readonly PlaceStep[] | undefined {
  const read = readIgnoredPaths(`ignoring ${path}`);
  return read.ok ? read.paths[0] : undefined;
}

function stepInto(value: Value | undefined, step: PlaceStep): Value | undefined {
  if (value === undefined || step === deep) return undefined;
  if (isArrayValue(value)) return value[typeof step === 'number' ? step : 0];
  if (!isObjectValue(value)) return undefined;
  return typeof step === 'object' ? value.values().next().value : value.get(String(step));
}
