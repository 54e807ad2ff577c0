import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('mishaps in the workbench', () => {
  let recorder: Recorder;
  let server: StreamServer;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    server = await startStreamServer();
    session = await openWorkbench({
      files: {
        'collection.req': `@place = ${recorder.url}/live\n`,
        'a.req': 'GET {{place}}\n',
        'feed.req': `GET ${server.url}/feed\n`,
        'http-client.env.json': JSON.stringify({ dev: { place: `${recorder.url}/dev` } }),
      },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
    server.close();
  });

  it('sends nothing while the chosen environment cannot be read, reports the place, and sends again once it can be read', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.openFile('a.req');
    await clickUntil(workbench.statusItem('No environment'), workbench.quickInput());
    await workbench.quickInput().fill('dev');
    await page.keyboard.press('Enter');
    await workbench.statusItem('dev').waitFor();
    await workbench.openFile('http-client.env.json');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('x');
    await workbench.openFile('a.req');
    await workbench.statusItem('No environment').waitFor();
    const refusal = /Nothing was sent: the environment "dev" is not known\. http-client\.env\.json:1: This is not JSON/;
    await clickUntil(workbench.codeLens(/Send/), workbench.toast(refusal));
    assert.equal(recorder.requests.length, 0);
    await workbench.openFile('http-client.env.json');
    await page.keyboard.press('Control+Z');
    await workbench.openFile('a.req');
    await workbench.statusItem('dev').waitFor();
    await clickUntil(workbench.codeLens(/Send/), panelOf(workbench).head.filter({ hasText: /200/ }));
    assert.deepEqual(
      recorder.requests.map((r) => r.target),
      ['/dev'],
    );
  });

  it('shows a response again after its panel was closed, with everything received meanwhile', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('feed.req');
    await clickUntil(workbench.codeLens(/Send/), () => server.feeds.length > 0);
    const feed = await until('the stream is live', () => server.feeds[0]);
    feed.write('data: one\n\n');
    await panel.rows.filter({ hasText: 'one' }).waitFor();
    await workbench.closeTab('Response');
    feed.write('data: two\n\n');
    await workbench.line('GET').first().click();
    await workbench.page.keyboard.press('Control+Alt+O');
    await panel.rows.filter({ hasText: 'two' }).waitFor();
    assert.equal(await panel.rows.count(), 2);
  });
});
