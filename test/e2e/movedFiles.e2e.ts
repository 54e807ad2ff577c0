import type { Locator } from 'playwright-core';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';
import { answerSaveDialog } from './saveDialog.ts';

describe('the response of a request whose file gets another name', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    session = await openWorkbench({
      files: {
        'old.req': `GET ${recorder.url}/kept\n\n?? status == 299\n`,
        'other.req': `GET ${recorder.url}/other\n`,
        'run.req': `### In a run\nGET ${recorder.url}/run\n\n?? status == 299\n`,
      },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  /** A request with its status in the Requests view. */
  const lastResponse = (path: string): Locator =>
    session.workbench.page.locator(`.monaco-list-row[aria-label$="/${path}, last response 200 OK"]`);
  const sent = (path: string): number => recorder.requests.filter(({ target }) => target === path).length;

  /** Gives a file another name in the Requests view. */
  async function rename(from: string, to: string): Promise<void> {
    const { workbench } = session;
    const { page } = workbench;
    const row = workbench.treeRow(new RegExp(`^${from.replace('.', String.raw`\.`)}`));
    await workbench.runCommand('Req: Show Requests');
    await row.waitFor();
    await until('the new name is asked for', async () => {
      await row.click();
      await page.keyboard.press('F2');
      // A view that is just following the editor may close the box.
      return workbench
        .quickInput()
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
    });
    await workbench.answer(to);
  }

  it('stays with it when the file is renamed: result, failed assertion, status, links and Send again', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const panel = panelOf(workbench);
    await workbench.openFile('old.req');
    await workbench.codeLens(/Send$/).first().click();
    await panel.ended('/kept');
    await workbench.codeLens(/^200 .*0 of 1 ✓/).waitFor();
    await rename('old.req', 'new.req');
    await workbench.tab('new.req').waitFor();
    await workbench.codeLens(/^200 .*0 of 1 ✓/).waitFor();
    await page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await lastResponse('kept').waitFor();
    await panel.head.filter({ hasText: 'new.req' }).waitFor();
    await panel.button(/Send again/).click();
    await until('it is sent again', () => sent('/kept') === 2);
  });

  it('stays with it when an untitled document is saved', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const panel = panelOf(workbench);
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.tab(/^Untitled-\d/).waitFor();
    await workbench.runCommand('Change Language Mode');
    await workbench.quickInput().fill('Req');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: /^Req ?\(req\)/ }).click();
    await page.keyboard.type(`GET ${recorder.url}/drafted`);
    await workbench.codeLens(/Send$/).first().waitFor();
    await page.keyboard.press('Control+Enter');
    await panel.ended('/drafted');
    await workbench.codeLens(/^200/).waitFor();
    await page.keyboard.press('Control+S');
    await answerSaveDialog(page, /Untitled|\.req/, `${session.folder}/drafted.req`);
    await workbench.tab('drafted.req').waitFor();
    await workbench.codeLens(/^200/).waitFor();
    await lastResponse('drafted').waitFor();
    await panel.head.filter({ hasText: 'drafted.req' }).waitFor();
    await panel.button(/Send again/).click();
    await until('it is sent again', () => sent('/drafted') === 2);
  });

  it('is reached from the summary of a run at its current place, and runs again, after its file was edited and renamed', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.openFile('run.req');
    await workbench.runCommand('Req: Run File');
    const place = workbench.webview().locator('.run-place', { hasText: 'run.req:2' });
    await place.waitFor();
    await workbench.line('### In a run').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('# A note\n\n');
    await workbench.save();
    await rename('run.req', 'renamed.req');
    await workbench.tab('renamed.req').waitFor();
    await workbench.webview().locator('.run-place', { hasText: 'renamed.req:2' }).click();
    await workbench.statusItem('Ln 4').waitFor();
    await workbench.webview().getByRole('button', { name: 'Rerun failed' }).click();
    await until('it is sent again', () => sent('/run') === 2);
  });
});
