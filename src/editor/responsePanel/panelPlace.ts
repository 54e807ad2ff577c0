import * as vscode from 'vscode';
import { panelType, reportScheme, runPanelType } from '../commands/contributions.ts';
import type { PanelPlace } from '../world/settings.ts';

/** The column with a response, a run's summary or a report; else the column beside the editor. */
export function columnOfResults(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(({ input }) => isResult(input)));
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

function isResult(input: unknown): boolean {
  // VS Code puts a prefix before the type.
  if (input instanceof vscode.TabInputWebview) return input.viewType.endsWith(panelType) || input.viewType.endsWith(runPanelType);
  return input instanceof vscode.TabInputText && input.uri.scheme === reportScheme;
}

const moves = { below: 'workbench.action.moveEditorToBelowGroup', window: 'workbench.action.moveEditorToNewWindow' } as const;

/** The column in which a panel is created. VS Code cannot create one below or in a new window, so those are moved afterwards. */
export const firstColumn = (place: PanelPlace): vscode.ViewColumn => (place === 'beside' ? columnOfResults() : vscode.ViewColumn.Active);

/**
 * Moves a panel that was opened with focus, then restores the focus.
 * @param editor the editor to focus; undefined leaves the focus in the panel
 */
export async function movePanel(
  panel: vscode.WebviewPanel,
  place: 'below' | 'window',
  editor: vscode.TextEditor | undefined,
): Promise<void> {
  if (!(await isInFront(panel))) return;
  await vscode.commands.executeCommand(moves[place]);
  if (editor === undefined) return;
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.One });
}

/** Waits until the panel is the active editor, because only the active editor can be moved. False if it was closed. */
function isInFront(panel: vscode.WebviewPanel): Promise<boolean> {
  const isThere = (): boolean => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelType);
  };
  return new Promise((resolve) => {
    const end = (there: boolean): void => {
      for (const d of listening) d.dispose();
      resolve(there);
    };
    const listening = [
      vscode.window.tabGroups.onDidChangeTabs(() => isThere() && end(true)),
      vscode.window.tabGroups.onDidChangeTabGroups(() => isThere() && end(true)),
      panel.onDidDispose(() => end(false)),
    ];
    if (isThere()) end(true);
  });
}
