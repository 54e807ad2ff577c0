import type { Range } from '../../../base/text/text.ts';
import type { CodeAction } from '../../edit.ts';
import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { extractVariable } from './extractVariable.ts';
import { headerActions } from './headerRefactorings.ts';
import { inlineVariable } from './inlineVariable.ts';
import { escapeForJson, markSecret } from './placeholderRefactorings.ts';
import { splitOrJoinQuery } from './queryRefactorings.ts';
import { requestFromUrl } from './requestFromUrl.ts';

type Refactoring = (view: FileView, range: Range) => readonly CodeAction[];

const refactorings: readonly Refactoring[] = [
  extractVariable,
  inlineVariable,
  splitOrJoinQuery,
  escapeForJson,
  markSecret,
  headerActions,
  requestFromUrl,
];

/** Refactorings for the selection or the cursor (an empty range). In a shared file only secrets can be marked. */
export const refactor = (view: FileView, range: Range): readonly CodeAction[] =>
  sharedKind(view.file) === undefined ? refactorings.flatMap((r) => r(view, range)) : markSecret(view, range);
