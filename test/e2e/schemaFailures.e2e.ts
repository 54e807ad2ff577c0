import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator } from 'playwright-core';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

const items = Array.from({ length: 200 }, (_, i) => ({ id: i, age: i === 190 ? 'old' : i }));
const api = `openapi: 3.1.0
info: { title: Users, version: '1' }
paths:
  /users:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Users' }
components:
  schemas:
    Users:
      type: array
      items:
        properties:
          age:
            type: integer
`;

describe('a failed check against a schema', () => {
  let server: http.Server;
  let session: Session;
  let panel: PanelView;
  let page: FrameLocator;
  let asked = 0;

  before(async () => {
    server = http.createServer((_, response) => {
      asked++;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(items));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session = await openWorkbench({
      files: { 'users.req': `# @openapi ./api.yaml\n\n### Users\nGET ${url}/users\n\n?? response conforms\n`, 'api.yaml': api },
    });
    panel = panelOf(session.workbench);
    page = session.workbench.webview();
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  it('leads to the row of the value, and to the place in the schema', async () => {
    const { workbench } = session;
    await workbench.openFile('users.req');
    await clickUntil(workbench.codeLens(/Send/), () => asked > 0);
    await panel.shows(/200/);
    await panel.openTab(/Tests/);
    await page.getByRole('button', { name: 'body[190].age', exact: true }).click();
    const row = page.locator('.lines').getByRole('treeitem').filter({ hasText: '"age": "old"' });
    await row.waitFor();
    assert.equal(await page.locator('.lines').getAttribute('aria-activedescendant'), await row.getAttribute('id'));
    await panel.openTab(/Tests/);
    await page.getByRole('button', { name: './api.yaml#/components/schemas/Users/items/properties/age/type', exact: true }).click();
    await workbench.statusItem(/Ln 19, Col 13/).waitFor();
  });
});
