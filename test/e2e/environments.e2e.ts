import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('environments in the workbench', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder((_, target) => {
      const body = `{"path": "${target}", "at": ${recorder.requests.length}}`;
      return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    session = await openWorkbench({
      files: {
        'a.req': `### Remove\nDELETE {{host}}/gone\n`,
        'http-client.env.json': JSON.stringify({ prod: { $protected: true, host: recorder.url } }, undefined, 2),
        'compared/who.req': `### Who\nGET ${recorder.url}/who/{{who}}\n`,
        'compared/http-client.env.json': JSON.stringify({ dev: { who: 'ada' }, test: { who: 'grace' } }),
      },
      settings: { 'diffEditor.useInlineViewWhenSpaceIsLimited': false },
    });
    await session.workbench.openFile('a.req');
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  /**
   * Repeats the command if the list closes at once: where a web view had the focus before the palette, VS Code gives it back a moment later,
   * also to the page below a list that has opened since.
   */
  const choose = async (label: string | RegExp): Promise<void> => {
    const { page } = session.workbench;
    await until('the environment is chosen', async () => {
      await session.workbench.runCommand('Req: Choose Environment…');
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first();
      return row.click({ timeout: 20_000 }).then(
        () => true,
        () => false,
      );
    });
  };

  it('that are protected are red, show it in the lens, and ask before a change', async () => {
    const { workbench } = session;
    await choose(/prod/);
    await workbench.statusItem(/prod/).waitFor();
    const classes = (await workbench.statusItem(/prod/).getAttribute('class')) ?? '';
    assert.match(classes, /error-kind/);
    await clickUntil(workbench.codeLens(/Send to prod/), workbench.dialog().getByText(/DELETE .*\/gone/));
    await workbench.dialog().getByRole('button', { name: 'Cancel' }).click();
    await workbench.dialog().waitFor({ state: 'detached' });
    assert.equal(recorder.requests.length, 0);
    await clickUntil(workbench.codeLens(/Send to prod/), workbench.dialog());
    await workbench.dialog().getByRole('button', { name: 'Send to prod' }).click();
    await until('the request came', () => recorder.requests.find((r) => r.method === 'DELETE'));
  });

  it('are made in the picker, written to the file and chosen', async () => {
    const { workbench, folder } = session;
    await workbench.openFile('a.req');
    await choose(/New environment/);
    await workbench.answer('dev');
    await workbench.tab('http-client.env.json').waitFor();
    await until('the file has it', () => fs.readFileSync(path.join(folder, 'http-client.env.json'), 'utf8').includes('"dev": {}'));
    await workbench.openFile('a.req');
    await workbench.statusItem(/dev/).waitFor();
    await workbench.codeLens(/Send$/).waitFor();
  });

  it('compare the shown response with that of another environment', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.openFile('who.req');
    await choose(/dev/);
    await workbench.statusItem(/dev/).waitFor();
    await clickUntil(workbench.codeLens(/Send$/), () => recorder.requests.some((r) => r.target === '/who/ada'));
    await panelOf(workbench).shows(/200/);
    await workbench.runCommand('Req: Compare Response…');
    const offered = page.locator('.quick-input-list .monaco-list-row');
    // There is no earlier response of this request: what others were answered comes last.
    await offered.first().filter({ hasText: 'Send in prod and compare' }).waitFor();
    await offered.filter({ hasText: 'Send in test and compare' }).click();
    await until('it went out in the other environment', () => recorder.requests.find((r) => r.target === '/who/grace'));
    await workbench.tab(/Who: .* dev ↔ .* test/).waitFor();
    await page.locator('.monaco-diff-editor .editor.original .view-line', { hasText: '/who/ada' }).waitFor();
    await page.locator('.monaco-diff-editor .editor.modified .view-line', { hasText: '/who/grace' }).waitFor();
    // What is chosen for sending stays as it was.
    await workbench.openFile('who.req');
    await workbench.statusItem(/dev/).waitFor();
  });

  it('are chosen for the file whose response has the focus', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.tab('Response').click();
    await panel.head.click();
    await choose(/prod/);
    await workbench.statusItem(/prod/).waitFor();
  });
});
