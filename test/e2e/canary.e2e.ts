import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { leaksIn } from '../support/canary.ts';
import { answered, canaryFiles, captured, kept } from '../support/canaryCollection.ts';
import { until } from '../support/until.ts';
import { startCanaryServer, type CanaryServer } from '../support/canaryServer.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

const own = new Set(['http-client.private.env.json', '.env']);

/** All that the window stores in its browser, as text. A string, because it runs in the page. */
const browserStorage = `(async () => {
  const all = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of db.objectStoreNames) {
      const reading = db.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => (reading.onsuccess = reading.onerror = resolve));
      for (const value of reading.result ?? [])
        all.push(value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : JSON.stringify(value) ?? '');
    }
    db.close();
  }
  return all.join('\\n');
})()`;

describe('the editor never shows or keeps a secret', () => {
  let server: CanaryServer;
  let session: Session;
  const sent = ['login', 'json', 'stream', 'base64', 'thrown', 'no host'];

  before(async () => {
    server = await startCanaryServer(captured);
    const { 'all.req': all = '', ...others } = canaryFiles(server.url);
    const files: Record<string, string> = { ...others };
    const [preamble = '', ...blocks] = all.split(/^(?=### )/m);
    // Only these: a file is opened by its name, and no name may be the end of another.
    for (const title of sent) files[`${title}.req`] = preamble + blocks.find((block) => block.startsWith(`### ${title}\n`));
    session = await openWorkbench({ own: 'It reads all that the server has kept.', files, settings: { 'req.inlayHints': 'on' } });
  });

  after(async () => {
    await session.close();
    await server.close();
  });

  /** All visible texts of the window, including the response panel. */
  const seen = async (): Promise<string> => {
    const { page } = session.workbench;
    const texts = await Promise.all(page.frames().map((frame) => frame.evaluate<string>('document.body?.innerText ?? ""').catch(() => '')));
    return texts.join('\n');
  };
  const nothingIsSeen = async (where: string): Promise<void> => assert.deepEqual(leaksIn(await seen()), [], where);

  /** Answers an input box that another one may follow. */
  const say = async (text: string): Promise<void> => {
    const { workbench } = session;
    await workbench.page.locator('.quick-input-title', { hasText: 'Req: Set Secret' }).waitFor();
    await workbench.quickInput().fill(text);
    await workbench.quickInput().press('Enter');
  };

  const pick = async (row: RegExp): Promise<void> => {
    await session.workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first().click();
  };

  it('shows none when secrets are set and listed', async () => {
    const { workbench } = session;
    await workbench.openFile('login.req');
    await workbench.runCommand('Req: Choose Environment…');
    await pick(/dev/);
    await workbench.statusItem(/dev/).waitFor();
    for (const [name, value] of Object.entries(kept)) {
      await workbench.runCommand('Req: Set Secret…');
      await say(name);
      await pick(/This collection/);
      await workbench.page.locator('.quick-input-title', { hasText: `Secret ${name}` }).waitFor();
      await workbench.answer(value);
    }
    await workbench.runCommand('Req: Show Secrets…');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'STORED' }).first().waitFor();
    await nothingIsSeen('the list of secrets');
    await workbench.page.keyboard.press('Escape');
  });

  for (const title of sent)
    it(`shows none in any tab of the panel after a send: ${title}`, async () => {
      const { workbench } = session;
      const panel = panelOf(workbench);
      await workbench.openFile(`${title}.req`);
      await clickUntil(workbench.codeLens(/Send/), workbench.quickInput());
      await workbench.answer(answered);
      await workbench.tab(`Response: ${title}`).waitFor();
      // The page may still show the response before it.
      await panel.head
        .filter({ hasText: `${title}.req` })
        .filter({ hasText: /200|failed/i })
        .waitFor();
      const tabs = await workbench.webview().getByRole('tab', { includeHidden: true }).all();
      const labels = await Promise.all(tabs.map(async (tab) => (await tab.getAttribute('aria-label')) ?? ''));
      // A tab can move into the menu when another one gets a longer label.
      for (const name of labels.map((label) => label.split(',')[0] ?? '')) {
        await panel.openTab(new RegExp(`^${name}`));
        await nothingIsSeen(`${title}, ${name}`);
      }
    });

  it('shows none when all of them were sent', () => {
    const wire = JSON.stringify(server.requests);
    for (const kind of ['stored', 'plain', 'private', 'nested', 'named', 'answered', 'captured'])
      assert.ok(wire.includes(`-${kind}`), kind);
  });

  it('shows none in hovers, copies and opened responses', async () => {
    const { workbench, window } = session;
    const { page } = workbench;
    await workbench.openFile('json.req');
    for (const [word, line] of [
      ['private', '@made'],
      ['captured', 'X-Key'],
      ['PLAIN', 'X-Plain'],
    ] as const)
      assert.deepEqual(leaksIn(await workbench.hover(word, line)), [], word);
    await nothingIsSeen('hints behind placeholders');
    await clickUntil(workbench.codeLens(/Send/), workbench.quickInput());
    await workbench.answer(answered);
    await panelOf(workbench).shows(/200/);
    const copied = async (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
    await workbench.runCommand('Req: Copy Response');
    await pick(/•••/);
    assert.deepEqual(leaksIn(await until('the response is copied', async () => (await copied()).includes('headers') && copied())), []);
    // The word, and not the line: every line is as wide as the longest, and its middle out of sight.
    await clickUntil(page.locator('.view-line span', { hasText: /^Content-Type$/ }), workbench.statusItem(/Ln 21,/));
    await workbench.runCommand('Req: Copy Request as cURL');
    await page.locator('.quick-input-widget', { hasText: 'The password' }).waitFor();
    await workbench.quickInput().fill(answered);
    await workbench.quickInput().press('Enter');
    await pick(/•••/);
    assert.deepEqual(leaksIn(await until('the command is copied', async () => (await copied()).includes('curl') && copied())), []);
    await workbench.runCommand('Req: Open Response in Editor');
    await workbench.tab('json.json').waitFor();
    await nothingIsSeen('the response in an editor');
    assert.deepEqual(leaksIn(window.consoleLines.join('\n')), []);
  });

  it('shows none in the list of variables and in the changes of scripts', async () => {
    const { workbench } = session;
    await workbench.openFile('json.req');
    await workbench.runCommand('Req: Show Variables');
    await workbench
      .treeRow(/^captured•••/)
      .first()
      .waitFor();
    await nothingIsSeen('the variables');
    await workbench.runCommand('View: Show Explorer');
  });

  it('shows a revealed one for ten seconds, or until Escape', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.openFile('json.req');
    await clickUntil(page.locator('.view-line span', { hasText: /^private$/ }), workbench.statusItem(/Ln 7,/));
    await workbench.runCommand('Req: Reveal Secret for Ten Seconds');
    await page.locator('.quick-input-title', { hasText: 'The value of private' }).waitFor();
    assert.notDeepEqual(leaksIn(await workbench.quickInput().inputValue()), []);
    await page.keyboard.press('Escape');
    await workbench.quickInput().waitFor({ state: 'hidden' });
    await nothingIsSeen('what was revealed');
  });

  it('leaves none in a file, a storage, a log or the clipboard', async () => {
    const { workbench, folder, server: vscode } = session;
    await workbench.reload();
    await workbench.openFile('json.req');
    await nothingIsSeen('the window after a reload');
    assert.deepEqual(leaksIn(await workbench.page.evaluate<string>(browserStorage)), [], 'the storage of the window');
    for (const root of [folder, vscode.data]) {
      for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (entry.isFile() && !own.has(entry.name)) assert.deepEqual(leaksIn(fs.readFileSync(file, 'latin1')), [], file);
      }
    }
    assert.deepEqual(leaksIn(vscode.log()), [], 'the output of the server');
  });
});
