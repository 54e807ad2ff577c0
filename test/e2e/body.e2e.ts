import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

const users = Array.from(
  { length: 300 },
  (_, i) => `{"id":${9_007_199_254_740_993n + BigInt(i)},"name":"User ${i}","tags":["a","b"],"score":${i}.0}`,
);
const body = `{"total":300,"items":[${users.join(',')}],"odd key":null}`;

describe('the body of a response', () => {
  let server: http.Server;
  let session: Session;
  let panel: PanelView;
  let page: FrameLocator;
  let lines: Locator;
  let asked = 0;

  before(async () => {
    server = http.createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end(body.replace(/\}$/, `,"answer":${++asked}}`));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session = await openWorkbench({ files: { 'users.req': `### Users\nGET ${url}/users\n\n?? status == 200\n` } });
    panel = panelOf(session.workbench);
    page = session.workbench.webview();
    lines = page.locator('.lines');
    await send();
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  async function send({ first = /"User 0"/ } = {}): Promise<void> {
    await session.workbench.openFile('users.req');
    const before = asked;
    await clickUntil(session.workbench.codeLens(/Send/), () => asked > before);
    await panel.shows(/200/);
    await panel.openTab(/Body/);
    await row(first).waitFor();
  }

  const row = (text: RegExp): Locator => lines.getByRole('treeitem').filter({ hasText: text }).first();

  it('is folded and unfolded by keys, as a tree', async () => {
    await row(/"items"/).click();
    assert.equal(await row(/"items"/).getAttribute('aria-expanded'), 'true');
    await press('ArrowLeft');
    await row(/… 300/).waitFor();
    assert.equal(await row(/"items"/).getAttribute('aria-expanded'), 'false');
    await row(/"odd key": null/).waitFor();
    await press('ArrowRight');
    await row(/"User 0"/).waitFor();
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Fold from level 3' }).click();
    await row(/\{… 4\},/).waitFor();
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unfold all' }).click();
    await row(/"User 0"/).waitFor();
  });

  it('is searched completely, also in lines that are folded or not drawn', async () => {
    await row(/"items"/).click();
    await press('ArrowLeft');
    await row(/… 300/).waitFor();
    await press('ControlOrMeta+f');
    const field = page.getByRole('textbox', { name: 'Search the body' });
    await field.fill('user 29');
    await state(/^1 of 11$/);
    await row(/"User 29"/).waitFor();
    await field.press('Shift+Enter');
    await state(/^11 of 11$/);
    await row(/"User 299"/).waitFor();
    await page.getByRole('button', { name: 'Match case' }).click();
    await state(/No results/);
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await field.fill('"User 2[0-4]9"');
    await state(/^1 of 5$/);
    await field.fill('(');
    await state(/Unterminated group/);
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  // VS Code would run the command of the key too, later: it takes the focus and selects what was typed since.
  it('takes the key of its search alone, so that nothing typed after it is lost', async () => {
    // VS Code listens to the page's window. A string, because this project's own types do not know the DOM.
    await lines.evaluate(`window.addEventListener('keydown', ({ key }) => {
      if (key.toLowerCase() === 'f') document.querySelector('.lines').dataset.leaked = key;
    })`);
    await lines.focus();
    await press('ControlOrMeta+f');
    const field = page.getByRole('textbox', { name: 'Search the body' });
    await field.waitFor();
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    assert.equal(await lines.getAttribute('data-leaked'), null);
  });

  it('is filtered by JSONPath during typing, and reports where a path is wrong', async () => {
    await page.getByRole('button', { name: 'Filter by JSONPath' }).click();
    const field = page.getByRole('textbox', { name: 'Filter by JSONPath' });
    await field.fill('$.items[?@.id > 9007199254741290].name');
    await state(/^2 values$/);
    const chosen = `$['items'][298]['name']\n"User 298"\n$['items'][299]['name']\n"User 299"`;
    const shown = async (): Promise<string> => (await lines.getByRole('treeitem').locator('.line-text').allTextContents()).join('\n');
    await until('what the path chooses is shown', async () => (await shown()) === chosen);
    await field.fill('$.items[?@.id >');
    await state(/^Column 16: /);
    await field.fill('$.none');
    await page.getByText('No values match the query.').waitFor();
    await field.press('Escape');
    await row(/"total": 300/).waitFor();
  });

  it('is searched again if the same request is sent again, without moving the focus', async () => {
    await row(/"items"/).click();
    await press('ControlOrMeta+f');
    await page.getByRole('textbox', { name: 'Search the body' }).fill('User 29');
    await state(/^1 of 11$/);
    await send({ first: /"User 29"/ });
    await state(/^1 of 11$/);
    const search = page.getByRole('textbox', { name: 'Search the body' });
    assert.equal(await search.evaluate((input) => input.matches(':focus')), false);
    await search.press('Escape');
    await page.getByRole('button', { name: 'Filter by JSONPath' }).click();
    const field = page.getByRole('textbox', { name: 'Filter by JSONPath' });
    await field.fill('$.answer');
    const answered = async (): Promise<void> => lines.locator('.token-number', { hasText: new RegExp(`^${asked}$`) }).waitFor();
    await answered();
    await send({ first: /\['answer'\]/ });
    await answered();
    await field.press('Escape');
    await row(/"total": 300/).waitFor();
  });

  it('closes its search and its filter by Escape from their buttons too, and the search from its rows, instead of the panel', async () => {
    for (const [open, button] of [
      ['Search the body', 'Regular expression'],
      ['Filter by JSONPath', 'Close the filter'],
    ] as const) {
      await page.getByRole('button', { name: open }).click();
      const field = page.getByRole('textbox', { name: open });
      await field.waitFor();
      await page.getByRole('button', { name: button }).press('Escape');
      await field.waitFor({ state: 'detached' });
      await row(/"total": 300/).waitFor();
    }
    await press('ControlOrMeta+f');
    await page.getByRole('textbox', { name: 'Search the body' }).fill('User 29');
    await state(/^1 of 11$/);
    await row(/"User 29"/).click();
    await press('Escape');
    await page.getByRole('textbox', { name: 'Search the body' }).waitFor({ state: 'detached' });
    await row(/"User 29"/).waitFor();
  });

  it('has its filter, in sight and without the focus, after another tab hid it, and is whole after the panel was closed', async () => {
    const { workbench } = session;
    const field = page.getByRole('textbox', { name: 'Filter by JSONPath' });
    await page.getByRole('button', { name: 'Filter by JSONPath' }).click();
    await field.fill('$.total');
    await state(/^1 value$/);
    await workbench.tab('Response').click();
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.runCommand('View: Close Editor');
    await state(/^1 value$/);
    await row(/300/).waitFor();
    assert.equal(await field.inputValue(), '$.total');
    assert.equal(await field.evaluate((input) => input.matches(':focus')), false);
    await workbench.closeTab('Response');
    await workbench.openFile('users.req');
    await workbench.line('GET').first().click();
    await press('Control+Alt+O');
    await row(/"total": 300/).waitFor();
    assert.equal(await field.count(), 0);
  });

  it('keeps the unchanged rows when it is sent again, and begins at its top', async () => {
    await until('rows of the answer before are those of the next', async () => {
      await lines.evaluate((list) => (list.scrollTop = 90));
      await row(/"User 0"/).evaluate((line) => (line.title = 'kept'));
      await send();
      await lines.getByRole('treeitem').first().getByText('{').waitFor();
      assert.equal(await lines.evaluate((list) => list.scrollTop), 0);
      // An answer that takes its time is waited for in sight.
      return (await row(/"User 0"/).getAttribute('title')) === 'kept';
    });
  });

  it('copies paths and values of its parts', async () => {
    await lines.focus();
    await press('Home');
    await row(/"id": 9007199254740993/).click();
    await press('ArrowDown');
    await act('Copy JSONPath');
    await copied("$['items'][0]['name']");
    await act('Copy value');
    await copied('User 0');
    await act('Copy as JSON');
    await copied('"User 0"');
    await row(/"id": 9007199254740993/).click();
    await act('Copy value');
    await copied('9007199254740993');
  });

  it('creates assertions and variables, which are valid when it is sent again', async () => {
    const file = path.join(session.folder, 'users.req');
    await row(/"id": 9007199254740993/).click();
    await act('Create an assertion');
    await until('the assertion stands in the file', () =>
      fs.readFileSync(file, 'utf8').includes('?? status == 200\n?? body.items[0].id == 9007199254740993\n'),
    );
    await row(/"name": "User 0"/).click();
    await act('Create a variable…');
    await session.workbench.page.locator('.quick-input-title', { hasText: 'Make a variable of body.items[0].name' }).waitFor();
    await press('ControlOrMeta+a');
    await session.workbench.page.keyboard.type('first');
    await press('Enter');
    await until('the variable stands in the file', () =>
      fs.readFileSync(file, 'utf8').endsWith('\n\n> {%\n  tool.setVar("first", response.body.items[0].name);\n%}\n'),
    );
    await send();
    await panel.tab(/Tests/).filter({ hasText: '2 passed' }).waitFor();
  });

  const press = (key: string): Promise<void> => session.workbench.page.keyboard.press(key);
  const state = (text: RegExp): Promise<void> => page.locator('.find-state').filter({ hasText: text }).waitFor();

  async function act(label: string): Promise<void> {
    await press('Enter');
    await page.getByRole('menuitem', { name: label }).click();
  }

  async function copied(text: string): Promise<void> {
    const read = (): Promise<string> => session.workbench.page.evaluate<string>('navigator.clipboard.readText()');
    await until(`${text} is copied`, async () => (await read()) === text);
  }
});
