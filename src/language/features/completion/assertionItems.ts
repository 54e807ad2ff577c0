import { jsonOrText } from '../../../base/json.ts';
import type { Range } from '../../../base/text.ts';
import { isArrayValue, isObjectValue, typeOfValue, valueToJson, valueToText, type Value } from '../../../base/value.ts';
import { operators, subjects } from '../../catalog/assertionCatalog.ts';
import { headers } from '../../catalog/headerCatalog.ts';
import { mediaTypes } from '../../catalog/mediaTypes.ts';
import { statusCodes } from '../../catalog/statusCodes.ts';
import { readPath } from '../../syntax/path.ts';
import type { Ask } from './askCompletion.ts';
import { withReference } from './headerItems.ts';
import { ignoredItems } from './ignoredItems.ts';
import type { CompletionItem } from './item.ts';
import type { Step } from './pathPlace.ts';
import { stepItems } from './placeholderItems.ts';

/** Left sides of an assertion, such as `status` and `body`. */
export function subjectItems(range: Range): CompletionItem[] {
  return subjects.map(({ name, form, summary }) => {
    // Other subjects continue with a path.
    const whole = form === name || name === 'header';
    return {
      label: name,
      kind: 'keyword',
      detail: form.slice(name.length),
      note: summary,
      documentation: () => summary,
      insertText: whole ? `${name} ` : name,
      range,
      commit: whole ? [] : ['.', '['],
      again: whole,
    };
  });
}

/** Header names, those of the last response first. */
export function assertedHeaderItems({ answer, preview }: Ask, range: Range): CompletionItem[] {
  const last = answer(['headers']);
  const items: CompletionItem[] = [];
  const offered = new Set<string>();
  if (last !== undefined && isObjectValue(last)) {
    for (const [name, value] of last) {
      offered.add(name.toLowerCase());
      items.push({
        label: name,
        kind: 'header',
        detail: preview()(value),
        note: 'last response',
        insertText: `${name} `,
        range,
        again: true,
      });
    }
  }
  for (const h of headers) {
    if (h.in === 'request' || offered.has(h.name.toLowerCase())) continue;
    items.push({
      label: h.name,
      kind: 'header',
      note: h.summary,
      documentation: () => withReference(h.summary, h.reference),
      insertText: `${h.name} `,
      range,
      rank: 1,
      again: true,
    });
  }
  return items;
}

const ofEvents = ['data', 'event', 'id', 'retry', 'at'];

/** Keys and indexes in the body of the last response. */
export function assertedStepItems(ask: Ask, step: Step): CompletionItem[] {
  const { text } = ask.view.tree;
  const keys = keysOf(text.slice(step.before.start, step.before.end));
  const [root, ...inside] = keys ?? [];
  if (root === 'body') {
    const value = ask.answer(['body', ...inside]);
    return value === undefined ? [] : stepItems(ask, step, value);
  }
  if (root !== 'events' || step.form !== 'name') return [];
  const names = inside.length === 0 ? ['length'] : inside.length === 1 ? ofEvents : [];
  return names.map((label) => ({ label, kind: 'property', insertText: label, range: step.range }));
}

function keysOf(path: string): readonly (string | number)[] | undefined {
  return readPath(path, 0, path.length)?.segments.map((s) => s.key);
}

export function operatorItems({ view, line }: Ask, range: Range): CompletionItem[] {
  const more = view.tree.text.slice(range.end, line.end).startsWith(' ');
  return operators.map(({ name, takesValue, summary }) => ({
    label: name,
    kind: 'operator',
    note: summary,
    documentation: () => summary,
    insertText: takesValue && !more ? `${name} ` : name,
    range,
    again: takesValue,
  }));
}

/** Right sides: the value in the last response, and usual values. */
export function expectedItems(ask: Ask, left: string, operator: string, range: Range): CompletionItem[] {
  if (operator === 'matchesSnapshot') return ignoredItems(ask, lastValue(ask, left), range);
  if (operators.find((o) => o.name === operator)?.takesValue !== true || operator === 'matches') return [];
  const item = (label: string, more: Partial<CompletionItem> = {}): CompletionItem => ({
    label,
    kind: 'value',
    insertText: operator === 'in' ? `[${label}]` : label,
    range,
    rank: 1,
    ...more,
  });
  const items: CompletionItem[] = [];
  const last = lastValue(ask, left);
  const written = last === undefined ? undefined : writtenValue(last);
  // Do not offer a value that would be masked.
  if (written !== undefined && ask.preview()(written) === written) items.push(item(written, { note: 'last response', rank: 0 }));
  if (left === 'status')
    for (const s of statusCodes) {
      if (s.phrase === '(Unused)') continue;
      items.push(
        item(`${s.code}`, {
          // Responses with codes below 200 are interim and rarely asserted.
          rank: s.code < 200 ? 2 : 1,
          detail: ` ${s.phrase}`,
          documentation: () => withReference(s.summary, s.reference),
        }),
      );
    }
  else if (/^header[ \t]+content-type$/i.test(left))
    for (const t of mediaTypes) {
      if (t.name !== '*/*') items.push(item(t.name, { note: t.summary, documentation: () => withReference(t.summary, t.reference) }));
    }
  else if (left.startsWith('body') && (last === undefined || typeOfValue(last) === 'boolean' || last === null))
    for (const word of ['true', 'false', 'null']) if (word !== written) items.push(item(word));
  return items;
}

function lastValue({ answer }: Ask, left: string): Value | undefined {
  if (left === 'status') return answer(['status']);
  const header = /^header[ \t]+(\S+)$/.exec(left)?.[1];
  if (header !== undefined) return answer(['headers', header]);
  const [root, ...inside] = keysOf(left) ?? [];
  return root === 'body' ? answer(['body', ...inside]) : undefined;
}

/** A value as written on the right side: JSON, or text that does not parse as JSON. Undefined for long values, objects and arrays. */
function writtenValue(value: Value): string | undefined {
  if (isObjectValue(value) || isArrayValue(value)) return undefined;
  const text = valueToText(value);
  if (text === '' || text.length > 80 || /[\r\n]|\{\{|^\s|\s$/.test(text)) return undefined;
  return typeof value !== 'string' || typeof jsonOrText(text) === 'string' ? text : valueToJson(value);
}
