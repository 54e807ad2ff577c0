import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { FrameLocator, Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { useGallery } from './useGallery.ts';
import { picture } from './picture.ts';

const findings = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map((v) => v.id + ': ' + v.help + '\\n' + v.nodes.slice(0, 3).map((n) => '  ' + n.html.slice(0, 200) + ' ' + (n.any[0]?.message ?? '')).join('\\n')))`;

describe('the page of environments', () => {
  const gallery = useGallery();
  let page: Page;

  afterEach(() => page.close());

  async function open(scenario: string, theme = 'dark', width = 820): Promise<void> {
    page = await gallery.newPage(width, { reducedMotion: 'reduce' });
    await page.goto(gallery.urlOf(scenario, theme));
    await page.locator('.environment-page').waitFor();
  }

  const sent = (): Promise<readonly { readonly type: string }[]> => page.evaluate('window.sent');
  const focused = (): Promise<string> =>
    page.evaluate(`(document.activeElement?.getAttribute('role') ?? '') + ' ' + (document.activeElement?.textContent ?? '')`);

  for (const theme of ['dark', 'light', 'contrast', 'contrastLight'])
    it(`has no serious findings of axe, and fits, in the theme ${theme}`, async () => {
      for (const scenario of ['environments', 'environmentsEmpty', 'environmentsBroken', 'environmentsUnreadable'])
        for (const width of [820, 300]) {
          await open(scenario, theme, width);
          await page.evaluate(axe.source);
          assert.deepEqual(await page.evaluate<readonly string[]>(findings), [], `${scenario}, ${width} px`);
          assert.deepEqual(await page.evaluate('window.violations'), []);
          const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');
          assert.equal(isWider, false, `${scenario} is wider than ${width} px`);
          await picture(page, `${scenario}-${theme}-${width}`);
          await page.close();
        }
    });

  it('says why there are no environments, and offers none, where their file cannot be read', async () => {
    await open('environmentsUnreadable');
    await page.getByRole('alert').getByText('This is not JSON').waitFor();
    assert.equal(await page.getByText('no environments yet').count(), 0);
    assert.deepEqual(await page.getByRole('button').allInnerTexts(), ['Open File']);
  });

  it('is walked and edited by keyboard alone', async () => {
    await open('environments');
    await until('the first cell has the focus', async () => (await focused()).startsWith('gridcell no value'));
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await until('the cell has the focus again', async () => (await focused()).startsWith('gridcell no value'));
    // The filter and two buttons are before it.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+Tab');
    assert.equal(await page.getByRole('searchbox').evaluate((input) => input.matches(':focus')), true);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await until('dev has the focus', async () => (await focused()).startsWith('gridcell http://127'));
    await page.keyboard.press('F2');
    await page.locator('.environment-field').waitFor();
    await page.keyboard.press('Escape');
    await until('nothing is edited', async () => (await focused()).startsWith('gridcell http://127'));
    await page.keyboard.press('Enter');
    await page.keyboard.type('http://other');
    await page.keyboard.press('Enter');
    assert.deepEqual((await sent()).at(-1), { type: 'set', variable: 'host', environment: 'dev', text: 'http://other' });
    await page.keyboard.press('Home');
    await until('its name has the focus', async () => (await focused()).startsWith('rowheader host'));
    await page.keyboard.press('Delete');
    assert.deepEqual((await sent()).at(-1), { type: 'deleteVariable', variable: 'host' });
    await page.keyboard.press('ArrowUp');
    await until('a header has the focus', async () => (await focused()).startsWith('columnheader All environments'));
    await page.keyboard.press('Control+z');
    assert.deepEqual((await sent()).at(-1), { type: 'undo' });
  });

  it('writes the typed text when another cell is clicked, once', async () => {
    await open('environments');
    await page.getByRole('gridcell', { name: 'http://127.0.0.1:8080' }).dblclick();
    await page.keyboard.type('http://clicked');
    await page.getByRole('gridcell', { name: 'https://api.example.com' }).click();
    const writes = (await sent()).filter(({ type }) => type === 'set');
    assert.deepEqual(writes, [{ type: 'set', variable: 'host', environment: 'dev', text: 'http://clicked' }]);
  });

  it('opens the file of a hidden value instead of editing it', async () => {
    await open('environments');
    await page.getByRole('gridcell', { name: 'private' }).dblclick();
    assert.deepEqual((await sent()).at(-1), { type: 'open', variable: 'token', environment: 'dev' });
    assert.equal(await page.locator('.environment-field').count(), 0);
  });

  it('shows the whole cell that a key moves to, beside the column of names', async () => {
    await open('environmentsMany', 'dark', 400);
    await page.getByRole('gridcell', { name: 'value 0 in 0', exact: true }).click();
    await page.keyboard.press('End');
    await until('the last column has the focus', async () => (await focused()) === 'gridcell value 0 in 9');
    for (let column = 8; column >= 0; column--) {
      await page.keyboard.press('ArrowLeft');
      await until('the cell to the left has the focus', async () => (await focused()) === `gridcell value 0 in ${column}`);
      const edges = `[document.querySelector('.environment-name').getBoundingClientRect().right, document.activeElement.getBoundingClientRect().left]`;
      await until(`column ${column} is not covered by the names`, async () => {
        const [names, cell] = await page.evaluate<[number, number]>(edges);
        return cell >= names - 1;
      });
    }
  });

  it('has elements only for the rows in view, and reaches the last one by key', async () => {
    await open('environmentsMany');
    const rows = page.locator('.environment-extent .environment-row');
    assert.ok((await rows.count()) < 60);
    await page.getByRole('gridcell', { name: 'value 0 in 0', exact: true }).click();
    await page.keyboard.press('Control+End');
    await until('the last cell has the focus', async () => (await focused()) === 'gridcell value 999 in 9');
    assert.ok((await rows.count()) < 60);
    assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '1001');
    await page.getByRole('searchbox').fill('variable77');
    await until('the filter applies', async () => (await rows.count()) === 11);
  });
});

describe('environments as a table in the workbench', () => {
  let session: Session;
  let table: FrameLocator;
  const environments = `{
    "dev": {
        "host": "http://127.0.0.1:1",   "path": "{{host}}/v1"
    },
    "live": { "$protected": true, "host": "https://live.example" }
}
`;

  before(async () => {
    session = await openWorkbench({
      files: {
        'a.req': '### A\nGET {{host}}/a\n',
        'http-client.env.json': environments,
        'http-client.private.env.json': '{ "dev": { "token": "very-private-value" } }\n',
        'empty/collection.req': '',
        'empty/b.req': 'GET http://127.0.0.1:1/b\n',
      },
    });
    await session.workbench.openFile('a.req');
    table = session.workbench.webview();
  });

  after(() => session.close());

  const written = (file = 'http-client.env.json'): string => fs.readFileSync(path.join(session.folder, file), 'utf8');

  it('shows the written text, resolves placeholders, and never has a private value', async () => {
    const { workbench } = session;
    await workbench.runCommand('Req: Edit Environments as a Table');
    await workbench.tab(/Environments: /).waitFor();
    await table.getByRole('gridcell', { name: '{{host}}/v1' }).click();
    await table.getByRole('status').filter({ hasText: '= http://127.0.0.1:1/v1' }).waitFor();
    await table.getByRole('columnheader', { name: /live/ }).filter({ hasText: 'protected' }).waitFor();
    await table.getByRole('gridcell', { name: 'private' }).click();
    const html = await table.locator('html').innerHTML();
    assert.doesNotMatch(html, /very-private/);
  });

  it('has the focus in a cell when it is opened, and when the user returns to it by key', async () => {
    const { workbench } = session;
    const focused = table.locator('[role=gridcell]:focus');
    for (let time = 0; time < 2; time++) {
      await workbench.runCommand('View: Open Previous Editor in Group');
      await workbench.line('### A').waitFor();
      await workbench.runCommand('Req: Edit Environments as a Table');
      await focused.filter({ hasText: '127.0.0.1:1' }).waitFor();
      await workbench.page.keyboard.press('ArrowRight');
      await focused.filter({ hasText: 'live.example' }).waitFor();
    }
  });

  it('changes only the value in the file, and undoes the change', async () => {
    await table.getByRole('gridcell', { name: 'http://127.0.0.1:1', exact: true }).dblclick();
    await table.locator('.environment-field').fill('http://127.0.0.1:2');
    await table.locator('.environment-field').press('Enter');
    await until('the file has it', () => written() === environments.replace('127.0.0.1:1', '127.0.0.1:2'));
    await table.getByRole('gridcell', { name: 'http://127.0.0.1:2', exact: true }).press('Control+z');
    await until('the file is as it was', () => written() === environments);
  });

  it('adds a variable with its first value', async () => {
    const { workbench } = session;
    await table.getByRole('button', { name: 'Add Variable' }).click();
    await workbench.answer('port');
    await table.locator('.environment-field').fill('8080');
    await table.locator('.environment-field').press('Enter');
    await until('the file has it', () => written().includes('"port": 8080'));
  });

  it('renames a variable where it is used, and deletes it after a question', async () => {
    const { workbench } = session;
    await table.getByRole('rowheader', { name: 'host' }).dblclick();
    await workbench.answer('origin');
    await until('the request names it', () => written('a.req').includes('{{origin}}/a'));
    await until('the files are written', () => !written().includes('host'));
    await table.getByRole('rowheader', { name: 'origin' }).press('Delete');
    await workbench.dialog().getByRole('button', { name: 'Delete' }).click();
    await until('it is gone', () => !written().includes('"origin"'));
  });

  it('adds, renames and deletes an environment', async () => {
    const { workbench } = session;
    await table.getByRole('button', { name: 'Add Environment' }).click();
    await workbench.answer('test');
    await until('the file has it', () => written().includes('"test": {}'));
    await table.getByRole('columnheader', { name: 'test' }).dblclick();
    await workbench.answer('staging');
    await until('it is renamed', () => written().includes('"staging": {}'));
    await table.getByRole('columnheader', { name: 'staging' }).press('Delete');
    await workbench.dialog().getByRole('button', { name: 'Delete' }).click();
    await until('it is gone', () => !written().includes('staging'));
  });

  it('moves a value to the private file and back after a question, and opens again after a reload', async () => {
    const { workbench } = session;
    await table.getByRole('gridcell', { name: '8080' }).click();
    await table.getByRole('button', { name: 'Move to Private File' }).click();
    await until('it is in the private file', () => written('http-client.private.env.json').includes('"port": 8080'));
    await until('it is in no other file', () => !written().includes('port'));
    await table.getByRole('row', { name: /^port/ }).getByRole('gridcell', { name: 'private' }).click();
    // A window that is reloaded before it knows that its files are saved restores them as unsaved.
    await workbench.runCommand('File: Save All Files');
    await workbench.reload();
    await table.getByRole('row', { name: /^port/ }).getByRole('gridcell', { name: 'private' }).click();
    await table.getByRole('button', { name: 'Move to Public File' }).click();
    await workbench.dialog().getByRole('button', { name: 'Move' }).click();
    await until('it is in the public file', () => written().includes('"port": 8080'));
    await until('it is in no other file', () => !written('http-client.private.env.json').includes('port'));
    await table.getByRole('gridcell', { name: '8080' }).waitFor();
    await picture(workbench.page, 'environments-moved');
  });

  it('offers the first environment if there is none', async () => {
    const { workbench } = session;
    await workbench.openFile('b.req');
    await workbench.runCommand('Req: Edit Environments as a Table');
    await table.getByText('This collection has no environments yet.').waitFor();
    await table.getByRole('button', { name: 'Add Environment' }).click();
    await workbench.answer('dev');
    await until('the file is made', () => {
      const file = 'empty/http-client.env.json';
      return fs.existsSync(path.join(session.folder, file)) && written(file) === '{\n  "dev": {}\n}\n';
    });
    await table.getByRole('columnheader', { name: 'dev' }).press('Control+z');
    await until('it is gone again', () => !fs.existsSync(path.join(session.folder, 'empty/http-client.env.json')));
    await table.getByText('This collection has no environments yet.').waitFor();
  });
});
