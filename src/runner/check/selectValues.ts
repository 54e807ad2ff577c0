import { valuesAt } from '../../base/jsonPath/valueTree.ts';
import { isArrayValue, type Value } from '../../base/values/value.ts';
import type { AssertedQuery } from '../../language/index.ts';
import { isQuick } from './patternCost.ts';
import { cutText } from './shownValue.ts';

type Selected = { readonly found: true; readonly value: Value } | { readonly found: false; readonly why: string };

/** Ends the evaluation of a query at a pattern that may be slow. */
class SlowPattern {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** The value that a JSONPath selects: a list, unless the path can select one value only. */
export function selectValues({ query, text: path, isSingular }: AssertedQuery, root: Value): Selected {
  try {
    const values = valuesAt(query, root, (pattern, text) => {
      if (isQuick(pattern, text.length)) return pattern.test(text);
      throw new SlowPattern(pattern.source);
    });
    if (!isSingular) return { found: true, value: values };
    const value = values.at(-1);
    return value === undefined ? { found: false, why: `nothing is at ${path}` } : { found: true, value };
  } catch (e) {
    if (!(e instanceof SlowPattern)) throw e;
    const why = `the regular expression ${cutText(e.source)} in ${path} may be too slow`;
    return { found: false, why: `${why}: avoid repeated groups, or use the operator matches` };
  }
}

/** Whether a subject exists: a path that can select several values must select one. */
export const isThere = (
  found: { readonly found: true; readonly value: Value } | { readonly found: false },
  query: AssertedQuery | undefined,
): boolean => found.found && !(query?.isSingular === false && isArrayValue(found.value) && found.value.length === 0);
