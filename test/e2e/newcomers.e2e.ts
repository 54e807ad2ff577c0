import assert from 'node:assert/strict';
import path from 'node:path';
import { brunoFiles, curlCommands, curlEnvironment, postmanFiles, startShop, type Shop } from '../support/newcomers.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';

/** The given files with paths below a folder. */
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
        ...below('shop-api', brunoFiles(shop.url)),
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

  it('import a collection of Postman with its environment by the palette, and run it without an edit', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    const input = page.locator('.quick-input-widget input[type="text"]');
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    await workbench.runCommand('Req: Import…');
    await row('Files…').click();
    const file = path.join(folder, 'postman/Book Shop.postman_collection.json');
    const dialog = page.locator('.quick-input-widget', { hasText: 'Import Files' });
    await dialog.waitFor();
    await until('the collection is selected', async () => {
      // The dialog may write the folder again while it reads it.
      if (!(await dialog.isVisible())) return true;
      if ((await input.inputValue({ timeout: 1000 }).catch(() => file)) !== file)
        await input.fill(file, { timeout: 1000 }).catch(() => undefined);
      else if (await dialog.isVisible()) await input.press('Enter', { timeout: 1000 }).catch(() => undefined);
      return dialog.waitFor({ state: 'hidden', timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
    await row('Local.postman_environment.json').waitFor();
    await page.keyboard.press('Enter');
    await row('The same folder').waitFor();
    await page.keyboard.press('Enter');
    await workbench.toast('3 requests imported, 3 of them completely. The environment Local is chosen.').waitFor();
    await workbench.toast('The import found 1 credential: password.').waitFor();
    await workbench.toast('The import found 1 credential').getByRole('button', { name: 'Store' }).click();
    await workbench.runCommand('Req: Run Requests in Folder');
    // The folder of the active file is the first.
    await row('Book Shop').first().waitFor();
    await page.keyboard.press('Enter');
    await workbench.webview().getByRole('button', { name: 'Run again' }).waitFor();
    assert.deepEqual(
      shop.requests.map((r) => `${r.method} ${r.target}`),
      ['POST /login', 'POST /orders', 'GET /orders/7?full=true'],
    );
    await workbench.webview().getByText('Passed: 3 requests').waitFor();
  });

  it("import a folder of Bruno by the explorer's menu, and see its tests pass", async () => {
    const { workbench } = session;
    const { page } = workbench;
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('View: Show Explorer');
    await workbench.treeRow('shop-api').first().click({ button: 'right' });
    await clickUntil(page.getByRole('menuitem', { name: 'Import…' }), row('The same folder'));
    await page.keyboard.press('Enter');
    await workbench.toast('3 requests imported, 3 of them completely. The environment Local is chosen.').waitFor();
    await workbench.toast('The import found 1 credential').getByRole('button', { name: 'Store' }).click();
    shop.requests.length = 0;
    await workbench.runCommand('Req: Run Requests in Folder');
    await row('Book Shop').first().waitFor();
    await page.keyboard.press('Enter');
    await workbench.webview().getByText('Passed: 3 requests').waitFor();
    assert.deepEqual(
      shop.requests.map((r) => `${r.method} ${r.target}`),
      ['POST /login', 'POST /orders', 'GET /orders/7?full=true'],
    );
    for (const name of ['Sign in', 'Create order', 'Get order'])
      await workbench.webview().locator('.run-row', { hasText: name }).getByText('2/2').waitFor();
  });

  it('paste ten curl commands of documentation and get ten right requests', async () => {
    const { workbench } = session;
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
    shop.requests.length = 0;
    await clickUntil(workbench.codeLens('Run file'), workbench.tab(/^Run/).or(workbench.dialog()).first());
    const passed = workbench.webview().getByText('Passed: 10 requests');
    await until('all have been sent', async () => {
      // Req asks for each value of the environment before it leaves for a server.
      if (await workbench.dialog().isVisible())
        await workbench
          .dialog()
          .getByRole('button', { name: 'Send Them' })
          .click({ timeout: 2000 })
          .catch(() => undefined);
      return passed.isVisible();
    });
    assert.deepEqual(
      shop.requests.map((r) => `${r.method} ${r.target} ${String(r.headers.authorization ?? r.headers['x-api-key'] ?? '')}`.trim()),
      [
        'GET /repos/OWNER/REPO/issues Bearer <YOUR-TOKEN>',
        'POST /v1/payment_intents Basic c2tfdGVzdF9leGFtcGxlOg==',
        'POST /v1/responses Bearer key-of-openai',
        'POST /v1/messages key-of-anthropic',
        'POST /v1/orders',
        'GET /search?q=red+shoes+%26+socks&limit=10',
        'POST /v1/files Bearer key-of-openai',
        'POST /2010-04-01/Accounts/AC1/Messages.json Basic QUMxOnRva2VuLW9mLXR3aWxpbw==',
        'DELETE /v1/users/7?force=true Bearer key-of-openai',
        'PATCH /v1/users/7',
      ],
    );
    assert.equal(shop.requests[1]?.body, 'amount=2000&currency=usd&automatic_payment_methods[enabled]=true');
    assert.equal(shop.requests[4]?.body, '{\n  "item": "book",\n  "note": "it\'s for blue"\n}');
    assert.match(shop.requests[6]?.body ?? '', /name="file"; filename="mydata\.jsonl"[^]*\{"a": 1\}\n\r\n--[^\r\n]*--\r\n$/);
    assert.equal(shop.requests[7]?.body, 'To=%2B15558675310&Body=Hi+there');
  });
});
