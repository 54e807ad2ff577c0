import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { setPane } from './setPane.ts';

describe('the Variables view in the workbench', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    session = await openWorkbench({
      own: 'VS Code keeps which views are collapsed.',
      files: {
        'collection.req': `@host = ${recorder.url}\n@agent = of the collection\n`,
        'a.req': `@user = {"name": "Ada", "tags": ["math", "engines"]}

### Count
< {%
  tool.setVar("count", (tool.getVar("count") ?? 0) + 1);
%}
GET {{host}}/count?key={{token}}
`,
        'http-client.env.json': JSON.stringify({ dev: { agent: 'of dev' } }),
        'http-client.private.env.json': JSON.stringify({ dev: { token: 'canary-secret' } }),
      },
    });
    const { workbench } = session;
    await workbench.openFile('a.req');
    await workbench.codeLens(/Send$/).first().waitFor();
    await workbench.runCommand('Req: Choose Environment…');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'dev' }).first().click();
    await workbench.statusItem(/dev/).waitFor();
    await workbench.runCommand('Req: Show Variables');
    // Makes room for the rows of both views.
    await setPane(workbench.page, 'Requests', false);
    await setPane(workbench.page, 'Variable History', true);
    await workbench
      .treeRow(/^Environment/)
      .first()
      .waitFor();
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  it('shows effective and hidden values, follows a send, and shows no secret', async () => {
    const { workbench } = session;
    await workbench.treeRow(/agent"of the collection".*hidden by environment/).waitFor();
    await workbench.treeRow(/token•••/).waitFor();
    await clickUntil(workbench.codeLens(/Send$/), workbench.treeRow(/^count1.*Count · a\.req:5/));
    await until('the request went out', () => recorder.requests.length > 0);
    assert.ok(!(await workbench.page.locator('.sidebar').innerText()).includes('canary'));
  });

  it('filters during typing, and shows all again', async () => {
    const { workbench } = session;
    await workbench.runCommand('Req: Filter Variables…');
    await workbench.quickInput().fill('engin');
    await workbench.treeRow(/^1"engines"/).waitFor();
    await workbench.treeRow('agent').first().waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput().waitFor({ state: 'hidden' });
    await workbench.runCommand('Req: Clear Filter of Variables');
    await workbench.treeRow(/agent"of dev"/).waitFor();
  });

  it('edits a value with its type by the keyboard, and restores it from its history', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.treeRow(/^count1/).click();
    await page.keyboard.press('F2');
    await workbench.answer('41');
    await workbench.treeRow(/^count41.*set by hand/).waitFor();
    await clickUntil(workbench.codeLens(/Send$/), workbench.treeRow(/^count42.*Count · a\.req:5/));
    const change = workbench.treeRow(/^count41 → 42/);
    // Its button is there while the mouse is on the row, which may be drawn anew under it.
    await until('it is put back', async () => {
      if (await workbench.treeRow(/^count42 → 41/).isVisible()) return true;
      await change.hover({ timeout: 2000 }).catch(() => undefined);
      await change
        .getByLabel('Restore Previous Value')
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined);
      return false;
    });
    await workbench.treeRow(/^count41.*set by hand/).waitFor();
  });
});
