import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';

/** Returns the plain or the masked text, as the user chooses. No question if both are equal. */
export async function chooseSecrets(
  title: string,
  plain: string,
  masked: string,
  instead = t('Copy with ••• instead'),
): Promise<string | undefined> {
  if (masked === plain) return plain;
  const withSecrets = t('Copy with Secrets');
  const answer = await vscode.window.showQuickPick([instead, withSecrets], { title, placeHolder: t('Select what to copy') });
  if (answer === undefined) return undefined;
  return answer === instead ? masked : plain;
}
