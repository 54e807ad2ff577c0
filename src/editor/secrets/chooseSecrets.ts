import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';

/** Of a text that is about to be copied, as it is and masked, the one that a person wants; not asked where both are the same. */
export async function chooseSecrets(
  title: string,
  plain: string,
  masked: string,
  instead = t('Copy with ••• instead'),
): Promise<string | undefined> {
  if (masked === plain) return plain;
  const withSecrets = t('Copy with Secrets');
  const answer = await vscode.window.showQuickPick([instead, withSecrets], { title, placeHolder: t('What shall be copied?') });
  if (answer === undefined) return undefined;
  return answer === instead ? masked : plain;
}
