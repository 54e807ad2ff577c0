import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../vscode/workbench.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';
import { picture } from './picture.ts';

describe('the response panel in a window of its own', () => {
  let server: StreamServer;
  let session: Session;

  before(async () => {
    server = await startStreamServer();
    session = await openWorkbench({
      own: 'It has a second window.',
      files: { 'feed.req': `### Feed\nGET ${server.url}/feed\nAccept: text/event-stream\n` },
    });
    await session.workbench.openFile('feed.req');
  });

  after(async () => {
    await session.close();
    server.close();
  });

  async function send(): Promise<number> {
    const before = server.feeds.length;
    await session.workbench.page.bringToFront();
    await clickUntil(session.workbench.codeLens(/Send/), () => server.feeds.length > before);
    return before;
  }

  it('has everything received before it was moved there, continues with the stream, and shows the next response', async () => {
    const { workbench, window } = session;
    const nth = await send();
    const feed = await until('the server has the request', () => server.feeds[nth]);
    feed.write('data: before the move\n\n');
    await panelOf(workbench).rows.filter({ hasText: 'before the move' }).waitFor();
    await workbench.tab('Response: Feed').click();
    const opened: Promise<Page> = window.context.waitForEvent('page');
    await workbench.runCommand('View: Move Editor into New Window');
    const other = new Workbench(await opened);
    const panel = panelOf(other);
    await panel.rows.filter({ hasText: 'before the move' }).waitFor();
    feed.write('data: after the move\n\n');
    await panel.rows.filter({ hasText: 'after the move' }).waitFor();
    await picture(other.page, 'window-stream');
    assert.equal(await panel.rows.count(), 2);
    await panel.button(/^Cancel/).click();
    await until('the server sees the end', () => feed.closed);
    await panel.shows(/cancelled/i);
    const next = await send();
    const again = await until('the server has the next', () => server.feeds[next]);
    again.write('data: another run\n\n');
    await other.page.bringToFront();
    await panel.rows.filter({ hasText: 'another run' }).waitFor();
    assert.equal(await panel.rows.count(), 1);
    again.end();
    await panel.shows(/ended/i);
    await picture(other.page, 'window-ended');
    assert.equal(await workbench.tab('Response: Feed').count(), 0, 'none is opened beside the editor');
  });
});
