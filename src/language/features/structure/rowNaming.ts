import { createMask } from '../../../base/masks/mask.ts';
import type { RowNaming } from '../../semantics/data/dataOf.ts';
import { secretTexts } from '../../semantics/variables/secrets/secretTexts.ts';
import { secretNamed } from '../diagnostics/secretNames.ts';
import type { DocumentTree } from '../../syntax/nodes.ts';
import type { Collection } from '../../workspace/collection.ts';
import { secretNamesOf } from './requestTurns.ts';

interface FileOfRun {
  readonly tree: DocumentTree;
  readonly collection: Collection;
}

/**
 * How to name data rows for files: without the columns of `@secret`, and with the values of private environment files masked.
 * @param secrets other secrets; the set may grow
 */
export function rowNaming(files: readonly FileOfRun[], secrets: ReadonlySet<string>): RowNaming {
  let names: ReadonlySet<string> | undefined;
  let ofEnvironments: ReadonlySet<string> | undefined;
  return {
    isHidden: (column) => (names ??= secretNamesOf(files)).has(column) || secretNamed(column),
    mask: (text) => createMask((ofEnvironments ??= privateTexts(files)))(createMask(secrets)(text)),
  };
}

/** All values in the private environment files around files, as texts. */
function privateTexts(files: readonly FileOfRun[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const environmentFile of new Set(files.flatMap(({ collection }) => collection.environmentFiles))) {
    if (!environmentFile.private) continue;
    for (const variables of environmentFile.environments.values())
      for (const { value } of variables.values()) for (const text of secretTexts(value)) texts.add(text);
  }
  return texts;
}
