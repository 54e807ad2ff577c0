import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('running a file in the workbench', () => {
  let server: http.Server;
  let session: Session;
  let requests = 0;

  before(async () => {
    server = http.createServer((request, response) => {
      requests++;
      response.writeHead(request.url === '/missing' ? 404 : 200, { 'Content-Type': 'application/json' }).end('{"name": "Ada"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = `### Fine\nGET ${host}/fine\n\n?? status == 200\n\n### Missing\nGET ${host}/missing\n\n?? status == 200\n`;
    session = await openWorkbench({ files: { 'a.req': text } });
    await session.workbench.openFile('a.req');
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  it('shows how far it is in a summary, and each exchange from there', async () => {
    const { workbench } = session;
    await clickUntil(workbench.codeLens(/Run file/), () => requests > 0);
    const page = workbench.webview();
    await page.getByText('Failed: 2 requests').waitFor();
    const row = page.getByRole('row', { name: /Missing/ });
    await row.getByText('404').waitFor();
    await row.getByText(/status == 200/).waitFor();
    await page.getByRole('row', { name: /Passed.*Fine/ }).focus();
    await page.getByRole('row', { name: /Passed.*Fine/ }).press('ArrowDown');
    await row.press('Enter');
    await panelOf(workbench).shows(/404/);
    await workbench.closeTab('Response');
    await workbench.closeTab('Run');
    assert.equal(requests, 2, 'what was run is not sent again to be looked at');
  });

  it('stands in the Test Explorer, and a failure at its line in the file', async () => {
    const { workbench } = session;
    await workbench.runCommand('Testing: Focus on Test Explorer View');
    await workbench.treeRow('a.req').waitFor();
    await workbench.runCommand('Test: Run All Tests');
    await workbench.page.locator('.monaco-editor .test-message-inline-content', { hasText: 'status == 200' }).first().waitFor();
    assert.equal(requests, 4);
  });
});
