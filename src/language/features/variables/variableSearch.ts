import { visibleText } from '../../../base/text/visible.ts';
import type { Value } from '../../../base/values/value.ts';
import { holdsText, membersIn, type ValuePart } from './valueParts.ts';
import type { ListedVariable, VariableGroup, VariableList } from './variableList.ts';
import { originText } from './originText.ts';

/** Characters to each side of a match that are masked with it. */
const around = 200;

/** Whether a value contains a text as it is shown. Masked text does not match. */
export function valueHolds(value: Value, query: string, list: Pick<VariableList, 'mask' | 'reach'>): boolean {
  const lowerCase = query.toLowerCase();
  return holdsText(value, lowerCase, (text) => {
    const at = text.toLowerCase().indexOf(lowerCase);
    const margin = around + list.reach;
    return list
      .mask(text.slice(Math.max(0, at - margin), at + query.length + margin))
      .toLowerCase()
      .includes(lowerCase);
  });
}

const mostFound = 200;

export function partsHolding(value: Value, query: string, list: Pick<VariableList, 'mask' | 'reach'>): readonly ValuePart[] {
  const found: ValuePart[] = [];
  for (const part of membersIn(value)) {
    if (found.length >= mostFound) break;
    const isNamed = typeof part.key === 'string' && valueHolds(part.key, query, list);
    if (isNamed || valueHolds(part.value, query, list)) found.push(part);
  }
  return found;
}

/** Whether a variable's name or origin contains a text. */
export function namesText(variable: ListedVariable, query: string, list: VariableList): boolean {
  const lowerCase = query.toLowerCase();
  return [visibleText(variable.name), originText(variable.origin, list.view)].some((text) => text.toLowerCase().includes(lowerCase));
}

/** Groups with the variables that match a filter by name, origin or value, ignoring case. */
export function filterGroups(list: VariableList, query: string): readonly VariableGroup[] {
  if (query === '') return list.groups;
  return list.groups.flatMap((group) => {
    const variables = group.variables.filter((v) => {
      if (namesText(v, query, list)) return true;
      const result = v.secret ? undefined : v.value();
      return result?.ok === true && valueHolds(result.value, query, list);
    });
    return variables.length === 0 ? [] : [{ ...group, variables }];
  });
}
