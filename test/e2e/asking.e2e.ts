import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';
import { picture } from './picture.ts';

describe('the questions of a send', () => {
  const outside = makeTemporaryFolder('req-outside-');
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    fs.writeFileSync(path.join(outside.path, 'body.txt'), 'from outside');
    session = await openWorkbench({
      files: {
        'env.req': `### Env\nGET ${recorder.url}/env?path={{$env.REQ_TEST_VALUE}}\n`,
        'form.req': `### Enrol\n# @prompt name Your name\n# @prompt code\n# @secret code\nGET ${recorder.url}/form/{{name}}/{{?team}}\nX-Code: {{code}}\n`,
        'file.req': `### File\nPOST ${recorder.url}/file\n\n< ${path.join(outside.path, 'body.txt')}\n`,
        'label.req': `### Label\nGET ${recorder.url}/label/{{?your team}}\n`,
        'secret.req': `### Secret\nGET ${recorder.url}/secret\nX-Key: {{$secret.TEST_KEY}}\n`,
      },
      env: { REQ_TEST_VALUE: 'from-outside' },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
    outside.remove();
  });

  const sent = (to: string): number => recorder.requests.filter((r) => r.target.startsWith(to)).length;

  it('asks once for each file and host before it sends a value of the process environment', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('env.req');
    await clickUntil(workbench.codeLens(/Send/), workbench.dialog());
    await workbench.dialog().getByRole('button', { name: 'Cancel' }).click();
    await panel.shows(/cancelled/i);
    assert.equal(sent('/env'), 0);
    await clickUntil(workbench.codeLens(/Send/), workbench.dialog());
    await workbench.dialog().getByRole('button', { name: 'Send Them' }).click();
    await until('the request came', () => recorder.requests.find((r) => r.target === '/env?path=from-outside'));
    // Without a question.
    await clickUntil(workbench.codeLens(/Send/), () => sent('/env') === 2);
  });

  it('asks again after a permission was removed', async () => {
    const { workbench } = session;
    await workbench.openFile('env.req');
    await workbench.runCommand('Req: Forget Permissions…');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: /REQ_TEST_VALUE.*127\.0\.0\.1/ }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await clickUntil(workbench.codeLens(/Send/), workbench.dialog());
    await workbench.dialog().getByRole('button', { name: 'Cancel' }).click();
    await panelOf(workbench).shows(/cancelled/i);
  });

  it('asks once for each file and host before it sends a file from outside of the workspace, and again after the permission was removed', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const question = workbench.dialog().filter({ hasText: /sends the file .*body\.txt, or values made from it, to 127\.0\.0\.1:\d+/ });
    await workbench.openFile('file.req');
    await clickUntil(workbench.codeLens(/Send/), question);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await workbench
      .webview()
      .getByText(/was not allowed/)
      .first()
      .waitFor();
    assert.equal(sent('/file'), 0);
    await clickUntil(workbench.codeLens(/Send/), question);
    await question.getByRole('button', { name: 'Send It' }).click();
    await until('the file came', () => recorder.requests.find((r) => r.target === '/file' && r.body === 'from outside'));
    // Without a question.
    await clickUntil(workbench.codeLens(/Send/), () => sent('/file') === 2);
    await workbench.runCommand('Req: Forget Permissions…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: /body\.txt.*may be sent to 127\.0\.0\.1/ }).waitFor();
    await page.keyboard.press('Enter');
    await clickUntil(workbench.codeLens(/Send/), question);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await workbench
      .webview()
      .getByText(/was not allowed/)
      .first()
      .waitFor();
  });

  it('asks for a secret once, sends nothing without it, and shows it nowhere', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('secret.req');
    await clickUntil(workbench.codeLens(/Send/), workbench.quickInput());
    // An empty secret is refused: the question stays.
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByText('Enter a value, or press Escape to cancel').first().waitFor();
    await workbench.page.keyboard.press('Escape');
    await panel.shows(/cancelled/i);
    assert.equal(sent('/secret'), 0);
    await clickUntil(workbench.codeLens(/Send/), workbench.quickInput());
    await workbench.answer('hush-hush-1');
    await panel.shows(/200/);
    await panel.openTab(/Request/);
    await workbench.webview().getByText('•••').first().waitFor();
    assert.equal(await workbench.webview().getByText('hush-hush-1').count(), 0);
    assert.ok(recorder.requests.some((r) => r.headers.some(([name, value]) => name === 'X-Key' && value === 'hush-hush-1')));
    // Without a question.
    await clickUntil(workbench.codeLens(/Send/), () => sent('/secret') === 2);
  });

  it('asks for several values in one form with keyboard control, with the last answers, and Escape sends nothing', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const panel = panelOf(workbench);
    const form = workbench.webview().getByRole('form', { name: 'Enrol needs:' });
    const field = (label: string): Locator => form.getByLabel(label, { exact: true });
    await workbench.openFile('form.req');
    await clickUntil(workbench.codeLens(/Send/), form);
    assert.deepEqual(await form.locator('label').allInnerTexts(), ['Your name', 'code', 'team']);
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await page.keyboard.type('hush-hush-2');
    assert.equal(await field('code').getAttribute('type'), 'password');
    await page.keyboard.press('Escape');
    await panel.shows(/cancelled/i);
    await form.waitFor({ state: 'detached' });
    assert.equal(sent('/form'), 0);

    await clickUntil(workbench.codeLens(/Send/), form);
    for (const answer of ['Ada L', 'hush-hush-2', 'red']) {
      await page.keyboard.type(answer);
      await page.keyboard.press('Enter');
    }
    await panel.shows(/200/);
    const went = recorder.requests.find((r) => r.target.startsWith('/form'));
    assert.equal(went?.target, '/form/Ada%20L/red');
    assert.ok(went.headers.some(([name, value]) => name === 'X-Code' && value === 'hush-hush-2'));

    // The last answers stand there, selected, but for what is hidden. The editor has the focus again.
    await workbench.page.locator('.monaco-editor.focused').waitFor();
    await clickUntil(workbench.codeLens(/Send/), form);
    assert.deepEqual(
      [await field('Your name').inputValue(), await field('code').inputValue(), await field('team').inputValue()],
      ['Ada L', '', 'red'],
    );
    await page.keyboard.type('Grace');
    await page.keyboard.press('Control+Enter');
    await until('the second came', () => recorder.requests.find((r) => r.target === '/form/Grace/red'));

    // The mouse alone: Send sends, as Ctrl+Enter does.
    await clickUntil(workbench.codeLens(/Send/), form);
    await field('Your name').fill('Lin');
    await picture(page, 'form-send');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await until('the third came', () => recorder.requests.find((r) => r.target === '/form/Lin/red'));

    // One question is an input box, and knows what was said to the same label.
    await workbench.openFile('label.req');
    await clickUntil(workbench.codeLens(/Send/), workbench.quickInput());
    // No time runs, because nothing is sent yet.
    await panelOf(workbench).shows(/Waiting for your input…/);
    assert.equal(await workbench.webview().locator('.elapsed').count(), 0);
    await workbench.answer('blue');
    await until('the first came', () => recorder.requests.find((r) => r.target === '/label/blue'));
    await clickUntil(workbench.codeLens(/Send/), workbench.quickInput());
    assert.equal(await workbench.quickInput().inputValue(), 'blue');
    await page.keyboard.press('Enter');
    await until('the second came', () => sent('/label') === 2);
  });

  it('asks again in a page that was hidden meanwhile, with the typed text; closing the panel sends nothing', async () => {
    const { workbench } = session;
    const form = workbench.webview().getByRole('form', { name: 'Enrol needs:' });
    await workbench.openFile('form.req');
    await clickUntil(workbench.codeLens(/Send/), form);
    await form.getByLabel('Your name').fill('Half');
    await workbench.tab('form.req').click();
    await workbench.runCommand('View: Join All Editor Groups');
    await form.waitFor({ state: 'hidden' });
    await workbench.tab('Response').click();
    await form.waitFor();
    assert.equal(await form.getByLabel('Your name').inputValue(), 'Half');
    await workbench.closeTab('Response');
    await workbench.codeLens(/Send/).waitFor();
    assert.equal(sent('/form/Half'), 0);
  });
});
