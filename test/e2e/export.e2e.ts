import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench, type Session } from './openWorkbench.ts';

const files = {
  'api/a.req': '### ready\nGET http://127.0.0.1:9/\n\n### waits\n< {%\nawait tool.sleep(59000);\n%}\nGET http://127.0.0.1:9/\n',
};

describe('an export in the workbench', () => {
  let session: Session;

  before(async () => {
    session = await openWorkbench({ files });
  });
  after(() => session.close());

  it('that is cancelled writes nothing, not even the finished part, and reports it', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    await workbench.openFile('a.req');
    await workbench.runCommand('Req: Export Requests…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Python (requests)' }).click();
    await workbench.answer(path.join(folder, 'api/a.py'));
    const progress = workbench.toast('Exporting for Python');
    await progress.waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await workbench.toast('The export was cancelled. Nothing was written.').waitFor();
    await progress.waitFor({ state: 'detached' });
    assert.deepEqual(fs.readdirSync(path.join(folder, 'api')), ['a.req']);
  });
});
