import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { startStreamServer, type Feed, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { openFile, positionOf, send } from './workspaceFile.ts';

const panels = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('req.response'));
const titles = (): readonly string[] =>
  panels()
    .map(({ label }) => label)
    .toSorted();
const shown = (...expected: readonly string[]): Promise<unknown> =>
  until(expected.join(', '), () => JSON.stringify(titles()) === JSON.stringify(expected));
const isActive = (title: string): Promise<unknown> =>
  until(`${title} is active`, () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === title);

async function closePanels(): Promise<void> {
  await vscode.window.tabGroups.close(panels());
  await until('no panel is open', () => panels().length === 0);
}

describe('running requests', () => {
  let streams: StreamServer;
  let recorder: Recorder;

  beforeEach(async () => {
    streams = await startStreamServer();
    recorder = await startRecorder();
    await closePanels();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('req.cancelAll');
    await until('no stream is open', () => streams.feeds.every(({ closed }) => closed));
    await closePanels();
    streams.close();
    await recorder.close();
  });

  const chatFile = (): Promise<vscode.TextDocument> => openFile('running/stream.req', `### Chat\nGET ${streams.url}/chat\n`);
  const answerFile = (): Promise<vscode.TextDocument> => openFile('running/resp.req', `### Answer\nGET ${recorder.url}/answer\n`);
  const feedsFile = (): Promise<vscode.TextDocument> =>
    openFile(
      'running/feeds.req',
      `### One\nGET ${streams.url}/one\n\n### Two\nGET ${streams.url}/two\n\n### Idle\nGET ${recorder.url}/idle\n`,
    );

  /** Sends a request and returns its stream. */
  async function begin(document: vscode.TextDocument, line: string): Promise<Feed> {
    const count = streams.feeds.length;
    void send(document, line);
    return until('the stream is live', () => streams.feeds[count]);
  }

  function placeCursor(document: vscode.TextDocument, text: string): void {
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), document.uri.toString());
    const at = positionOf(document, text);
    editor.selection = new vscode.Selection(at, at);
  }

  /** Waits until a run is long enough for the list. */
  const isListed = (document: vscode.TextDocument, line: string): Promise<unknown> =>
    until('the lens is Cancel', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
      const at = positionOf(document, line).line;
      return found.some(({ command, range }) => Math.abs(range.start.line - at) <= 1 && command?.command === 'req.cancel');
    });

  it('keep their tab when another request is sent, and free it when they end', async () => {
    const chat = await chatFile();
    const feed = await begin(chat, '/chat');
    await shown('Response: Chat');
    const answer = await answerFile();
    await send(answer, '/answer');
    await shown('Response: Answer', 'Response: Chat');
    assert.equal(new Set(panels().map(({ group }) => group.viewColumn)).size, 1);
    assert.equal(feed.closed, false);
    // Each request uses its own tab again.
    const again = await begin(chat, '/chat');
    assert.ok(feed.closed);
    again.write('data: last\n\n');
    again.end();
    await send(answer, '/answer');
    await shown('Response: Answer', 'Response: Chat');
    const other = await openFile('running/other.req', `### Other\nGET ${recorder.url}/other\n`);
    await send(other, '/other');
    await shown('Response: Chat', 'Response: Other');
  });

  it('are shown by Show Response at their request, also when their tab was closed', async () => {
    await begin(await chatFile(), '/chat');
    await send(await answerFile(), '/answer');
    await shown('Response: Answer', 'Response: Chat');
    await chatFile();
    await vscode.commands.executeCommand('req.showResponse');
    await isActive('Response: Chat');
    await answerFile();
    await vscode.commands.executeCommand('req.showResponse');
    await isActive('Response: Answer');
    await vscode.window.tabGroups.close(panels().filter(({ label }) => label === 'Response: Chat'));
    await chatFile();
    await vscode.commands.executeCommand('req.showResponse');
    await isActive('Response: Chat');
    await shown('Response: Chat');
  });

  it('are not cancelled from the file of another request', async () => {
    const chat = await chatFile();
    const feed = await begin(chat, '/chat');
    const answer = await answerFile();
    await vscode.commands.executeCommand('req.cancel');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('req.cancel', answer.uri, { groupId: 0 });
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await send(answer, '/answer');
    assert.equal(feed.closed, false);
    await vscode.commands.executeCommand('req.cancel', chat.uri, { groupId: 0 });
    await until('the stream is closed', () => feed.closed);
  });

  it('of one file are cancelled one by one: that of the cursor first, then the newest', async () => {
    const document = await feedsFile();
    const one = await begin(document, '/one');
    const two = await begin(document, '/two');
    placeCursor(document, '/one');
    await vscode.commands.executeCommand('req.cancel');
    await until('the first is closed', () => one.closed);
    assert.equal(two.closed, false);
    const again = await begin(document, '/one');
    placeCursor(document, '/idle');
    await vscode.commands.executeCommand('req.cancel');
    await until('the newest is closed', () => again.closed);
    assert.equal(two.closed, false);
  });

  it('are cancelled by their panel where that is active, and only they', async () => {
    const document = await feedsFile();
    const one = await begin(document, '/one');
    const two = await begin(document, '/two');
    placeCursor(document, '/one');
    await vscode.commands.executeCommand('req.showResponse');
    await isActive('Response: One');
    await vscode.commands.executeCommand('req.cancel');
    await until('the first is closed', () => one.closed);
    await vscode.commands.executeCommand('req.cancel');
    assert.equal(two.closed, false);
  });

  it('are listed the newest first, shown by Enter, and cancelled by the key of Cancel', async () => {
    const document = await feedsFile();
    const one = await begin(document, '/one');
    await isListed(document, '/one');
    const two = await begin(document, '/two');
    await isListed(document, '/two');
    await vscode.commands.executeCommand('req.showRunning');
    await vscode.commands.executeCommand('req.cancel');
    await until('the newest is cancelled', () => two.closed);
    assert.equal(one.closed, false);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await closePanels();
    await until('the other is shown', async () => {
      await vscode.commands.executeCommand('req.showRunning');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return titles().includes('Response: One');
    });
  });
});
