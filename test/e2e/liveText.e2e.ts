import assert from 'node:assert/strict';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

describe('a response that takes time to arrive', () => {
  let servers: readonly StreamServer[];
  let session: Session;
  let panel: PanelView;

  before(async () => {
    servers = await Promise.all([startStreamServer('text/plain; charset=utf-8'), startStreamServer('application/json-seq')]);
    const [text, records] = servers;
    session = await openWorkbench({
      files: { 'log.req': `### Log\nGET ${text?.url}\n`, 'records.req': `### Records\nGET ${records?.url}\n` },
    });
    panel = panelOf(session.workbench);
  });

  after(async () => {
    await session.close();
    for (const server of servers) server.close();
  });

  async function send(file: string, server: StreamServer | undefined) {
    await session.workbench.openFile(file);
    await clickUntil(session.workbench.codeLens(/Send/), () => (server?.feeds.length ?? 0) > 0);
    return until('the server has the request', () => server?.feeds[0]);
  }

  it('is shown while it arrives if it is text without a length, and stays a body', async () => {
    const page = session.workbench.webview();
    const feed = await send('log.req', servers[0]);
    // Half a character: the rest follows.
    const cup = Buffer.from('☕');
    feed.write(Buffer.concat([Buffer.from('first '), cup.subarray(0, 2)]));
    await page.getByRole('tab', { name: 'Text', selected: true }).waitFor();
    await page.locator('.joined-text').getByText('first').waitFor();
    await panel.shows(/Live/);
    feed.write(Buffer.concat([cup.subarray(2), Buffer.from('\nsecond\n')]));
    await page.locator('.joined-text').getByText('second').waitFor();
    await page.locator('.joined-text').getByText('first ☕').waitFor();
    await session.workbench.page.screenshot({ path: 'out/e2e/live-text.png' });
    feed.end();
    await panel.button(/^Send again$/).waitFor();
    await page.getByRole('tab', { name: 'Text', selected: true }).waitFor();
    await panel.openTab(/Body/);
    await page.locator('.lines').getByText('second').waitFor();
    assert.equal(await page.getByRole('tab', { name: /Events/ }).count(), 0);
  });

  it('is a stream if it is a JSON text sequence, and says which record is cut short', async () => {
    const feed = await send('records.req', servers[1]);
    feed.write('\u001e{"n":1}\n');
    await panel.rows.filter({ hasText: '{"n":1}' }).waitFor();
    feed.write('\u001e{"n":\u001e{"n":3}\n');
    await panel.rows.filter({ hasText: '{"n":3}' }).waitFor();
    assert.match((await panel.rows.nth(1).textContent()) ?? '', /incomplete\{"n":$/);
    feed.end();
    await panel.shows(/3 events/);
  });
});
