import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('how a run went, in the panel of the workbench', () => {
  let server: http.Server;
  let session: Session;
  let requests = 0;
  let tried = 0;

  before(async () => {
    server = http.createServer((request, response) => {
      requests++;
      if (request.url === '/start') response.writeHead(302, { Location: '/busy' }).end();
      else if (request.url === '/busy' && tried++ % 2 === 0) response.writeHead(503).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name": "Ada", "tags": ["a", "b"]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = [
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
    session = await openWorkbench({ files: { 'a.req': text } });
    await session.workbench.openFile('a.req');
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  it('is told by phases, by what was compared, by what was sent, and by the console', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    const page = workbench.webview();
    await clickUntil(workbench.codeLens(/Send/), () => requests > 0);
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
