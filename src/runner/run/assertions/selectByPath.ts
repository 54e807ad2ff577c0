import { isReqError } from '../../../base/reqError.ts';
import { valueToJson } from '../../../base/values/value.ts';
import type { AssertedQuery } from '../../../language/index.ts';
import type { SelectedValue } from '../../check/assertedResponse.ts';
import type { PathReader } from '../../check/pathReader.ts';
import type { QueryLimit } from '../../check/queryLimit.ts';
import { selectValues } from '../../check/selectValues.ts';
import { valueBeforeQuery, type PathSubject } from '../../check/subjectValue.ts';
import { isLarge } from '../values/atLength.ts';
import type { Selecting, Step } from './selectNodes.ts';

/** Milliseconds on this thread, which can neither be cancelled nor do other work meanwhile. */
const quickMs = 20;

/**
 * Evaluates the JSONPath of an assertion or a capture that can select several values. Such a path may take years on a short text, so only
 * its first milliseconds run on this thread. A path in a large body is evaluated where it is read: another thread would need a copy.
 * @throws {ReqError} `cancelled`
 */
export async function selectByPath(
  { subject }: Step,
  { response, body, paths, timeMs, signal }: Selecting & { readonly paths: PathReader },
): Promise<void> {
  if (subject?.kind !== 'path' || isLarge(response.size)) return;
  const { query } = subject;
  if (query === undefined || query.isSingular || response.selected.has(query)) return;
  try {
    response.selected.set(query, await selected(subject, query));
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    response.selected.set(query, e);
  }

  async function selected(of: PathSubject, by: AssertedQuery): Promise<SelectedValue> {
    const before = valueBeforeQuery(of, response, body);
    if (!before.found) return before;
    const limit = quickLimit();
    try {
      return selectValues(by, before.value, limit);
    } catch (e) {
      if (!limit.wasOver()) throw e;
    }
    return { found: true, value: await paths.select(by, valueToJson(before.value), timeMs, signal) };
  }
}

function quickLimit(): QueryLimit & { readonly wasOver: () => boolean } {
  let wasOver = false;
  const end = performance.now() + quickMs;
  return { text: '', isOver: () => (wasOver ||= performance.now() > end), wasOver: () => wasOver };
}
