import { headerValue } from '../../../base/text/headerValue.ts';
import { isReqError } from '../../../base/reqError.ts';
import { numberFromToken, type Value } from '../../../base/values/value.ts';
import type { AssertedQuery, AssertedSelector, RequestBlock } from '../../../language/index.ts';
import type { MarkupDocument, MarkupValue } from '../../../markup/protocol.ts';
import type { AssertedResponse, SelectedValue } from '../../check/assertedResponse.ts';
import type { MarkupReader } from '../../check/markup.ts';
import { queryLimit } from '../../check/queryLimit.ts';
import { valueAtPath } from '../../check/subjectValue.ts';

export type Step = RequestBlock['assertions'][number] | RequestBlock['captures'][number];

/** What evaluating a selector or a path ahead of an assertion needs. */
export interface Selecting {
  readonly response: AssertedResponse & { readonly selected: Map<AssertedSelector | AssertedQuery, SelectedValue> };
  readonly body: () => Value;
  /** Time limit in milliseconds. */
  readonly timeMs: number;
  readonly signal: AbortSignal;
}

/**
 * Evaluates the selector of an assertion or a capture, if it has one, in a thread, because the document is untrusted.
 * @throws {ReqError} `cancelled`
 */
export async function selectNodes(
  { subject }: Step,
  { response, body, markup, timeMs, signal }: Selecting & { readonly markup: MarkupReader },
): Promise<void> {
  if (subject?.kind !== 'path' || subject.selector === undefined) return;
  const { selector, root, steps } = subject;
  try {
    const found = valueAtPath(subject, response, body, queryLimit(timeMs));
    response.selected.set(selector, found.found ? await selected(found.value) : found);
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    response.selected.set(selector, e);
  }

  async function selected(value: Value): Promise<SelectedValue> {
    const isBody = root === 'body' && steps.length === 0;
    if (typeof value !== 'string')
      return { found: false, why: `${isBody ? 'the body' : 'the value'} is JSON, not XML or HTML: use a path or a JSONPath` };
    const document = { text: value, kind: kindOf(value, selector.language, isBody ? contentType(response) : '') };
    const reply = await markup.select(isBody ? 'the body' : 'the value', document, selector, timeMs, signal);
    return reply.found ? { found: true, value: valueOf(reply.value) } : { found: false, why: `nothing is at ${selector.text}` };
  }
}

const valueOf = (found: MarkupValue): Value => (typeof found === 'number' ? numberFromToken(String(found)) : found);

const contentType = ({ headers }: AssertedResponse): string =>
  headerValue(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

/** The kind of a document by its media type; for other types by its start. Otherwise it is HTML for CSS, and XML for XPath. */
function kindOf(text: string, language: 'xpath' | 'css', type: string): MarkupDocument['kind'] {
  if (type === 'text/html') return 'html';
  if (/[/+]xml$/.test(type)) return 'xml';
  const start = text.slice(0, 200).trimStart();
  if (start.startsWith('<?xml')) return 'xml';
  return language === 'css' || /^<(?:!doctype\s+html|html)\b/i.test(start) ? 'html' : 'xml';
}
