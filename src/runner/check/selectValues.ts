import type { EvaluationPorts } from '../../base/jsonPath/evaluatePath.ts';
import { longestPattern } from '../../base/jsonPath/iRegexp.ts';
import { visitValues } from '../../base/jsonPath/valueTree.ts';
import { ReqError } from '../../base/reqError.ts';
import { isArrayValue, type Value } from '../../base/values/value.ts';
import type { AssertedQuery } from '../../language/index.ts';
import { isQuick } from './patternCost.ts';
import type { QueryLimit } from './queryLimit.ts';
import { cutText } from './shownValue.ts';

type Selected = { readonly found: true; readonly value: Value } | { readonly found: false; readonly why: string };

/** Maximum values that a path may select. */
const mostValues = 1_000_000;

export const advice = 'Use a path with fewer .. and *.';

export const takesTooLong = (path: string, limit: string): ReqError =>
  new ReqError('limit', `the path ${path} takes longer than ${limit}. ${advice}`);

/**
 * The value that a JSONPath selects: a list, unless the path can only select one value.
 * @param read called for each value that a filter compares
 * @throws {ReqError} `limit` for a path that takes too long or selects too many values
 */
export function selectValues(
  { query, text: path, isSingular }: AssertedQuery,
  root: Value,
  limit: QueryLimit,
  read?: (value: Value) => Value,
): Selected {
  const values: Value[] = [];
  const ports: EvaluationPorts = {
    goOn() {
      if (limit.isOver()) throw takesTooLong(path, limit.text);
      return true;
    },
    test(pattern, text) {
      if (isQuick(pattern, text.length)) return pattern.test(text);
      const why = `the regular expression ${cutText(pattern.source)} in ${path} may be too slow`;
      throw new ReqError('limit', `${why}: avoid repeated groups, or use the operator matches`);
    },
    tooLong() {
      const most = longestPattern.toLocaleString('en');
      throw new ReqError('limit', `a regular expression in ${path} is longer than ${most} characters: use a shorter one`);
    },
  };
  try {
    const visit = (value: Value): void => {
      if (values.length >= mostValues)
        throw new ReqError('limit', `the path ${path} selects more than ${mostValues.toLocaleString('en')} values. ${advice}`);
      values.push(value);
    };
    visitValues(query, root, ports, visit, read);
  } catch (e) {
    // The stack is exhausted.
    if (e instanceof RangeError) throw new ReqError('limit', `${path} cannot be evaluated: the value is nested too deeply. ${advice}`);
    throw e;
  }
  if (!isSingular) return { found: true, value: values };
  const value = values.at(-1);
  return value === undefined ? { found: false, why: `nothing is at ${path}` } : { found: true, value };
}

/** Whether a subject exists: a path that can select several values must select at least one. */
export const isThere = (
  found: { readonly found: true; readonly value: Value } | { readonly found: false },
  query: AssertedQuery | undefined,
): boolean => found.found && !(query?.isSingular === false && isArrayValue(found.value) && found.value.length === 0);
