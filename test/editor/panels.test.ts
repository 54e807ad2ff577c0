import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { goTo } from '../../src/editor/commands/responses/goTo.ts';
import { showReport } from '../../src/editor/log/report.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { openFile, send } from './workspaceFile.ts';

const ours = (tab: vscode.Tab): boolean => tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('req.response');
const panels = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(ours);
const titles = (): readonly string[] =>
  panels()
    .map(({ label }) => label)
    .toSorted();

async function closePanels(): Promise<void> {
  await vscode.window.tabGroups.close(panels());
  await until('no panel is open', () => panels().length === 0);
}

describe('response panels', () => {
  let recorder: Recorder;
  const changed = new Set<string>();

  const set = async (id: string, value: unknown): Promise<void> => {
    changed.add(id);
    await vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
  };
  const file = (): Promise<vscode.TextDocument> => openFile('panels.req', `### a\nGET ${recorder.url}/a\n\n### b\nGET ${recorder.url}/b\n`);
  const shown = (...expected: readonly string[]): Promise<unknown> =>
    until(expected.join(', '), () => JSON.stringify(titles()) === JSON.stringify(expected));

  before(async () => {
    recorder = await startRecorder();
  });

  beforeEach(closePanels);

  afterEach(async () => {
    for (const id of changed) await vscode.workspace.getConfiguration().update(id, undefined, vscode.ConfigurationTarget.Global);
    changed.clear();
    await closePanels();
  });

  after(() => recorder.close());

  it('are one that follows the last send', async () => {
    const document = await file();
    await send(document, '/a');
    await shown('Response: a');
    await send(document, '/b');
    await shown('Response: b');
    assert.equal(panels().length, 1);
  });

  it('keep a pinned response, and the next send opens another, beside it', async () => {
    const document = await file();
    await send(document, '/a');
    await vscode.commands.executeCommand('req.pinResponse');
    await shown('Pinned: a');
    await send(document, '/b');
    await shown('Pinned: a', 'Response: b');
    assert.equal(new Set(panels().map(({ group }) => group.viewColumn)).size, 1);
    await send(document, '/a');
    await shown('Pinned: a', 'Response: a');
  });

  it('are one for each request if the setting is so', async () => {
    await set('req.panel.mode', 'perRequest');
    const document = await file();
    await send(document, '/a');
    await send(document, '/b');
    await send(document, '/a');
    await shown('Response: a', 'Response: b');
  });

  it('open below the editor if the setting is so, and the editor keeps the focus', async () => {
    await set('req.panel.column', 'below');
    const document = await file();
    await send(document, '/a');
    await until('the panel is in a group of its own', () => {
      const [panel] = panels();
      return panel !== undefined && panel.group.viewColumn !== vscode.ViewColumn.One;
    });
    await until('the editor has the focus', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString();
    });
  });

  it('move beside a file that was opened over them, if they were opened in an empty window', async () => {
    const document = await file();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await send(document, '/a');
    await shown('Response: a');
    assert.equal(panels()[0]?.group.viewColumn, vscode.ViewColumn.One);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await send(document, '/b');
    await shown('Response: b');
    await until('file and response are beside each other', () => panels()[0]?.group.viewColumn === vscode.ViewColumn.Two);
    assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.One);
  });

  it('open beside a file that was opened over the summary of a run, and so does the next summary', async () => {
    const document = await file();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('req.runFile', document.uri);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await send(document, '/a');
    await shown('Response: a');
    assert.equal(panels()[0]?.group.viewColumn, vscode.ViewColumn.Two);
    await vscode.commands.executeCommand('req.runFile', document.uri);
    const summary = (): vscode.Tab | undefined =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('req.run'));
    await until('the summary is where the response is', () => summary()?.group.viewColumn === vscode.ViewColumn.Two);
    await vscode.window.tabGroups.close(summary() as vscode.Tab);
  });

  it('stay in sight when they lead to a file: it opens beside them if nothing else is open, and where it is open already', async () => {
    const document = await file();
    const columns = (): readonly (vscode.ViewColumn | undefined)[] => [
      panels()[0]?.group.viewColumn,
      vscode.window.activeTextEditor?.viewColumn,
    ];
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await send(document, '/a');
    await shown('Response: a');
    await goTo(document.uri.fsPath, 2, 1);
    assert.deepEqual(columns(), [vscode.ViewColumn.One, vscode.ViewColumn.Two]);
    await vscode.commands.executeCommand('req.showResponse');
    await until('the panel has the focus', () => vscode.window.tabGroups.activeTabGroup.activeTab === panels()[0]);
    await goTo(document.uri.fsPath, 5, 1);
    assert.deepEqual(columns(), [vscode.ViewColumn.One, vscode.ViewColumn.Two]);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('share their column with reports, also where they have the focus', async () => {
    const document = await file();
    await send(document, '/a');
    await vscode.commands.executeCommand('req.showResponse');
    await until('the panel has the focus', () => vscode.window.tabGroups.activeTabGroup.activeTab === panels()[0]);
    await showReport('Export', '# Report');
    const report = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === 'req-report');
    assert.deepEqual(
      report.map(({ group }) => group.viewColumn),
      [panels()[0]?.group.viewColumn],
    );
    await vscode.window.tabGroups.close(report);
  });

  it('show the same again after one was closed', async () => {
    const document = await file();
    await send(document, '/a');
    await shown('Response: a');
    await closePanels();
    await vscode.commands.executeCommand('req.showResponse');
    await shown('Response: a');
  });
});
