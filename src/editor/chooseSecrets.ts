import * as vscode from 'vscode';

const withSecrets = 'Copy with Secrets';
const hidden = 'Copy with ••• instead';

/** Of a text that is about to be copied, as it is and masked, the one that a person wants; not asked where both are the same. */
export async function chooseSecrets(title: string, plain: string, masked: string, instead = hidden): Promise<string | undefined> {
  if (masked === plain) return plain;
  const answer = await vscode.window.showQuickPick([instead, withSecrets], { title, placeHolder: 'What shall be copied?' });
  if (answer === undefined) return undefined;
  return answer === instead ? masked : plain;
}
