import type { Range } from '../../../base/text/text.ts';
import { trimmed, wordEnd } from '../../syntax/lines.ts';
import { readAssertedPath } from '../../syntax/assertedPath.ts';
import { readSubject } from '../../syntax/assertionSubject.ts';
import { skipBlanks } from '../../syntax/path.ts';
import { pathPlace, type Step } from './pathPlace.ts';
import { placeholderPlace, type PlaceholderPlace } from './placeholderPlace.ts';

/** The part of `?? LEFT OPERATOR RIGHT` that contains an offset. */
export type AssertionPlace =
  | ({ readonly kind: 'placeholder'; readonly start: number } & PlaceholderPlace)
  | { readonly kind: 'subject'; readonly range: Range }
  /** The file of `matchesSchema`. */
  | { readonly kind: 'path'; readonly of: 'schema'; readonly range: Range }
  /** `event` after `any`, `every` or `no`. */
  | { readonly kind: 'event-word'; readonly range: Range }
  | { readonly kind: 'asserted-header'; readonly range: Range }
  | { readonly kind: 'asserted-step'; readonly step: Step }
  | { readonly kind: 'operator'; readonly left: string; readonly range: Range }
  | { readonly kind: 'expected'; readonly left: string; readonly operator: string; readonly range: Range };

const signForm = /not[ \t]+[A-Za-z]*|!?[A-Za-z]+|[=!<>]=?/y;
/** The word before a path that begins with `event`. */
const quantifier = /(?:any|every|no)[ \t]+/y;

/** Returns undefined if the line is neither an assertion nor a capture, `none` if it is one but nothing can be completed. */
export function assertionPlace(text: string, line: Range, offset: number): AssertionPlace | 'none' | undefined {
  const sign = /^(?:\?\?(?!\?)|@[^\s=<>{}]+[ \t]*<<)/.exec(text.slice(line.start, line.end))?.[0];
  if (sign === undefined) return undefined;
  const signEnd = line.start + sign.length;
  const start = skipBlanks(text, signEnd);
  if (offset < start) return offset > signEnd ? { kind: 'subject', range: { start: offset, end: offset } } : 'none';
  const subject = subjectPlace(text, start, line, offset);
  if (subject.kind !== 'end') return subject.kind === 'none' ? 'none' : subject;
  return sign === '??' ? afterSubject(text, start, subject.at, line, offset) : 'none';
}

/** The part of a left side that contains an offset, or where the left side ends. */
function subjectPlace(
  text: string,
  start: number,
  line: Range,
  offset: number,
): AssertionPlace | { readonly kind: 'none' } | { readonly kind: 'end'; readonly at: number } {
  const none = { kind: 'none' } as const;
  if (/^header[ \t]/.test(text.slice(start, start + 7))) {
    if (offset <= start + 6) return { kind: 'subject', range: { start, end: start + 6 } };
    const nameStart = skipBlanks(text, start + 6);
    const end = wordEnd(text, nameStart, line.end);
    if (offset < nameStart) return { kind: 'asserted-header', range: { start: offset, end: offset } };
    return offset <= end ? { kind: 'asserted-header', range: { start: nameStart, end } } : { kind: 'end', at: end };
  }
  if (/^event(?:s[ \t]+where)?[ \t]/.test(text.slice(start, line.end))) {
    const subject = readSubject(text, start, line.end);
    return !subject.ok || offset <= subject.end ? none : { kind: 'end', at: subject.end };
  }
  quantifier.lastIndex = start;
  const eventStart = quantifier.test(text) ? quantifier.lastIndex : undefined;
  if (eventStart !== undefined && offset < eventStart) return none;
  const asserted = readAssertedPath(text, eventStart ?? start, line.end);
  const query = asserted.ok ? (asserted.query ?? asserted.selector) : undefined;
  if (asserted.ok && query !== undefined && offset > asserted.end - query.text.length)
    return offset <= asserted.end ? none : { kind: 'end', at: asserted.end };
  const place = pathPlace(text, eventStart ?? start, offset, line.end);
  if (place === undefined) return none;
  if (place.kind === 'name') return { kind: eventStart === undefined ? 'subject' : 'event-word', range: place.range };
  if (place.kind === 'step') return { kind: 'asserted-step', step: place };
  return { kind: 'end', at: place.end };
}

function afterSubject(text: string, start: number, leftEnd: number, line: Range, offset: number): AssertionPlace | 'none' {
  const left = text.slice(start, leftEnd);
  const at = skipBlanks(text, leftEnd);
  signForm.lastIndex = at;
  const operator = signForm.exec(text)?.[0] ?? '';
  const operatorEnd = at + operator.length;
  if (offset < at || operator === '') return { kind: 'operator', left, range: { start: offset, end: offset } };
  if (offset <= operatorEnd) return { kind: 'operator', left, range: { start: at, end: operatorEnd } };
  const found = placeholderPlace(text, operatorEnd, offset, line.end);
  if (found === 'none') return 'none';
  if (found !== undefined) return { kind: 'placeholder', start: operatorEnd, ...found };
  const right = trimmed(text, operatorEnd, line.end);
  const range = offset < right.start ? { start: offset, end: offset } : { start: right.start, end: Math.max(offset, right.end) };
  if (operator.endsWith('matchesSchema')) {
    const fragment = text.slice(range.start, range.end).search(/[#{]/);
    if (fragment < 0) return { kind: 'path', of: 'schema', range };
    return offset > range.start + fragment
      ? 'none'
      : { kind: 'path', of: 'schema', range: { start: range.start, end: range.start + fragment } };
  }
  return { kind: 'expected', left, operator, range };
}
