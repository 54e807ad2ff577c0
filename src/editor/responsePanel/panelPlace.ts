import * as vscode from 'vscode';
import { panelType, reportScheme, runPanelType } from '../commands/contributions.ts';
import { panelPlaceOf, type PanelPlace } from '../world/settings.ts';

/** Open panels that were created beside nothing, in a window without tabs. Files that are opened later share their column. */
const alone = new Set<vscode.WebviewPanel>();

/** Has to be called before the panel is created. */
export const isWindowEmpty = (): boolean => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);

export function openedAlone(panel: vscode.WebviewPanel): void {
  alone.add(panel);
  panel.onDidDispose(() => alone.delete(panel));
}

/** Shows an open panel where it is; beside the editor if it was opened alone and the editor covers it. */
export function revealPanel(panel: vscode.WebviewPanel, preserveFocus: boolean): void {
  const isCovered = alone.has(panel) && panel.viewColumn === coveredColumn();
  panel.reveal(isCovered ? columnOfResults() : undefined, preserveFocus);
}

/** The column with a response, a run's summary or a report; else the column beside the editor. */
export function columnOfResults(): vscode.ViewColumn {
  const covered = coveredColumn();
  const group = vscode.window.tabGroups.all.find(
    ({ tabs, viewColumn }) => viewColumn !== covered && tabs.some(({ input }) => isResult(input)),
  );
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The column for a file that a result leads to: where it is open, else the first that has more than results, else one beside them. */
export function columnOfFile(uri: vscode.Uri): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all;
  const isIts = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  const group =
    groups.find(({ tabs }) => tabs.some(isIts)) ??
    groups.find(({ tabs }) => tabs.length === 0 || tabs.some(({ input }) => !isResult(input)));
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The column in which the user works in a file above a panel that was opened alone. A result there would hide the file. */
function coveredColumn(): vscode.ViewColumn | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme === reportScheme || panelPlaceOf() !== 'beside') return undefined;
  return [...alone].find(({ viewColumn, visible }) => !visible && viewColumn === editor.viewColumn)?.viewColumn;
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
