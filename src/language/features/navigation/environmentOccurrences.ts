import { pushAll } from '../../../base/lists.ts';
import type { JsonNode } from '../../../base/json/json.ts';
import { isSecurity } from '../../semantics/auth/isSecurity.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import { parseTemplate } from '../../syntax/template.ts';
import { unescape } from '../../syntax/unescape.ts';
import { readings, type Occurrence } from './occurrences.ts';

const indexes = new WeakMap<EnvironmentFile, ReadonlyMap<string, readonly Occurrence[]>>();

/** Occurrences of variables in an environment file, by name: keys of environments, and placeholders in values. Cached per file. */
export function environmentOccurrences(file: EnvironmentFile): ReadonlyMap<string, readonly Occurrence[]> {
  let index = indexes.get(file);
  if (index === undefined) indexes.set(file, (index = read(file)));
  return index;
}

function read(file: EnvironmentFile): ReadonlyMap<string, readonly Occurrence[]> {
  const index = new Map<string, Occurrence[]>();
  for (const o of inFile(file)) {
    const known = index.get(o.name);
    if (known === undefined) index.set(o.name, [o]);
    else known.push(o);
  }
  return index;
}

function* inFile({ root, text }: EnvironmentFile): Generator<Occurrence> {
  for (const environment of root?.members ?? []) {
    if (environment.value.kind !== 'object') continue;
    for (const { key, keyRange, value } of environment.value.members) {
      // Names with `$` are settings of the environment, not variables.
      if (key.startsWith('$')) continue;
      if (isSecurity(key, value)) {
        yield* inValue(value, text, '');
        continue;
      }
      const range = { start: keyRange.start + 1, end: keyRange.end - 1 };
      const escaped = text.slice(range.start, range.end) === key ? {} : { escaped: true as const };
      yield { kind: 'variable', name: key, range, role: 'definition', form: 'environment', environment: environment.key, ...escaped };
      yield* inValue(value, text, key);
    }
  }
}

function inValue(node: JsonNode, source: string, owner: string, found: Occurrence[] = []): readonly Occurrence[] {
  switch (node.kind) {
    case 'object':
      for (const m of node.members) inValue(m.value, source, owner, found);
      break;
    case 'array':
      for (const item of node.items) inValue(item, source, owner, found);
      break;
    case 'scalar': {
      if (typeof node.value !== 'string' || !node.value.includes('{{')) break;
      const { text, placeOf } = unescape(source, node.range.start + 1, node.range.end - 1);
      for (const part of parseTemplate(text).parts)
        if (part.kind === 'placeholder') pushAll(found, readings(part, { source, placeOf, owner }));
    }
  }
  return found;
}
