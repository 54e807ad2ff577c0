import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { FrameLocator } from 'playwright-core';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';
import { picture } from './picture.ts';

const items = Array.from({ length: 200 }, (_, i) => ({ id: i, age: i === 190 ? 'old' : i }));
const api = `openapi: 3.2.0
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
  /tokens:
    get:
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              itemSchema:
                properties:
                  data:
                    contentSchema: { type: object, properties: { delta: { type: string } } }
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
    server = http.createServer((request, response) => {
      asked++;
      if (request.url === '/tokens') {
        const events = Array.from({ length: 60 }, (_, i) => `data: {"delta": ${i === 41 ? i : '"x"'}}\n\n`);
        response.setHeader('Content-Type', 'text/event-stream').end(events.join(''));
        return;
      }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(items));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session = await openWorkbench({
      own: 'The side bar stays narrower after the window was narrow.',
      files: {
        'users.req': `# @openapi ./api.yaml\n\n### Users\nGET ${url}/users\n\n?? response conforms\n`,
        'tokens.req': `# @openapi ./api.yaml\n\n### Tokens\nGET ${url}/tokens\n\n?? response conforms\n`,
        'every.req': `### Every\nGET ${url}/tokens\n\n?? every event.data.delta isString\n`,
        'ages.req': `### Ages\nGET ${url}/users\n\n?? body.$[*].age matchesSchema {"items": {"type": "integer"}}\n`,
        'api.yaml': api,
      },
    });
    panel = panelOf(session.workbench);
    page = session.workbench.webview();
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  it('links to the row of the value, and to the place in the schema', async () => {
    const { workbench } = session;
    await workbench.openFile('users.req');
    await clickUntil(workbench.codeLens(/Send/), () => asked > 0);
    await panel.ended('/users');
    await panel.openTab(/Tests/);
    await page.getByRole('button', { name: 'body[190].age', exact: true }).click();
    const row = page.locator('.lines').getByRole('treeitem').filter({ hasText: '"age": "old"' });
    await row.waitFor();
    assert.equal(await page.locator('.lines').getAttribute('aria-activedescendant'), await row.getAttribute('id'));
    await panel.openTab(/Tests/);
    await page.getByRole('button', { name: './api.yaml#/components/schemas/Users/items/properties/age/type', exact: true }).click();
    await workbench.statusItem(/Ln 30, Col 13/).waitFor();
  });

  it('links to the event of a stream', async () => {
    const { workbench } = session;
    const shot = (name: string): Promise<void> => picture(workbench.page, `links-${name}`);
    await workbench.openFile('tokens.req');
    const before = asked;
    await clickUntil(workbench.codeLens(/Send/), () => asked > before);
    await panel.ended('/tokens');
    await panel.openTab(/Tests/);
    const link = page.getByRole('button', { name: 'events[41].data.delta', exact: true });
    await link.waitFor();
    fs.mkdirSync(path.join(session.folder, '.vscode'), { recursive: true });
    for (const [theme, type] of [
      ['Default Dark Modern', 'vs-dark'],
      ['Default High Contrast', 'hc-black'],
      ['Default Light Modern', 'vs'],
    ] as const) {
      fs.writeFileSync(path.join(session.folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
      await workbench.page.locator(`.monaco-workbench.${type}`).waitFor();
      await page.locator(`body.${{ 'vs-dark': 'vscode-dark', 'hc-black': 'vscode-high-contrast', vs: 'vscode-light' }[type]}`).waitFor();
      await shot(type);
    }
    const size = workbench.page.viewportSize() ?? { width: 1280, height: 800 };
    await workbench.page.setViewportSize({ width: 760, height: size.height });
    await link.waitFor();
    await shot('narrow');
    await workbench.page.setViewportSize(size);
    await link.focus();
    await workbench.page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: '{"delta": 41}' });
    await row.first().waitFor();
    await page.locator('[role=row][aria-selected=true]').filter({ hasText: '{"delta": 41}' }).waitFor();
    await shot('event');
  });

  it('links to the event that differs, and to the row of a value that a JSONPath selects', async () => {
    const { workbench } = session;
    for (const [file, url, tab, name, row] of [
      ['every.req', '/tokens', /Events/, 'event 41', '{"delta": 41}'],
      ['ages.req', '/users', /Body/, 'body.$[*].age[190]', '"age": "old"'],
    ] as const) {
      const before = asked;
      await workbench.openFile(file);
      await clickUntil(workbench.codeLens(/Send/), () => asked > before);
      await panel.ended(url);
      await panel.openTab(/Tests/);
      await page.getByRole('button', { name, exact: true }).click();
      await panel.tab(tab).and(page.locator('[aria-selected=true]')).waitFor();
      await page.locator('[aria-selected=true]').filter({ hasText: row }).first().waitFor();
    }
  });
});
