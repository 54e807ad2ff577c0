import { isReqError } from '../../../base/reqError.ts';
import { valueToJson } from '../../../base/values/value.ts';
import type { AssertedQuery } from '../../../language/index.ts';
import type { SelectedValue } from '../../check/assertedResponse.ts';
import { needsMemory, type PathReader } from '../../check/pathReader.ts';
import type { QueryLimit } from '../../check/queryLimit.ts';
import { selectValues } from '../../check/selectValues.ts';
import { valueBeforeQuery, type PathSubject } from '../../check/subjectValue.ts';
import type { Host } from '../../ports/host.ts';
import { isLarge } from '../values/atLength.ts';
import type { Selecting, Step } from './selectNodes.ts';

/** Milliseconds on this thread, which can neither be cancelled nor do other work meanwhile. A thread has to read a large body again. */
const quickMs = 20;
const quickOfLargeMs = 250;

/**
 * Evaluates the JSONPath of an assertion or a capture that can select several values. Such a path may take years on a short text, so only
 * its first milliseconds run on this thread. A path in a large body is evaluated later, where it is read, if Ctrl+C can end the process
 * then, or if a thread has too little memory for it.
 * @throws {ReqError} `cancelled`
 */
export async function selectByPath(
  { subject }: Step,
  { response, body, paths, host, timeMs, signal }: Selecting & { readonly paths: PathReader; readonly host: Pick<Host, 'busy'> },
): Promise<void> {
  const isOfLarge = isLarge(response.size);
  if (subject?.kind !== 'path' || (isOfLarge && host.busy !== undefined)) return;
  const { query } = subject;
  if (query === undefined || query.isSingular || response.selected.has(query)) return;
  try {
    const value = await selected(subject, query);
    if (value !== undefined) response.selected.set(query, value);
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    response.selected.set(query, e);
  }

  async function selected(of: PathSubject, by: AssertedQuery): Promise<SelectedValue | undefined> {
    const before = valueBeforeQuery(of, response, body);
    if (!before.found) return before;
    const limit = quickLimit(isOfLarge ? quickOfLargeMs : quickMs);
    try {
      return selectValues(by, before.value, limit);
    } catch (e) {
      if (!limit.wasOver()) throw e;
    }
    const json = of.root === 'body' && of.steps.length === 0 ? response.text : valueToJson(before.value);
    const value = await paths.select(by, json, timeMs, signal);
    if (value !== undefined) return { found: true, value };
    if (isOfLarge) return undefined;
    throw needsMemory(by.text);
  }
}

function quickLimit(ms: number): QueryLimit & { readonly wasOver: () => boolean } {
  let wasOver = false;
  const end = performance.now() + ms;
  return { text: '', isOver: () => (wasOver ||= performance.now() > end), wasOver: () => wasOver };
}
