import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';

/** Whether the workspace is trusted. If not, shows `refusal` with a button to manage trust. */
export async function trustedOr(refusal: string): Promise<boolean> {
  if (!vscode.workspace.isTrusted) {
    const manage = t('Manage Workspace Trust');
    if ((await vscode.window.showWarningMessage(refusal, manage)) === manage)
      await vscode.commands.executeCommand('workbench.trust.manage');
  }
  return vscode.workspace.isTrusted;
}
