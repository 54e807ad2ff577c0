import { filterGroups, namesText, partsHolding, partsOf, rangesOf } from '../../language/onDemand.ts';
import type { ValuePart, VariableGroup } from '../../language/onDemand.ts';
import type { ListedCollection, Part, VariableNode } from './treeNodes.ts';

/** Variables of a group that is not divided into ranges. */
const mostVariables = 1000;

export function rootNodes(all: readonly ListedCollection[]): readonly VariableNode[] {
  return all.map((of) => ({ kind: 'collection', id: of.root, parent: undefined, of }));
}

export function childrenOf(node: VariableNode, query: string): readonly VariableNode[] {
  const { of } = node;
  switch (node.kind) {
    case 'collection':
      return filterGroups(of.list, query).map((group) => ({
        kind: 'group',
        id: `${node.id}\0${group.kind}\0${group.file ?? ''}`,
        parent: node,
        of,
        group,
      }));
    case 'group': {
      const ranges = rangesOf({ start: 0, end: node.group.variables.length }, mostVariables);
      if (ranges === undefined) return variablesIn(node, node.group, 0, node.group.variables.length);
      return ranges.map((range) => ({ kind: 'variables', id: `${node.id}\0${range.start}`, parent: node, of, group: node.group, range }));
    }
    case 'variables': {
      const { start, end } = node.range;
      return variablesIn(node, node.group, start, end);
    }
    case 'variable': {
      const { variable, group, found } = node;
      const result = variable.secret ? undefined : variable.value();
      const parts = result?.ok === true ? partsBelow(node, { variable, path: [], value: result.value }, found ? query : '') : [];
      const hidden = variable.hides.map((v, i): VariableNode => ({
        kind: 'variable',
        id: `${node.id}\0hides ${i}`,
        parent: node,
        of,
        group,
        variable: v,
        found: false,
      }));
      return [...parts, ...hidden];
    }
    case 'value':
      return partsBelow(node, node, node.found ? query : '');
    case 'range':
      return partsOf(node.value, node.range).map((part) => partNode(node, node, part, false));
  }

  function variablesIn(parent: VariableNode, group: VariableGroup, start: number, end: number): readonly VariableNode[] {
    // A file may define a name for several environments, and ids of rows are unique.
    const occurrences = new Map<string, number>();
    return group.variables.slice(start, end).map((variable) => {
      const nth = occurrences.get(variable.name) ?? 0;
      occurrences.set(variable.name, nth + 1);
      const found = query !== '' && !namesText(variable, query, of.list);
      return { kind: 'variable', id: `${parent.id}\0${nth} ${variable.name}`, parent, of, group, variable, found };
    });
  }
}

function partsBelow(parent: VariableNode, part: Part, query: string): readonly VariableNode[] {
  const parts = query === '' ? partsOf(part.value) : partsHolding(part.value, query, parent.of.list);
  return parts.map((p) => partNode(parent, part, p, query !== ''));
}

function partNode(parent: VariableNode, { variable, path, value }: Part, part: ValuePart, found: boolean): VariableNode {
  const { of } = parent;
  if (part.kind === 'range') {
    const { start, end } = part;
    return { kind: 'range', id: `${parent.id}\0${start}–${end}`, parent, of, variable, path, value, range: { start, end } };
  }
  return { kind: 'value', id: `${parent.id}\0.${part.key}`, parent, of, variable, path: [...path, part.key], value: part.value, found };
}
