import { pushAll } from '../../../base/lists.ts';
import { movedRange, type Range } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic, type Severity } from '../../diagnostic.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { cacheFindings } from '../../incremental/findings.ts';
import { blockAt } from '../navigation/placeholders.ts';
import { occurrenceSteps } from '../navigation/occurrences.ts';
import { isSentFirst } from '../navigation/sentFirst.ts';
import { apiDocuments } from './apiDocuments.ts';
import { apiRequest } from './apiRequest.ts';
import { auth } from './authProblems.ts';
import { bodyFraming } from './bodyFraming.ts';
import { dataFiles } from './dataFileProblems.ts';
import { duplicateNames } from './duplicateNames.ts';
import { graphqlProblems, graphqlSchemas } from './graphqlProblems.ts';
import { headerTypo } from './headerTypo.ts';
import { invalidJson } from './invalidJson.ts';
import { keptEvents } from './keptEvents.ts';
import { knownRequest, type KnownRequest } from './knownRequest.ts';
import { missingContentType } from './missingContentType.ts';
import { missingFile } from './missingFile.ts';
import { notPlaceholders } from './notPlaceholders.ts';
import { possibleSecret } from './possibleSecret.ts';
import { refs } from './unknownRefs.ts';
import type { BlockRule, FileRule } from './rules.ts';
import { schemaFiles } from './schemaFiles.ts';
import { scriptSyntax } from './scriptSyntax.ts';
import { shadowed } from './shadowed.ts';
import { unexpectedBody } from './unexpectedBody.ts';
import { unresolved } from './unresolvedPlaceholders.ts';
import { unsendable } from './unsendable.ts';
import { variables } from './unusedVariables.ts';

const blockRules: readonly BlockRule[] = [
  auth,
  notPlaceholders,
  unresolved,
  unsendable,
  bodyFraming,
  invalidJson,
  headerTypo,
  unexpectedBody,
  missingContentType,
  possibleSecret,
  scriptSyntax,
  keptEvents,
  apiRequest,
  graphqlProblems,
];

const fileRules: readonly FileRule[] = [
  refs,
  missingFile,
  dataFiles,
  graphqlSchemas,
  schemaFiles,
  apiDocuments,
  duplicateNames,
  variables,
  shadowed,
];

/** Rules that report at most warnings. */
const mildRules: ReadonlySet<BlockRule | FileRule> = new Set<BlockRule | FileRule>([
  notPlaceholders,
  invalidJson,
  headerTypo,
  unexpectedBody,
  missingContentType,
  possibleSecret,
  keptEvents,
  duplicateNames,
  variables,
  shadowed,
]);
const graveRules = blockRules.filter((rule) => !mildRules.has(rule));

/** Diagnostics of a file that are known before sending: syntax errors, then the rules for blocks and the rules for the file. */
export const diagnostics = (view: FileView): readonly Diagnostic[] => atOnce(steps(view));

/** The errors of a file. Skips rules that report none, and caches nothing: for a file that is checked once. */
export function errorsOf(view: FileView): readonly Diagnostic[] {
  const found: Diagnostic[] = [...view.tree.diagnostics];
  for (const block of view.tree.blocks)
    for (const d of ofBlock(view, block, graveRules)) if (d.severity === 'error' && !isBrought(view, d)) found.push(d);
  for (const rule of fileRules) if (!mildRules.has(rule)) for (const d of rule(view)) found.push(d);
  return found.filter((d) => d.severity === 'error');
}

/** Yields between the rules. */
function* steps(view: FileView, hintAt: (range: Range) => boolean = () => true): Generator<void, readonly Diagnostic[]> {
  const isKept = ({ severity, range }: Diagnostic): boolean => severity !== 'hint' || hintAt(range);
  const found: Diagnostic[] = [...view.tree.diagnostics];
  for (const d of ofBlocks.of(view)) if (isKept(d) && !isBrought(view, d)) found.push(d);
  for (const rule of fileRules) {
    yield;
    for (const d of rule(view)) if (isKept(d)) found.push(d);
  }
  return found;
}

function atOnce<T>(work: Iterator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

/** Whether a request that is sent first provides the value. Not cached with the block's findings, because it depends on other requests. */
const isBrought = (view: FileView, { id, needs, range }: Diagnostic): boolean =>
  id === 'undefined-until-sent' && needs !== undefined && isSentFirst(view, blockAt(view.tree, range.start), needs);

/** Shared files that are ignored. Reported here because they may not be open in an editor. */
const ignoredFiles = ({ collection, display }: FileView): readonly Diagnostic[] =>
  collection.ignored.map(({ file, why }) =>
    diagnostic('ignored-file', 'warning', { start: 0, end: 0 }, `${display(file)} is ignored: ${why}.`),
  );

/** Limit of diagnostics per file in an editor. VS Code shows no more. */
const mostShown = 1000;

const severities: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** Diagnostics of a file for an editor. Above the limit: the most severe ones, and a note that there are more. */
export const shownDiagnostics = (view: FileView): readonly Diagnostic[] => atOnce(shownSteps(view));

function* shownSteps(view: FileView, hintAt?: (range: Range) => boolean): Generator<void, readonly Diagnostic[]> {
  const found = [...ignoredFiles(view), ...(yield* steps(view, hintAt))];
  if (found.length <= mostShown) return found;
  const gravest = severities.flatMap((severity) => found.filter((d) => d.severity === severity)).slice(0, mostShown - 1);
  const message = 'This file has more problems than are shown. Run req check to list them all.';
  return [...gravest, diagnostic('more-problems', 'information', { start: 0, end: 0 }, message)];
}

/**
 * The same as `shownDiagnostics`, computed block by block and rule by rule; yields after each.
 * @param hintAt excludes hints at other ranges
 */
export function* diagnosticSteps(view: FileView, hintAt?: (range: Range) => boolean): Generator<void, readonly Diagnostic[]> {
  yield* occurrenceSteps(view.tree);
  yield* ofBlocks.steps(view);
  return yield* shownSteps(view, hintAt);
}

/** The diagnostics of a file that touch a range. Block rules run only for the blocks there. */
export function diagnosticsIn(view: FileView, range: Range): readonly Diagnostic[] {
  const touches = (r: Range): boolean => r.start <= range.end && range.start <= r.end;
  const found: Diagnostic[] = [...view.tree.diagnostics];
  for (const block of view.tree.blocks)
    if (touches(block.range))
      pushAll(
        found,
        ofBlock(view, block, blockRules).filter((d) => !isBrought(view, d)),
      );
  for (const rule of fileRules) pushAll(found, rule(view));
  return found.filter((d) => touches(d.range));
}

const ofBlocks = cacheFindings((view: FileView, block: Block) => ofBlock(view, block, blockRules), {
  move: (d, by) => ({ ...d, range: movedRange(d.range, by) }),
  // Messages contain line numbers.
  hasLines: true,
});

function ofBlock(view: FileView, block: Block, rules: readonly BlockRule[]): readonly Diagnostic[] {
  let looking: PreviewContext | undefined;
  const look = (): PreviewContext => (looking ??= view.look(block));
  let made: { readonly request: KnownRequest | undefined } | undefined;
  const request = (): KnownRequest | undefined => (made ??= { request: knownRequest(view, block, look) }).request;
  const found: Diagnostic[] = [];
  for (const rule of rules) pushAll(found, rule({ view, block, look, request }));
  return found;
}
