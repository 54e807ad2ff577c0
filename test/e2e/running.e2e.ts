import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { startStreamServer, type Feed, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

describe('running requests in the workbench', () => {
  let streams: StreamServer;
  let recorder: Recorder;
  let session: Session;
  let panel: PanelView;

  before(async () => {
    streams = await startStreamServer();
    recorder = await startRecorder();
    session = await openWorkbench({
      files: {
        'stream.req': `### Chat\nGET ${streams.url}/chat\nAccept: text/event-stream\n`,
        'other.req': `### Feed\nGET ${streams.url}/feed\nAccept: text/event-stream\n`,
        'scripts.req': `### Scripts\nGET ${recorder.url}/scripts\n\n> {%\nawait tool.sleep(60000);\n%}\n`,
        'resp.req': `### Answer\nGET ${recorder.url}/answer\n`,
      },
    });
    panel = panelOf(session.workbench);
  });

  after(async () => {
    await session.close();
    streams.close();
    await recorder.close();
  });

  afterEach(async () => {
    const { workbench } = session;
    await workbench.runCommand('View: Close All Editors');
    if (streams.feeds.some((f) => !f.closed)) await workbench.runCommand('Req: Cancel All Requests');
    await until('no stream is open', () => streams.feeds.every((f) => f.closed));
  });

  const titleButton = (name: RegExp): Locator => session.workbench.page.locator('.editor-actions').getByRole('button', { name });
  const rows = (): Locator => session.workbench.page.locator('.sidebar .pane', { hasText: 'History' }).locator('.monaco-list-row');
  const picks = (): Locator => session.workbench.page.locator('.quick-input-list .monaco-list-row');

  /** Sends the request of a file and returns its stream. */
  async function stream(file: string): Promise<Feed> {
    const count = streams.feeds.length;
    await session.workbench.openFile(file);
    await clickUntil(session.workbench.codeLens(/Send/), () => streams.feeds.length > count);
    return await until('the server has the request', () => streams.feeds[count]);
  }

  it('stay in a tab of their own when another request is sent; their title button, list and history row reach them', async () => {
    const { workbench } = session;
    const feed = await stream('stream.req');
    await panel.shows(/live/i);
    await titleButton(/Cancel Request/).waitFor();
    // Another file: its title button sends, and the stream stays.
    await workbench.openFile('resp.req');
    await titleButton(/Send Request/).waitFor();
    assert.equal(await titleButton(/Cancel Request/).count(), 0);
    await titleButton(/Send Request/).click();
    await workbench.tab('Response: Answer').waitFor();
    await panel.shows(/200/);
    await workbench.tab('Response: Chat').waitFor();
    assert.equal(feed.closed, false);
    // The status bar counts and lists both streams.
    await workbench.statusItem('1 running').waitFor();
    const other = await stream('other.req');
    await clickUntil(workbench.statusItem('2 running'), picks().filter({ hasText: 'Chat' }).filter({ hasText: '0 events · stream.req' }));
    await picks().filter({ hasText: 'Feed' }).hover();
    await picks().filter({ hasText: 'Feed' }).locator('.action-label[aria-label="Cancel"]').click();
    await until('the other stream is closed', () => other.closed);
    await picks().filter({ hasText: 'Feed' }).waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Escape');
    // The history lists the stream first and opens it live.
    await workbench.runCommand('Req: Show History');
    const row = rows().filter({ hasText: 'running since' });
    await row.filter({ hasText: 'Chat' }).waitFor();
    assert.equal(await rows().first().textContent(), await row.textContent());
    await row.click();
    await panel.shows(/live/i);
    feed.write('data: {"n": 1}\n\n');
    await panel.rows.first().waitFor();
    // Its file still has its title button.
    await workbench.openFile('stream.req');
    await titleButton(/Cancel Request/).click();
    await until('the stream is closed', () => feed.closed);
    await row.waitFor({ state: 'detached' });
    await titleButton(/Send Request/).waitFor();
    await workbench.statusItem('running').waitFor({ state: 'hidden' });
  });

  it('of two chats are side by side, each with its own keys', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const chat = await stream('stream.req');
    await panel.shows(/live/i);
    const feed = await stream('other.req');
    await workbench.tab('Response: Feed').waitFor();
    await workbench.tab('Response: Chat').waitFor();
    // Ctrl+Alt+O shows the run of the request at the cursor, Escape there cancels it alone.
    await workbench.openFile('stream.req');
    await workbench.line('GET').first().click();
    await page.keyboard.press('Control+Alt+O');
    await workbench.tab('Response: Chat').and(page.locator('.active')).waitFor();
    chat.write('data: {"from": "chat"}\n\n');
    await panel.rows.filter({ hasText: 'chat' }).waitFor();
    await panel.tab(/Events/).press('Escape');
    await until('the chat is closed', () => chat.closed);
    await panel.shows(/cancelled/i);
    assert.equal(feed.closed, false);
    // Ctrl+Alt+K in a file cancels what runs there.
    await workbench.openFile('other.req');
    await workbench.line('GET').first().click();
    await page.keyboard.press('Control+Alt+K');
    await until('the other is closed', () => feed.closed);
  });

  it('say that their scripts run when the response is complete, and are cancelled then', async () => {
    const { workbench } = session;
    await workbench.openFile('scripts.req');
    await clickUntil(workbench.codeLens(/Send/), panel.head.filter({ hasText: /200.*Running scripts/ }));
    await workbench.webview().getByText('The body is shown here when the scripts have ended.').waitFor();
    await panel.button(/^Cancel/).click();
    await panel.shows(/200.*Cancelled/);
  });

  it('are cancelled by Ctrl+Alt+K in their row of the history', async () => {
    const { workbench } = session;
    const feed = await stream('stream.req');
    await workbench.runCommand('Req: Show History');
    const row = rows().filter({ hasText: 'running since' });
    await row.click();
    await workbench.page.keyboard.press('Control+Alt+K');
    await until('the stream is closed', () => feed.closed);
    // The focus stayed in the history.
    await rows().and(workbench.page.locator('.focused')).first().waitFor();
    await row.waitFor({ state: 'detached' });
    await rows().filter({ hasText: 'Chat' }).first().waitFor();
  });

  it('are cancelled in their row of the Requests view, by its button and by Ctrl+Alt+K', async () => {
    const { workbench } = session;
    const row = workbench.treeRow(/^GET Chat/);
    for (const cancel of [
      async () =>
        row
          .getByLabel(/^Cancel Request/)
          .first()
          .click(),
      async () => {
        await row.click();
        await workbench.page.keyboard.press('Control+Alt+K');
      },
    ]) {
      const feed = await stream('stream.req');
      await panel.shows(/live/i);
      await workbench.runCommand('Req: Show Requests');
      await row.hover();
      await row
        .getByLabel(/^Cancel Request/)
        .first()
        .waitFor();
      assert.equal(await row.getByLabel(/^Send/).count(), 0);
      await cancel();
      await until('the stream is closed', () => feed.closed);
      await row.hover();
      await row.getByLabel(/^Send/).first().waitFor();
    }
  });

  it('keep the received part when the window is reloaded, as cancelled, with their name, and are sent again', async () => {
    const { workbench } = session;
    const feed = await stream('stream.req');
    feed.write('data: {"n": 1}\n\ndata: {"n": 2}\n\n');
    await panel.rows.nth(1).waitFor();
    await workbench.reload();
    await until('the stream is closed', () => feed.closed);
    await panel.shows(/cancelled/i);
    await workbench.tab('Response: Chat').waitFor();
    assert.equal(await panel.rows.count(), 2);
    assert.match(await panel.rows.nth(1).innerText(), /"n": 2/);
    const count = streams.feeds.length;
    await clickUntil(panel.button(/Send again/i), () => streams.feeds.length > count);
    await panel.shows(/live/i);
  });
});
