import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('getting started in the workbench', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    session = await openWorkbench({
      own: 'VS Code keeps which first steps are done.',
      files: { 'api/.gitignore': 'mine\n', 'empty.req': '' },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  it('has a hint in the empty Test Explorer, with a link to a first collection', async () => {
    const { workbench } = session;
    // VS Code shows the view once there is an extension for it: this one is there with the first request file.
    await workbench.openFile('empty.req');
    await workbench.runCommand('View: Show Testing');
    await workbench.page.locator('.sidebar').getByText('The requests of .req files are tests too').waitFor();
    await workbench.page.locator('.sidebar').getByRole('button', { name: 'New Collection…' }).click();
    const question = workbench.page.locator('.quick-input-widget', { hasText: '(1/2)' });
    await question.waitFor();
    await workbench.page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
  });

  it('makes a collection that runs, chooses its environment and overwrites nothing', async () => {
    const { workbench, folder } = session;
    await workbench.runCommand('Req: New Collection…');
    // One input box replaces the other, so the titles distinguish them.
    const box = (title: string): Locator => workbench.page.locator('.quick-input-widget', { hasText: title }).locator('input[type=text]');
    await box('(1/2)').fill('api');
    await box('(1/2)').press('Enter');
    await box('(2/2)').fill(recorder.url);
    await box('(2/2)').press('Enter');
    await workbench.tab('getting-started.req').waitFor();
    await workbench.statusItem(/dev/).waitFor();
    // By the key that the comment above the first request names.
    await workbench.codeLens(/Send$/).first().waitFor();
    await workbench.page.keyboard.press('Control+Enter');
    await panelOf(workbench).shows(/200/);
    assert.equal(recorder.requests.at(-1)?.target, '/');
    const read = (name: string): string => fs.readFileSync(path.join(folder, 'api', name), 'utf8');
    assert.equal(read('.gitignore'), 'mine\n');
    assert.match(read('collection.req'), /@host = http:/);
  });

  it('shows how to begin in an empty request file, until text is typed', async () => {
    const { workbench } = session;
    await workbench.openFile('empty.req');
    const shown = (): Promise<boolean> =>
      workbench.page.evaluate<boolean>(
        `[...document.querySelectorAll('.monaco-editor .view-line *')].some((e) => getComputedStyle(e, '::after').content.includes('or paste curl'))`,
      );
    await until('the hint is shown', shown);
    await workbench.page.keyboard.type('G');
    await until('the hint is gone', async () => !(await shown()));
  });

  it('leads through the first steps', async () => {
    const { workbench } = session;
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.answer('Get started with Req');
    const { page } = workbench;
    await page.getByText('Choose an environment, store a secret').waitFor();
    assert.equal(await page.locator('.getting-started-step').count(), 6);
  });

  it('sends from the walkthrough, whose tab is in front, the request at the cursor of the last file', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.openFile('getting-started.req');
    await workbench.tab('Welcome').click();
    await page.locator('.getting-started-step .step-title', { hasText: 'Send a request' }).click();
    const sent = recorder.requests.length;
    await page.getByRole('button', { name: 'Send the Request at the Cursor' }).click();
    await until('it is sent', () => recorder.requests.length > sent);
    await page.locator('.tab.active', { hasText: 'getting-started.req' }).waitFor();
  });

  it('checks off a step when it has succeeded, and not when its command was cancelled', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const isDone = async (step: string): Promise<boolean> =>
      (await page.locator(`.getting-started-step[data-step-id$="#${step}"]`).getAttribute('aria-checked')) === 'true';
    const environment = page.locator('.quick-input-list .monaco-list-row', { hasText: 'dev' }).first();
    await workbench.openFile('getting-started.req');
    await workbench.runCommand('Req: Choose Environment…');
    await environment.waitFor();
    await page.keyboard.press('Escape');
    await environment.waitFor({ state: 'hidden' });
    await workbench.tab('Welcome').click();
    await until('the request that was sent is checked off', () => isDone('send'));
    assert.deepEqual([await isDone('environments'), await isDone('streams')], [false, false]);
    await workbench.openFile('getting-started.req');
    await workbench.runCommand('Req: Choose Environment…');
    await environment.click();
    await workbench.tab('Welcome').click();
    await until('the environment is checked off', () => isDone('environments'));
  });
});
