import type { Range } from '../../../base/text.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { Looking } from '../../semantics/lookOnly.ts';
import { movedRange } from '../../syntax/movedBlock.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { rememberPerBlock } from '../memory/rememberPerBlock.ts';
import { auth } from './auth.ts';
import { duplicateNames } from './duplicateNames.ts';
import { headerTypo } from './headerTypo.ts';
import { invalidJson } from './invalidJson.ts';
import { knownRequest, type KnownRequest } from './knownRequest.ts';
import { missingContentType } from './missingContentType.ts';
import { missingFile } from './missingFile.ts';
import { notPlaceholders } from './notPlaceholders.ts';
import { possibleSecret } from './possibleSecret.ts';
import { refs } from './refs.ts';
import type { BlockRule, FileRule } from './rules.ts';
import { shadowed } from './shadowed.ts';
import { unexpectedBody } from './unexpectedBody.ts';
import { unresolved } from './unresolved.ts';
import { unsendable } from './unsendable.ts';
import { variables } from './variables.ts';

const blockRules: readonly BlockRule[] = [
  auth,
  notPlaceholders,
  unresolved,
  unsendable,
  invalidJson,
  headerTypo,
  unexpectedBody,
  missingContentType,
  possibleSecret,
];

const fileRules: readonly FileRule[] = [refs, missingFile, duplicateNames, variables, shadowed];

/** What is known to be wrong with a file before anything is sent: its syntax, then what each rule says, block by block. */
export function diagnostics(view: FileView): readonly Diagnostic[] {
  const found: Diagnostic[] = [...view.tree.diagnostics];
  for (const d of ofBlocks(view)) found.push(d);
  for (const rule of fileRules) found.push(...rule(view));
  return found;
}

/** The diagnostics of a file that touch a range. Only the blocks there are looked at. */
export function diagnosticsIn(view: FileView, range: Range): readonly Diagnostic[] {
  const touches = (r: Range): boolean => r.start <= range.end && range.start <= r.end;
  const found: Diagnostic[] = [...view.tree.diagnostics];
  for (const block of view.tree.blocks) if (touches(block.range)) found.push(...ofBlock(view, block));
  for (const rule of fileRules) found.push(...rule(view));
  return found.filter((d) => touches(d.range));
}

const ofBlocks = rememberPerBlock<Diagnostic>({
  find: ofBlock,
  move: (d, by) => ({ ...d, range: movedRange(d.range, by) }),
  tellsLines: true,
});

function ofBlock(view: FileView, block: Block): readonly Diagnostic[] {
  let looking: Looking | undefined;
  const look = (): Looking => (looking ??= view.look(block));
  let made: { readonly request: KnownRequest | undefined } | undefined;
  const request = (): KnownRequest | undefined => (made ??= { request: knownRequest(view, block, look) }).request;
  const found: Diagnostic[] = [];
  for (const rule of blockRules) found.push(...rule({ view, block, look, request }));
  return found;
}
