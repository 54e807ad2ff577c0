import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { signOut } from '../sending/signIn.ts';
import type { Services } from '../services.ts';
import { folderName } from '../world/editorFiles.ts';

/** Deletes the tokens that the user selects, and tokens printed by programs. */
export async function forgetTokens({ tokens, runs }: Services): Promise<void> {
  const count = await signOut(tokens, folderName);
  if (count === undefined) return;
  await runs.forgetTokens();
  void vscode.window.showInformationMessage(
    count === 0 ? t('No tokens were deleted.') : counted(count, '{0} token was deleted.', '{0} tokens were deleted.'),
  );
}
