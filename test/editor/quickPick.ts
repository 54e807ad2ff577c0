import * as vscode from 'vscode';
import { until } from '../support/until.ts';

/** Runs a command that opens a quick pick, and accepts the first item. */
export async function acceptFirst(command: string, ...args: readonly unknown[]): Promise<void> {
  let over = false;
  const running = vscode.commands.executeCommand(command, ...args).then(() => (over = true));
  await until(`${command} is over`, async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return over;
  });
  await running;
}
