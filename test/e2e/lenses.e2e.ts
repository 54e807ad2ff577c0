import path from 'node:path';
import { openWorkbench } from './openWorkbench.ts';

const repository = path.resolve(import.meta.dirname, '../..');

describe('the Send lens in the workbench', () => {
  it('can be clicked again after another extension added lenses while the editor had no focus, which makes VS Code drop those of Req', async () => {
    const session = await openWorkbench({
      files: { 'a.req': 'GET http://127.0.0.1:1\n' },
      development: [repository, path.join(repository, 'test/fixtures/otherLenses')],
    });
    try {
      const { workbench } = session;
      await workbench.openFile('a.req');
      await workbench.codeLens(/Send/).first().waitFor();
      await workbench.runCommand('Bring Other Lenses');
      await workbench.page.locator('.search-view').first().waitFor();
      // Until they are asked for again, they are shown as text alone, which is no link.
      await workbench.codeLens(/Send/).first().waitFor();
    } finally {
      await session.close();
    }
  });
});
