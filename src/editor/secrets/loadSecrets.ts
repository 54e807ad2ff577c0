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

interface Around {
  readonly secrets: SecretStore;
  readonly surroundings: Surroundings;
  readonly runs: Runs;
}

export const secretPartsOf = ({ secrets, surroundings, runs }: Around): SecretParts => ({
  secrets,
  collection: () => openCollection(surroundings),
  valueAtCursor: () => valueAtCursor(surroundings, runs),
  display: (folder) => vscode.workspace.asRelativePath(uriOf(folder)),
});

/** The value of the placeholder at the cursor, as a send would resolve it; undefined if no hidden value is there. */
async function valueAtCursor(surroundings: Surroundings, runs: Runs): Promise<HiddenValue | undefined> {
  const editor = vscode.window.activeTextEditor;
  const text = editor === undefined ? undefined : requestTextAt(editor.document, editor.selection.active.line);
  if (editor === undefined || text === undefined) return undefined;
  const known = await surroundings.know(text);
  const found = hiddenAt(known, toOffset(known.tree, editor.selection.active));
  if (found === undefined) return undefined;
  const name = found.placeholder.text.replace(/^\{\{\s*|\s*\}\}$/g, '');
  // Environments and `.env` are not read in an untrusted workspace.
  if (!vscode.workspace.isTrusted) return { name, value: { ok: false, message: t('values are read when this workspace is trusted') } };
  return { name, value: await runs.valueOf(known, found) };
}
