import type { Value } from '../../../base/values/value.ts';
import type { Filter } from '../../syntax/template.ts';
import { applyFilter, filters as knownFilters } from './filters.ts';
import { measureOf, tooLong } from './valueLimits.ts';
import * as problems from '../variables/placeholderProblems.ts';
import { refuse, Unresolved } from '../variables/unresolved.ts';

/**
 * Applies a filter of a placeholder.
 * @throws Unresolved for an unknown filter, or a value that is too long
 */
export function filtered(f: Filter, value: Value, inString: boolean): Value {
  refuse(tooLong(measureOf(value).characters));
  if (f.name === 'default' && f.argument === undefined) throw new Unresolved(problems.defaultWithoutText);
  const result = applyFilter(f.name, value, inString);
  if (result === undefined) {
    const names = knownFilters.map((k) => k.name);
    throw new Unresolved(problems.unknownFilter(f.name, names));
  }
  return result;
}
