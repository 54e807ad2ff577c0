import { jsonOrText } from '../../../base/json/json.ts';
import type { Range } from '../../../base/text/text.ts';
import { isArrayValue, isObjectValue, typeOfValue, valueToJson, valueToText, type Value } from '../../../base/values/value.ts';
import { operatorEntry, operators, selectors, subjects } from '../../catalog/assertionCatalog.ts';
import { operatorTexts, selectorTexts, subjectTexts } from '../../catalog/assertionTexts.ts';
import { headers } from '../../catalog/headerCatalog.ts';
import { mediaTypes } from '../../catalog/mediaTypes.ts';
import { statusCodes } from '../../catalog/statusCodes.ts';
import { subjectFrom } from '../../syntax/assertionSubject.ts';
import { readPath } from '../../syntax/path.ts';
import type { Ask } from './askCompletion.ts';
import { withReference } from './headerItems.ts';
import { ignoredItems } from './ignoredItems.ts';
import type { CompletionItem } from './item.ts';
import type { Step } from './pathPlace.ts';
import { stepItems } from './placeholderItems.ts';

/** Left sides of an assertion, such as `status` and `body`. */
export function subjectItems(range: Range): CompletionItem[] {
  return subjects.map(({ name, form, rest }) => {
    const summary = subjectTexts[name] ?? '';
    const whole = rest !== 'path' || form === name;
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

/** `event` after `any`, `every` and `no`. */
export function eventWordItems(range: Range): CompletionItem[] {
  const note = 'An event of the stream: `event.data`, or `event` alone for its name.';
  return [{ label: 'event', kind: 'keyword', note, documentation: () => note, insertText: 'event', range, commit: ['.', ' '] }];
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

const membersOfEvent = ['data', 'text', 'event', 'id', 'retry', 'at'];

/** Keys and indexes in the body of the last response. */
export function assertedStepItems(ask: Ask, step: Step): CompletionItem[] {
  const { text } = ask.view.tree;
  const keys = keysOf(text.slice(step.before.start, step.before.end));
  const [root, ...inside] = keys ?? [];
  if (root === 'body') {
    const value = ask.answer(['body', ...inside]);
    // Of JSON, the members count.
    if (value === undefined || typeof value === 'string') return step.form === 'name' ? selectorItems(step) : [];
    return stepItems(ask, step, value);
  }
  if (step.form !== 'name') return [];
  return membersOf(String(root), inside.length).map((label) => ({ label, kind: 'property', insertText: label, range: step.range }));
}

/** Selectors of nodes in text bodies. */
const selectorItems = ({ range }: Step): CompletionItem[] =>
  selectors.map(({ name, form }) => {
    const note = selectorTexts[name] ?? '';
    return {
      label: name,
      kind: 'property',
      detail: form.slice(form.indexOf('(')),
      note,
      documentation: () => note,
      insertText: `${name}("`,
      range,
    };
  });

/** Names that can follow a path. */
function membersOf(root: string, steps: number): readonly string[] {
  if (root === 'events') return steps === 0 ? ['length'] : steps === 1 ? membersOfEvent : [];
  if (root === 'toolCalls' || root === 'redirects') return steps === 0 ? ['length'] : steps === 1 ? (members[root] ?? []) : [];
  if (root === 'cookies') return steps === 1 ? (members[root] ?? []) : [];
  return steps === 0 ? (members[root] ?? []) : [];
}

const members: Readonly<Record<string, readonly string[]>> = {
  event: membersOfEvent,
  cookies: ['value', 'domain', 'path', 'expires', 'maxAge', 'secure', 'httpOnly', 'sameSite'],
  timings: ['queue', 'dns', 'connect', 'tls', 'send', 'firstByte', 'download', 'total'],
  redirects: ['status', 'url', 'location'],
  certificate: ['subject', 'issuer', 'names', 'validFrom', 'validTo', 'fingerprint', 'daysLeft'],
  toolCalls: ['id', 'name', 'arguments'],
  usage: ['input', 'output', 'total'],
};

function keysOf(path: string): readonly (string | number)[] | undefined {
  return readPath(path, 0, path.length)?.segments.map((s) => s.key);
}

/** Operators, with their negations where `!` or `not` is written. */
export function operatorItems({ view, line }: Ask, left: string, range: Range): CompletionItem[] {
  const { text } = view.tree;
  const more = text.slice(range.end, line.end).startsWith(' ');
  const negation = /^(?:!|not[ \t]+)(?!=)/.exec(text.slice(range.start, range.end))?.[0] ?? '';
  const isEvent = subjectFrom(left)?.kind === 'named-event';
  const isWhole = left === 'response';
  const items: CompletionItem[] = [];
  for (const { name, operand } of operators) {
    const summary = operatorTexts[name] ?? '';
    if (isWhole !== (name === 'conforms')) continue;
    if (isEvent !== ofEvents.has(name) && !ofAll.has(name)) continue;
    const takesValue = operand !== 'none' && operand !== 'snapshot';
    const item = (label: string, documentation: string): CompletionItem => ({
      label,
      kind: 'operator',
      note: documentation,
      documentation: () => documentation,
      insertText: takesValue && !more ? `${label} ` : label,
      range,
      again: takesValue,
    });
    if (negation === '') items.push(item(name, summary));
    if (/^[a-z]/.test(name) && !isWhole && (negation !== '' || name === 'exists'))
      items.push(item(`${negation || '!'}${name}`, `Not: ${summary}`));
  }
  return items;
}

const ofEvents = new Set(['within', 'before', 'after']);
const ofAll = new Set(['exists', 'within']);

/** Right sides: the value in the last response, and usual values. */
export function expectedItems(ask: Ask, left: string, operator: string, range: Range): CompletionItem[] {
  if (operator === 'matchesSnapshot') return ignoredItems(ask, lastValue(ask, left), range);
  const name = operator.replace(/^(?:!(?!=)|not[ \t]+)/, '');
  const operand = operatorEntry(name)?.operand;
  if ((operand !== 'value' && operand !== 'list') || name === 'matches') return [];
  const item = (label: string, more: Partial<CompletionItem> = {}): CompletionItem => ({
    label,
    kind: 'value',
    insertText: name === 'in' ? `[${label}]` : label,
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
