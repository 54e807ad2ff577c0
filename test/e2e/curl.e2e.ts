import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench } from './openWorkbench.ts';

describe('pasting into a request file', () => {
  it('makes a request of a curl command, takes it back, and leaves other text alone', async () => {
    const session = await openWorkbench({
      files: {
        'a.req': 'GET http://127.0.0.1:9/\n\n',
        'command.txt': "curl -L http://127.0.0.1:9/pasted \\\n  -H 'Accept: text/plain'",
        'text.txt': '# how curl works',
      },
    });
    try {
      const { workbench, window, folder } = session;
      const { page } = workbench;
      await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const saved = (): string => fs.readFileSync(path.join(folder, 'a.req'), 'utf8');
      const copy = async (file: string): Promise<void> => {
        await workbench.openFile(file);
        await page.keyboard.press('Control+A');
        await page.keyboard.press('Control+C');
        await workbench.openFile('a.req');
        await page.keyboard.press('Control+End');
      };
      await workbench.openFile('a.req');
      // Before that the extension is still starting, and a paste is a paste.
      await workbench.codeLens(/Send/).first().waitFor();
      await copy('command.txt');
      await page.keyboard.press('Control+V');
      await workbench.line(/^Accept:\stext\/plain$/).waitFor();
      await workbench.save();
      assert.equal(saved(), 'GET http://127.0.0.1:9/\n\n###\n\nGET http://127.0.0.1:9/pasted\nAccept: text/plain');
      await page.keyboard.press('Control+Z');
      await workbench.line('Accept: text/plain').waitFor({ state: 'detached' });
      await copy('text.txt');
      await page.keyboard.press('Control+V');
      await workbench.line('# how curl works').waitFor();
    } finally {
      await session.close();
    }
  });
});
