import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { picture } from './picture.ts';

const ok = { responses: { 200: { description: 'ok' } } };
const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } };
const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
};
const document = (paths: object): string => JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });

describe('an OpenAPI document in the workbench', () => {
  let server: http.Server;
  let session: Session;
  let posted = 0;
  let served = document({ '/users': { get: ok } });

  before(async () => {
    server = http.createServer((request, response) => {
      if (request.method === 'GET') return void response.end(served);
      posted++;
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => response.writeHead(body.includes('-1') || !body.startsWith('{') ? 400 : 201).end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session = await openWorkbench({
      files: {
        'collection.req': `@host = ${host}\n`,
        'a.req': `# @openapi {{host}}/openapi.json\n\n### Users\nGET {{host}}/user\n`,
        'cases.req': '# @openapi ./api.json\n\n### Create\nPOST {{host}}/users\nContent-Type: application/json\n\n{"name": "Ada"}\n',
        'api.json': document({
          '/users': { post: { ...ok, requestBody: { required: true, content: { 'application/json': { schema } } } } },
        }),
      },
    });
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  it('is fetched on request, checks requests, and is replaced only after its changes were shown', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    const shot = (name: string): Promise<void> => picture(page, `openapi-${name}`);
    const copy = path.join(folder, 'host-openapi.json');
    await workbench.openFile('a.req');
    await page.locator('.squiggly-warning').first().waitFor();
    assert.equal(fs.existsSync(copy), false);
    await workbench.runCommand('Req: Fetch OpenAPI Document');
    await until('the document is written', () => fs.existsSync(copy));
    assert.equal(fs.readFileSync(copy, 'utf8'), served);
    await workbench.toast('1 operation').waitFor();
    await workbench.line('GET').first().locator('span', { hasText: 'user' }).last().hover();
    await page.locator('.monaco-hover', { hasText: 'Shop has no operation for the path of this URL' }).first().waitFor();
    await shot('fetched');
    await workbench.runCommand('Notifications: Clear All Notifications');

    served = document({ '/users': { get: { ...ok, parameters: [limit] } }, '/orders': { post: ok } });
    await workbench.runCommand('Req: Fetch OpenAPI Document');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: '+ POST /orders' }).waitFor();
    assert.match(await dialog.innerText(), /~ GET \/users: query limit is new and required/);
    await shot('changed');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await until('the copy is replaced', () => fs.readFileSync(copy, 'utf8') === served);
  });
  it('runs contract cases after each host was confirmed, and shows the accepted bodies', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const shot = (name: string): Promise<void> => picture(page, `openapi-${name}`);
    await workbench.openFile('cases.req');
    await workbench.line('POST').first().click();
    await workbench.runCommand('Req: Run Contract Cases');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: 'Send contract cases to' }).waitFor();
    await shot('confirm');
    assert.equal(posted, 0);
    await dialog.getByRole('button', { name: 'Send' }).click();
    const rows = workbench.webview();
    await rows
      .getByText(/the server answered 201 to a body without the required "name"/)
      .first()
      .waitFor();
    await until('all are sent', () => posted === 8);
    await shot('cases');
  });

  it('offers contract cases in the menu of a request in the Requests view', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.runCommand('Req: Focus on Requests View');
    const file = workbench.treeRow(/^cases\.req/);
    await file.waitFor();
    const row = workbench.treeRow(/^POST/).first();
    await until('the file is open', async () => {
      if ((await file.getAttribute('aria-expanded')) === 'false') await file.click();
      return row.isVisible();
    });
    await row.click({ button: 'right' });
    const item = page.getByRole('menuitem', { name: 'Run Contract Cases' });
    await item.waitFor();
    await picture(page, 'openapi-menu');
    const dialog = page.locator('.monaco-dialog-box');
    // A menu takes no click in the tenth of a second after it opened.
    await clickUntil(item, dialog.filter({ hasText: 'Send contract cases to' }));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('offers the changes of the document request by request, and changes a file only after its difference was shown', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    const shot = (name: string): Promise<void> => picture(page, `openapi-${name}`);
    const before = '# @openapi ./shop.json\n\n### Mine\n# my comment\nGET {{host}}/orders\nX-Own: kept\n\n### Gone\nGET {{host}}/old\n';
    fs.writeFileSync(path.join(folder, 'shop.json'), document({ '/orders': { get: { ...ok, parameters: [limit] }, post: ok } }));
    fs.writeFileSync(path.join(folder, 'orders.req'), before);
    await workbench.openFile('orders.req');
    await page.locator('.squiggly-warning').first().waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('Req: Update Requests from OpenAPI…');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'POST /orders' }).first().waitFor();
    await page
      .locator('.quick-input-widget')
      .evaluate((widget) => Promise.all(widget.getAnimations().map((a: { readonly finished: Promise<unknown> }) => a.finished)));
    await shot('update');
    assert.match(await page.locator('.quick-input-list').innerText(), /The query parameter limit is missing: GET \/orders requires it/);
    await page.keyboard.press('Enter');
    await workbench.toast('Apply 2 changes to orders.req?').waitFor();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await shot('update-difference');
    assert.equal(fs.readFileSync(path.join(folder, 'orders.req'), 'utf8'), before);
    await page.locator('.notifications-toasts').getByRole('button', { name: 'Apply', exact: true }).click();
    await workbench.toast('1 file was changed').waitFor();
    await until('the file is saved', () => fs.readFileSync(path.join(folder, 'orders.req'), 'utf8').includes('POST {{host}}/orders'));
    // The difference is closed with its question.
    await page.locator('.monaco-diff-editor').first().waitFor({ state: 'detached' });
    await workbench.openFile('orders.req');
    await workbench.line('X-Own: kept').first().waitFor();
    await workbench.line('limit=1').first().waitFor();
    await workbench.line('POST {{host}}/orders').first().waitFor();
    await shot('updated');
  });
});
