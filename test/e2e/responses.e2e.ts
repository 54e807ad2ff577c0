import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { issuedCertificate, startServer, type TestServer } from '../support/server.ts';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';
import { picture } from './picture.ts';

describe('responses in the workbench', () => {
  let run: http.Server;
  let tls: TestServer;
  let text: StreamServer;
  let records: StreamServer;
  let session: Session;
  let panel: PanelView;
  let runRequests = 0;
  let tried = 0;

  before(async () => {
    run = http.createServer((request, response) => {
      runRequests++;
      if (request.url === '/start') response.writeHead(302, { Location: '/busy' }).end();
      else if (request.url === '/busy' && tried++ % 2 === 0) response.writeHead(503).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name": "Ada", "tags": ["a", "b"]}');
    });
    await new Promise<void>((resolve) => run.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(run.address() as AddressInfo).port}`;
    const retried = [
      `@host = ${host}`,
      '# @secret key',
      '@key = hush-hush',
      '# @retry 2 1ms',
      '< {%',
      "  console.log('user', { name: 'Ada', roles: ['owner'] });",
      '%}',
      'GET {{host}}/start',
      'X-Key: {{key}}',
      '',
      '?? status == 201',
      '?? body == {"name": "Ada", "tags": ["a", "c"]}',
      '',
    ].join('\n');
    tls = await startServer({ tls: issuedCertificate('expired') });
    text = await startStreamServer('text/plain; charset=utf-8');
    records = await startStreamServer('application/json-seq');
    session = await openWorkbench({
      files: {
        'a.req': retried,
        'tls.req': `### Checked\nGET ${tls.url}/json\n\n### Not checked\n# @insecure\nGET ${tls.url}/json\n`,
        'log.req': `### Log\nGET ${text.url}\n`,
        'records.req': `### Records\nGET ${records.url}\n`,
      },
    });
    panel = panelOf(session.workbench);
  });

  after(async () => {
    await session.close();
    run.closeAllConnections();
    run.close();
    await tls.close();
    text.close();
    records.close();
  });

  async function send(file: string, server: StreamServer) {
    await session.workbench.openFile(file);
    await clickUntil(session.workbench.codeLens(/Send/), () => server.feeds.length > 0);
    return until('the server has the request', () => server.feeds[0]);
  }

  it('are shown while they arrive if they are text without a length, and stay bodies', async () => {
    const page = session.workbench.webview();
    const feed = await send('log.req', text);
    // Half a character: the rest follows.
    const cup = Buffer.from('☕');
    feed.write(Buffer.concat([Buffer.from('first '), cup.subarray(0, 2)]));
    await page.getByRole('tab', { name: 'Text', selected: true }).waitFor();
    await page.locator('.joined-text').getByText('first').waitFor();
    await panel.shows(/Live/);
    feed.write(Buffer.concat([cup.subarray(2), Buffer.from('\nsecond\n')]));
    await page.locator('.joined-text').getByText('second').waitFor();
    await page.locator('.joined-text').getByText('first ☕').waitFor();
    await picture(session.workbench.page, 'live-text');
    feed.end();
    await panel.button(/^Send again$/).waitFor();
    await page.getByRole('tab', { name: 'Text', selected: true }).waitFor();
    await panel.openTab(/Body/);
    await page.locator('.lines').getByText('second').waitFor();
    assert.equal(await page.getByRole('tab', { name: /Events/ }).count(), 0);
  });

  it('are streams if they are JSON text sequences, and report which record is incomplete', async () => {
    const feed = await send('records.req', records);
    feed.write('\u001e{"n":1}\n');
    await panel.rows.filter({ hasText: '{"n":1}' }).waitFor();
    feed.write('\u001e{"n":\u001e{"n":3}\n');
    await panel.rows.filter({ hasText: '{"n":3}' }).waitFor();
    assert.match((await panel.rows.nth(1).textContent()) ?? '', /incomplete\{"n":$/);
    feed.end();
    await panel.shows(/3 events/);
  });

  it('are shown as not secure if the certificate was not checked, with that certificate; a refused one has the reason', async () => {
    const { workbench } = session;
    await workbench.openFile('tls.req');
    await clickUntil(workbench.codeLens(/Send \(not secure\)/), () => tls.requests.length > 0);
    await panel.shows(/200 OK/);
    await panel.shows(/Not secure/);
    await panel.openTab(/Timeline/);
    const page = workbench.webview();
    await page.getByText(/TLSv1\.3, TLS_/).waitFor();
    await page.getByText('O=Req, CN=localhost, issued by O=Req, CN=Req Test CA, valid from 2020-01-01 to 2021-01-01').waitFor();
    await page
      .getByText(/expired [\d,]+ days ago/)
      .first()
      .waitFor();
    await page.getByText(/It would have been rejected: (?:CERT_HAS_EXPIRED|UNABLE_TO)/).waitFor();
    await workbench.openFile('tls.req');
    const refused = panel.failure.filter({ hasText: /The certificate of 127\.0\.0\.1:\d+ .*issued to O=Req, CN=localhost/ });
    await clickUntil(workbench.codeLens(/Send/).first(), refused);
  });

  it('show the course of the run: by phases, by assertions, by the sent message, and by the console', async () => {
    const { workbench } = session;
    await workbench.openFile('a.req');
    const page = workbench.webview();
    await clickUntil(workbench.codeLens(/Send/), () => runRequests > 0);
    await panel.shows(/200 OK/);

    await panel.openTab(/Timeline/);
    await page.getByText('The server answered 503 Service Unavailable. Trying again in 1 ms, at most 2 times.').waitFor();
    const waits = page.getByRole('table').filter({ has: page.getByRole('rowheader', { name: 'Wait' }) });
    await waits.nth(3).waitFor();
    assert.equal(await waits.count(), 4, 'each message has its own phases');
    await page.getByRole('table', { name: 'Scripts and assertions' }).getByText('Assertions').waitFor();

    await panel.openTab(/Tests, 2 of 2 failed/);
    await page.locator('.diff-removed').filter({ hasText: '"c"' }).waitFor();
    await page.locator('.diff-added').filter({ hasText: '"b"' }).waitFor();

    await panel.openTab(/Request/);
    await page.getByText(/^This was sent last, after \d redirects?\.$/).waitFor();
    await page.getByRole('row', { name: /\{\{key\}\} •••/ }).waitFor();
    await page.getByRole('button', { name: 'Bytes' }).click();
    await page
      .locator('.bytes')
      .filter({ hasText: /00000000 {2}47 45 54 20/ })
      .waitFor();
    assert.doesNotMatch((await page.locator('.bytes').textContent()) ?? '', /hush|68 75 73 68/);

    await panel.openTab(/Console/);
    await page.getByRole('button', { name: /Unfold user/ }).click();
    await page.locator('.value > summary').filter({ hasText: '{ name, roles }' }).waitFor();
    await page.locator('.value-leaf').filter({ hasText: 'name: "Ada"' }).waitFor();
    await page.getByRole('button', { name: 'a.req:6' }).waitFor();

    await panel.openTab(/Tests/);
    await page.getByRole('button', { name: 'Compare in the editor' }).click();
    await workbench.tab('body == {"name": "Ada", "tags": ["a", "c"]}: expected ↔ actual').waitFor();
  });
});
