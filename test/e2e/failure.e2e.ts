import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startServer, type TestServer } from '../support/server.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';
import { useGallery } from './useGallery.ts';
import { picture } from './picture.ts';

describe('the red card of the response panel', () => {
  const gallery = useGallery();

  for (const [theme, width] of [
    ['light', 820],
    ['dark', 820],
    ['contrast', 820],
    ['dark', 320],
  ] as const)
    it(`has a link and buttons for each problem, by mouse and keyboard: ${theme}, ${width} px`, async () => {
      const page = await gallery.newPage(width);
      await page.goto(gallery.urlOf('unresolved', theme));
      const button = page.getByRole('button', { name: 'Change usr to user' });
      await button.waitFor();
      assert.equal(await page.locator('.failure-problems .place').count(), 3);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      await picture(page, `failure-${theme}-${width}`);
      await button.focus();
      await page.keyboard.press('Enter');
      await button.waitFor({ state: 'detached' });
      // What was done stays, the focus goes on, and the last action leads to sending.
      await page.locator('.failure-done', { hasText: 'Change usr to user' }).waitFor();
      const focused = (name: string): Promise<void> => page.locator('.failure :focus', { hasText: name }).waitFor();
      await focused('Choose Environment dev');
      await page.keyboard.press('Enter');
      await focused('Send login First');
      await page.keyboard.press('Enter');
      await focused('Send again');
      await picture(page, `failure-done-${theme}-${width}`);
      await page.goto(gallery.urlOf('certificate', theme));
      await page.getByRole('button', { name: 'Trust This Certificate' }).waitFor();
      await picture(page, `failure-certificate-${theme}-${width}`);
      await page.close();
    });
});

describe('a failed request in the workbench', () => {
  let recorder: Recorder;
  let server: TestServer;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    server = await startServer({ tls: true });
    session = await openWorkbench({
      files: {
        'a.req': `@user = ada\n\n### One\nGET ${recorder.url}/{{usr}}\n\n?? status == 200\n?? status == 299\n`,
        'tls.req': `GET ${server.url}/json\n`,
        'typed.req': `@a = 1\nGET ${recorder.url}/{{typedOne}}\nX-Two: {{typedTwo}}\n`,
        'two.req': `GET ${recorder.url}/{{one}}\nX-Two: {{two}}\n`,
        'insecure.req': `GET ${server.url}/json\n`,
        'undefined.req': `GET ${recorder.url}/{{nowhere}}\n`,
      },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
    await server.close();
  });

  it('is corrected by a button of the card and sent again; a lens beside Send has the result', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const panel = panelOf(workbench);
    await workbench.openFile('a.req');
    const fix = panel.button(/^Change usr to user$/);
    await clickUntil(workbench.codeLens(/Send/), fix);
    await picture(page, 'failure-workbench');
    await fix.click();
    await workbench.line('/{{user}}').first().waitFor();
    assert.equal(recorder.requests.length, 0);
    await workbench.webview().locator('.failure').getByRole('button', { name: 'Send again' }).click();
    await panel.shows(/200/);
    const result = workbench.codeLens(/^200 · .* · 1 of 2 ✓$/);
    await result.waitFor();
    await picture(page, 'result-workbench');
    await workbench.closeTab('Response');
    await clickUntil(result, panel.head.filter({ hasText: /200/ }));
  });

  it('trusts a certificate after a question, and leads to sending again', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('tls.req');
    await clickUntil(workbench.codeLens(/Send/), panel.button(/^Trust This Certificate$/));
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await clickUntil(panel.button(/^Trust This Certificate$/), dialog);
    await picture(workbench.page, 'trust-workbench');
    await dialog.getByRole('button', { name: 'Trust Certificate' }).click();
    await workbench.line('# @cacert').first().waitFor();
    const certificate = (): string | undefined => fs.readdirSync(session.folder).find((name) => name.endsWith('.pem'));
    await until('the certificate is on the disk', () =>
      fs.readFileSync(path.join(session.folder, certificate() ?? 'tls.req'), 'utf8').startsWith('-----BEGIN CERTIFICATE-----'),
    );
    await panel.failure.locator('.failure-done', { hasText: 'Trust This Certificate' }).waitFor();
    assert.equal(await panel.button(/^Add @insecure$/).count(), 0);
    await panel.failure.getByRole('button', { name: 'Send again' }).click();
    await panel.shows(/200/);
  });

  it('checks no certificate for one request, which the next key sends', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const panel = panelOf(workbench);
    await workbench.openFile('insecure.req');
    const fix = panel.button(/^Add @insecure$/);
    await clickUntil(workbench.codeLens(/Send/), fix);
    await fix.click();
    await panel.failure.locator('.failure-done', { hasText: 'Add @insecure' }).waitFor();
    await panel.failure.locator(':focus', { hasText: 'Send again' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.shows(/200.*Not secure/);
    await workbench.codeLens('Send (not secure)').waitFor();
  });

  it('goes to the value that it leaves to the user, where a button defines a name', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const panel = panelOf(workbench);
    await workbench.openFile('undefined.req');
    const fix = panel.button(/^Define nowhere in this file$/);
    await clickUntil(workbench.codeLens(/Send/), fix);
    await fix.click();
    await workbench.statusItem('Ln 1, Col 12').waitFor();
    await page.keyboard.type('here');
    await workbench.line(/^@nowhere.=.here$/).waitFor();
    await page.keyboard.press('Control+Alt+Enter');
    await panel.shows(/200/);
    assert.equal(recorder.requests.at(-1)?.target, '/here');
  });

  it('shows the current line of a problem while lines are typed above it', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const panel = panelOf(workbench);
    await workbench.openFile('typed.req');
    await clickUntil(workbench.codeLens(/Send/), panel.failure.getByText('typed.req:3'));
    await workbench.line('@a = 1').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('# one\n# two\n');
    await panel.failure.getByRole('button', { name: 'typed.req:5' }).waitFor();
    await panel.head.getByRole('button', { name: 'typed.req:4' }).waitFor();
    await panel.failure.getByRole('button', { name: 'typed.req:5' }).click();
    await workbench.statusItem(/^Ln 5, /).waitFor();
  });

  it('links to the line of a problem also after a button wrote a line above it', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('two.req');
    const fix = panel.button(/^Define one in this file$/);
    await clickUntil(workbench.codeLens(/Send/), fix);
    await fix.click();
    await workbench.line(/^@one.=/).waitFor();
    await clickUntil(
      workbench
        .webview()
        .locator('.failure')
        .getByText(/two\.req:[24]$/),
      workbench.statusItem(/^Ln [34], Col 8$/),
    );
    assert.match(await workbench.page.locator('.view-lines').innerText(), /X-Two/);
  });
});
