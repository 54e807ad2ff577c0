import { t } from '../../../../base/l10n.ts';
import { pushAll } from '../../../../base/lists.ts';
import type { Range } from '../../../../base/text/text.ts';
import type { Diagnostic, DiagnosticId } from '../../../diagnostic.ts';
import type { CodeAction, TextEdit } from '../../../edit.ts';
import type { FileView } from '../../../workspace/fileView.ts';
import { blockAt } from '../../navigation/placeholders.ts';
import { diagnostics, diagnosticsIn } from '../diagnostics.ts';
import { fitToApi } from './apiFixes.ts';
import { define, fallBack } from './define.ts';
import type { Fixer } from './fixer.ts';
import { closeScript, deleteHeader, removeLine, repairHeaderLine, unindentDefinition } from './lineFixes.ts';
import { escapeBraces, escapeForJson, trimValue } from './placeholderFixes.ts';
import { addBoundary, addContentType, createFile, dropFragment, dropVersion, sendAsPost } from './requestFixes.ts';
import { moveToSecrets } from './secretFixes.ts';
import { chooseEnvironment, fetchDocument, sendFirst } from './sendFixes.ts';
import { nameDynamic, nameFilter, replace, replaceStep } from './suggestion.ts';

const fixers: Partial<Record<DiagnosticId, readonly Fixer[]>> = {
  'not-a-header': [repairHeaderLine],
  'unclosed-script': [closeScript],
  'unknown-directive': [replace],
  'definition-name': [unindentDefinition],
  assertion: [replace],
  'method-case': [replace],
  version: [dropVersion],
  'not-a-placeholder': [replace, escapeBraces],
  'undefined-variable': [replaceStep, chooseEnvironment, define, fallBack],
  'undefined-until-sent': [sendFirst, fallBack],
  'missing-property': [replaceStep, fallBack],
  'index-out-of-range': [replaceStep, fallBack],
  'unknown-dynamic': [nameDynamic],
  'unknown-filter': [nameFilter],
  fragment: [dropFragment],
  'json-body': [escapeForJson],
  'header-value': [trimValue],
  'body-framing': [deleteHeader],
  'request-setting': [addBoundary],
  'unexpected-body': [sendAsPost],
  'missing-content-type': [addContentType],
  'missing-file': [createFile],
  'unknown-operation': [fitToApi],
  'api-parameter': [fitToApi],
  'api-body': [fitToApi],
  'openapi-document': [fetchDocument],
  'unknown-ref': [replace],
  'ref-cycle': [removeLine],
  'header-typo': [replace],
  'duplicate-variable': [removeLine],
  'unused-variable': [removeLine],
  'possible-secret': [moveToSecrets],
};

/** Quick fixes for the diagnostics that touch a range, in their order; for each, the most likely first. */
export const quickFixes = (view: FileView, range: Range): readonly CodeAction[] =>
  diagnosticsIn(view, range).flatMap((d) => fixesOf(view, d));

/** The quick fixes of one diagnostic, the most likely first. */
export const fixesOf = (view: FileView, diagnostic: Diagnostic): readonly CodeAction[] => {
  const input = { view, diagnostic, block: blockAt(view.tree, diagnostic.range.start) };
  return (fixers[diagnostic.id] ?? []).flatMap((fixer) => Array.from(fixer(input)));
};

/** Diagnostics whose first fix cannot change what the user meant. */
const safe: ReadonlySet<DiagnosticId> = new Set(['method-case', 'json-body', 'fragment']);

/** One action for all safe fixes: methods in upper case, JSON escapes, fragments that are not sent. */
export function fixAll(view: FileView): CodeAction | undefined {
  const edits: TextEdit[] = [];
  for (const d of diagnostics(view)) {
    // `GETT` may be a custom method.
    if (!safe.has(d.id) || (d.id === 'method-case' && d.severity !== 'hint')) continue;
    const [first] = fixesOf(view, d);
    for (const { edits: more } of first?.edits ?? []) pushAll(edits, more);
  }
  return edits.length === 0
    ? undefined
    : { title: t('Fix all auto-fixable problems'), kind: 'source', edits: [{ file: view.file, edits }] };
}
