import assert from 'node:assert/strict';
import { startRecorder } from '../support/recorder.ts';
import { openWorkbench } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('a workspace that is not trusted', () => {
  it('helps with the language, sends nothing and reads no environment, until it is trusted', async () => {
    const recorder = await startRecorder();
    const session = await openWorkbench({
      files: {
        'a.req': `@path = here\nGET ${recorder.url}/{{path}}/{{who}}\n`,
        'http-client.env.json': JSON.stringify({ $shared: { who: 'ada' }, dev: { who: 'grace' } }),
      },
      settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    });
    try {
      const { workbench } = session;
      const { page } = workbench;
      await workbench.openFile('a.req');
      // The lenses say that the extension is up.
      await workbench.codeLens(/Send/).waitFor();
      // What is known of the names comes a moment after the lenses, and says so by its mark.
      await page.locator('.squiggly-info').first().waitFor();
      assert.equal(await page.locator('.squiggly-error').count(), 0);
      await workbench.statusItem('No environment').click();
      await workbench.toast(/Environments are not read until this workspace is trusted/).waitFor();
      await workbench.codeLens(/Send/).click();
      const refusal = workbench.toast(/Nothing is sent and no script runs until this workspace is trusted/);
      await refusal.waitFor();
      assert.equal(recorder.requests.length, 0);
      await refusal.getByRole('button', { name: 'Manage Workspace Trust' }).click();
      await page.getByRole('button', { name: 'Trust', exact: true }).click();
      await workbench.openFile('a.req');
      await workbench.codeLens(/Send/).click();
      await panelOf(workbench).shows(/200/);
      assert.equal(recorder.requests[0]?.target, '/here/ada');
    } finally {
      await session.close();
      await recorder.close();
    }
  });
});
