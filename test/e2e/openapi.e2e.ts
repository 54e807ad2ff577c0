import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';

const ok = { responses: { 200: { description: 'ok' } } };
const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } };
const document = (paths: object): string => JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });

describe('an OpenAPI document in the workbench', () => {
  let server: http.Server;
  let session: Session;
  let served = document({ '/users': { get: ok } });

  before(async () => {
    server = http.createServer((_, response) => void response.end(served));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session = await openWorkbench({
      files: { 'collection.req': `@host = ${host}\n`, 'a.req': `# @openapi {{host}}/openapi.json\n\n### Users\nGET {{host}}/user\n` },
    });
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  it('is fetched when asked, judges requests, and is replaced only after what changed was shown', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    const shot = async (name: string): Promise<void> =>
      void (await page.screenshot({ path: path.join(process.env['REQ_SHOTS'] ?? 'out/e2e', `openapi-${name}.png`) }));
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
});
