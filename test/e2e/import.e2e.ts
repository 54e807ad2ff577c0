import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench, type Session } from './openWorkbench.ts';

const collection = {
  info: { name: 'shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: {
    type: 'basic',
    basic: [
      { key: 'username', value: 'ann' },
      { key: 'password', value: 'hunter2-secret' },
    ],
  },
  item: [{ name: 'orders', request: { method: 'GET', url: 'http://127.0.0.1:9/orders' } }],
};

const textsBelow = (folder: string): string =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file).isFile() && !file.endsWith('postman_collection.json'))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');

describe('an import in the workbench', () => {
  let session: Session;

  before(async () => {
    session = await openWorkbench({ files: { 'shop.postman_collection.json': JSON.stringify(collection) } });
  });
  after(() => session.close());

  it('writes no password into a file, and offers to store it as a secret', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    await workbench.runCommand('Req: Import');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Files…' }).click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'shop.postman_collection.json' }).click();
    await page.locator('.quick-input-list .monaco-list-row').first().click();
    const question = workbench.toast('The import found');
    await question.waitFor();
    if (process.env['REQ_LOOK'] !== undefined) await page.screenshot({ path: '/tmp/import1.png' });
    await question.getByRole('button', { name: 'Store' }).click();
    await question.waitFor({ state: 'detached' });
    assert.doesNotMatch(textsBelow(folder), /hunter2/);
    assert.match(textsBelow(folder), /\{\{\$secret\./);
    await workbench.runCommand('Req: Show Secrets');
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    if (process.env['REQ_LOOK'] !== undefined) await page.screenshot({ path: '/tmp/import2.png' });
    await page.keyboard.press('Escape');
  });
});
