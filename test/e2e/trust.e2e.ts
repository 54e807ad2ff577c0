import assert from 'node:assert/strict';
import { startRecorder } from '../support/recorder.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('a workspace that is not trusted', () => {
  it('helps with the language, sends nothing and reads no environment, until it is trusted', async () => {
    const recorder = await startRecorder();
    const session = await openWorkbench({
      files: {
        'a.req': `< {%\n  tool.setVar("script", "ran");\n%}\n@path = here\nGET ${recorder.url}/{{path}}/{{who}}/{{script}}\n`,
        'http-client.env.json': JSON.stringify({ $shared: { who: 'ada' }, dev: { who: 'grace' } }),
      },
      own: 'VS Code asks for trust only when a window opens.',
      settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    });
    try {
      const { workbench } = session;
      const { page } = workbench;
      const marks = page.locator('.squiggly-info');
      const send = workbench.codeLens(/Send/);
      await workbench.openFile('a.req');
      // What is known of the names says so by its mark: it is not wrong, it waits for trust.
      await marks.first().waitFor();
      assert.equal(await page.locator('.squiggly-error').count(), 0);
      await clickUntil(
        workbench.statusItem('No environment'),
        workbench.toast(/Environments are not read until this workspace is trusted/),
      );
      const refusal = workbench.toast(/Nothing is sent and no script runs until this workspace is trusted/);
      await clickUntil(send, refusal);
      assert.equal(recorder.requests.length, 0);
      await refusal.first().getByRole('button', { name: 'Manage Workspace Trust' }).click();
      await page.getByRole('button', { name: 'Trust', exact: true }).click();
      await workbench.openFile('a.req');
      // Everything is looked at again: the name that stands in the environment is known now.
      await marks.first().waitFor({ state: 'detached' });
      await clickUntil(send, panelOf(workbench).head.filter({ hasText: /200/ }));
      assert.equal(recorder.requests[0]?.target, '/here/ada/ran');
    } finally {
      await session.close();
      await recorder.close();
    }
  });

  it('shows its requests as tests, and runs and exports none', async () => {
    const recorder = await startRecorder();
    const session = await openWorkbench({
      files: { 'a.req': `### one\nGET ${recorder.url}/\n` },
      own: 'VS Code asks for trust only when a window opens.',
      settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    });
    try {
      const { workbench } = session;
      await workbench.openFile('a.req');
      await workbench.codeLens(/Send/).first().waitFor();
      await workbench.runCommand('View: Show Testing');
      await workbench.treeRow(/req-e2e/).waitFor();
      await workbench.runCommand('Test: Run All Tests');
      // VS Code asks by itself.
      await workbench.dialog().filter({ hasText: 'Running tests may execute code' }).getByRole('button', { name: 'Cancel' }).click();
      await workbench.runCommand('Req: Export Requests…');
      await workbench.toast(/Nothing is exported and no script runs until this workspace is trusted/).waitFor();
      assert.equal(recorder.requests.length, 0);
    } finally {
      await session.close();
      await recorder.close();
    }
  });

  it('renames the definitions in its files, and asks once about the environments that it does not read', async () => {
    const session = await openWorkbench({
      files: {
        'a.req': '@path = here\nGET http://127.0.0.1/{{path}}\n',
        'http-client.env.json': JSON.stringify({ dev: { other: '{{path}}' } }),
      },
      own: 'VS Code asks for trust only when a window opens.',
      settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    });
    try {
      const { workbench } = session;
      const { page } = workbench;
      const box = page.locator('.rename-box input');
      const rename = async (to: string): Promise<void> => {
        await page.keyboard.press('F2');
        await box.waitFor();
        await box.fill(to);
        await page.keyboard.press('Enter');
      };
      await workbench.openFile('a.req');
      await workbench.codeLens(/Send/).first().waitFor();
      await workbench.line('@path').click();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await rename('way');
      const question = workbench.dialog().filter({ hasText: 'Rename without the environment files?' });
      await question.filter({ hasText: 'http-client.env.json is not read until this workspace is trusted' }).waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await workbench.line('@way').count(), 0);
      await rename('way');
      await question.getByRole('button', { name: 'Rename Without Them' }).click();
      await workbench.line('GET http://127.0.0.1/{{way}}').waitFor();
      await rename('road');
      await workbench.line('GET http://127.0.0.1/{{road}}').waitFor();
    } finally {
      await session.close();
    }
  });
});
