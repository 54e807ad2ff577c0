import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { hiddenAt } from '../../language/onDemand.ts';
import { toOffset } from '../providers/vscodeRanges.ts';
import { uriOf } from '../world/editorFiles.ts';
import { requestTextAt } from '../providers/fencedDocuments.ts';
import { openCollection } from '../commands/openCollection.ts';
import type { Runs } from '../sending/runs.ts';
import type { HiddenValue, SecretParts } from './index.ts';
import type { SecretStore } from './secretStore.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

/** What of the editor the commands for secrets need. */
interface Around {
  readonly secrets: SecretStore;
  readonly surroundings: Surroundings;
  readonly runs: Runs;
}

/** What the commands for secrets work with. */
export const secretPartsOf = ({ secrets, surroundings, runs }: Around): SecretParts => ({
  secrets,
  collection: () => openCollection(surroundings),
  valueAtCursor: () => valueAtCursor(surroundings, runs),
  display: (folder) => vscode.workspace.asRelativePath(uriOf(folder)),
});

/** The value that a send would find at the cursor; undefined where none is meant there. */
async function valueAtCursor(surroundings: Surroundings, runs: Runs): Promise<HiddenValue | undefined> {
  const editor = vscode.window.activeTextEditor;
  const text = editor === undefined ? undefined : requestTextAt(editor.document, editor.selection.active.line);
  if (editor === undefined || text === undefined) return undefined;
  const known = await surroundings.know(text);
  const found = hiddenAt(known, toOffset(known.tree, editor.selection.active));
  if (found === undefined) return undefined;
  const name = found.placeholder.text.replace(/^\{\{\s*|\s*\}\}$/g, '');
  // Environments are not read there, and `.env` is none either.
  if (!vscode.workspace.isTrusted) return { name, value: { ok: false, message: t('values are read when this workspace is trusted') } };
  return { name, value: await runs.valueOf(known, found) };
}
