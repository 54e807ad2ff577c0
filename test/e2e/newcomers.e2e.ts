import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { brunoFiles, curlCommands, curlEnvironment, postmanFiles, startShop, type Shop } from '../support/newcomers.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';

/** Files with their names below a folder. */
const below = (folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

describe('newcomers', () => {
  let shop: Shop;
  let session: Session;

  before(async () => {
    shop = await startShop();
    session = await openWorkbench({
      env: curlEnvironment,
      files: {
        ...below('postman', postmanFiles(shop.url)),
        ...below('bruno', brunoFiles(shop.url)),
        'curl/commands.req': '',
        'curl/mydata.jsonl': '{"a": 1}\n',
      },
    });
    await session.workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  after(async () => {
    await session.close();
    await shop.close();
  });

  const shot = async (name: string): Promise<void> => {
    if (process.env['SHOTS'] !== undefined) await session.workbench.page.screenshot({ path: `/tmp/bring/shots/${name}.png` });
  };

  it('import a collection of Postman with its environment by the palette, and run it without an edit', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    const input = page.locator('.quick-input-widget input[type="text"]');
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    await workbench.runCommand('Req: Import…');
    await shot('a1');
    await row('Files…').click();
    const file = path.join(folder, 'postman/Book Shop.postman_collection.json');
    await until('the dialog shows a folder', async () => (await input.inputValue()).startsWith('/'));
    await input.fill(file);
    await until('the collection is selected', async () => {
      await page.keyboard.press('Enter');
      return row('Local.postman_environment.json').isVisible();
    });
    await shot('a2');
    await page.keyboard.press('Enter');
    await row('The same folder').waitFor();
    await shot('a3');
    await page.keyboard.press('Enter');
    await workbench.toast('3 requests imported, 3 of them completely. The environment Local is chosen.').waitFor();
    await workbench.toast('The import found 1 credential: password.').waitFor();
    await shot('a4');
    await workbench.toast('The import found 1 credential').getByRole('button', { name: 'Store' }).click();
    await workbench.runCommand('Req: Run Requests in Folder');
    await workbench.webview().getByRole('button', { name: 'Run again' }).waitFor();
    await shot('a5');
    assert.deepEqual(
      shop.requests.map((r) => `${r.method} ${r.target}`),
      ['POST /login', 'POST /orders', 'GET /orders/7?full=true'],
    );
    await workbench.webview().getByText('Passed: 3 requests').waitFor();
  });

  it('paste ten curl commands of documentation and get ten right requests', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.openFile('commands.req');
    await workbench.line('').first().click();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(curlCommands(shop.url))})`);
    await page.keyboard.press('Control+V');
    await workbench.line('PATCH').first().waitFor();
    await workbench.save();
    await page.keyboard.press('Control+Home');
    await workbench.line('### List issues').first().waitFor();
    await shot('b1');
    shop.requests.length = 0;
    await clickUntil(workbench.codeLens('Run file'), workbench.tab(/^Run/));
    await workbench.webview().getByRole('button', { name: 'Run again' }).waitFor();
    await shot('b2');
    const of = (name: string) => shop.requests.map((r) => r.headers[name]);
    fs.writeFileSync('/tmp/bring/shots/requests.json', JSON.stringify(shop.requests, null, 1));
    assert.equal(shop.requests.length, 10);
    assert.equal(of('x-api-key')[3], 'key-of-anthropic');
    assert.ok(fs.existsSync(path.join(folder, 'curl/commands.req')));
  });

  it('import a collection of Bruno from the explorer and see its tests pass', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.runCommand('View: Show Explorer');
    await workbench.treeRow('bruno').first().click({ button: 'right' });
    await clickUntil(page.getByRole('menuitem', { name: 'Import…' }), workbench.quickInput());
    await shot('c1');
    await page.keyboard.press('Enter');
    await workbench.toast('3 requests imported, 3 of them completely.').waitFor();
    await shot('c2');
  });
});
