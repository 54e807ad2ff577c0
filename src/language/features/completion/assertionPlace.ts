import type { Range } from '../../../base/text.ts';
import { trimmed, wordEnd } from '../../syntax/lines.ts';
import { readSubject } from '../../syntax/assertionSubject.ts';
import { skipBlanks } from '../../syntax/path.ts';
import { pathPlace, type Step } from './pathPlace.ts';
import { placeholderPlace, type PlaceholderPlace } from './placeholderPlace.ts';

/** The part of `?? LEFT OPERATOR RIGHT` that contains an offset. */
export type AssertionPlace =
  | ({ readonly kind: 'placeholder'; readonly start: number } & PlaceholderPlace)
  | { readonly kind: 'subject'; readonly range: Range }
  /** `event` after `any`, `every` or `no`. */
  | { readonly kind: 'event-word'; readonly range: Range }
  | { readonly kind: 'asserted-header'; readonly range: Range }
  | { readonly kind: 'asserted-step'; readonly step: Step }
  | { readonly kind: 'operator'; readonly left: string; readonly range: Range }
  | { readonly kind: 'expected'; readonly left: string; readonly operator: string; readonly range: Range };

const signForm = /not[ \t]+[A-Za-z]*|!?[A-Za-z]+|[=!<>]=?/y;
/** The word before a path that begins with `event`. */
const quantifier = /(?:any|every|no)[ \t]+/y;

/** Returns undefined if the line is not an assertion, `none` if it is one but nothing can be completed. */
export function assertionPlace(text: string, line: Range, offset: number): AssertionPlace | 'none' | undefined {
  if (!text.startsWith('??', line.start) || text[line.start + 2] === '?') return undefined;
  const start = skipBlanks(text, line.start + 2);
  if (offset < start) return offset > line.start + 2 ? { kind: 'subject', range: { start: offset, end: offset } } : 'none';
  let leftEnd: number;
  if (/^header[ \t]/.test(text.slice(start, start + 7))) {
    if (offset <= start + 6) return { kind: 'subject', range: { start, end: start + 6 } };
    const nameStart = skipBlanks(text, start + 6);
    leftEnd = wordEnd(text, nameStart, line.end);
    if (offset < nameStart) return { kind: 'asserted-header', range: { start: offset, end: offset } };
    if (offset <= leftEnd) return { kind: 'asserted-header', range: { start: nameStart, end: leftEnd } };
  } else if (/^event(?:s[ \t]+where)?[ \t]/.test(text.slice(start, line.end))) {
    const subject = readSubject(text, start, line.end);
    if (!subject.ok || offset <= subject.end) return 'none';
    leftEnd = subject.end;
  } else {
    quantifier.lastIndex = start;
    const eventStart = quantifier.test(text) ? quantifier.lastIndex : undefined;
    if (eventStart !== undefined && offset < eventStart) return 'none';
    const place = pathPlace(text, eventStart ?? start, offset, line.end);
    if (place === undefined) return 'none';
    if (place.kind === 'name') return { kind: eventStart === undefined ? 'subject' : 'event-word', range: place.range };
    if (place.kind === 'step') return { kind: 'asserted-step', step: place };
    leftEnd = place.end;
  }
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
  return { kind: 'expected', left, operator, range };
}
