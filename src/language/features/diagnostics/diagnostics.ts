import type { Diagnostic } from '../../diagnostic.ts';
import type { Looking } from '../../semantics/lookOnly.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { brokenJson } from './brokenJson.ts';
import { notPlaceholders } from './notPlaceholders.ts';
import type { BlockRule, FileRule } from './rules.ts';
import { unresolved } from './unresolved.ts';

const blockRules: readonly BlockRule[] = [notPlaceholders, unresolved, brokenJson];

const fileRules: readonly FileRule[] = [];

/** What is known to be wrong with a file before anything is sent: its syntax, then what each rule says, block by block. */
export function diagnostics(view: FileView): readonly Diagnostic[] {
  const found: Diagnostic[] = [...view.tree.diagnostics];
  for (const block of view.tree.blocks) {
    let looking: Looking | undefined;
    const look = (): Looking => (looking ??= view.look(block));
    for (const rule of blockRules) found.push(...rule({ view, block, look }));
  }
  for (const rule of fileRules) found.push(...rule(view));
  return found;
}
