import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startServer, type TestServer } from '../support/server.ts';
import { clickUntil } from './clickUntil.ts';
import { panelOf } from './panel.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';

const fields = ['id={{key}}%3B Max-Age%3D86400', 'theme=dark', 'odd=%24(trash)'].map((field) => `Set-Cookie=${field}`).join('&');

describe('cookies in the workbench', () => {
  let server: TestServer;
  let session: Session;

  before(async () => {
    server = await startServer();
    session = await openWorkbench({
      files: {
        'a.req': `# @secret key\n@key = hunter22\n\n### Set\nGET ${server.url}/headers?${fields}\n\n### Look\nGET ${server.url}/echo\n`,
        'collection.req': '',
      },
    });
    await session.workbench.openFile('a.req');
  });

  after(async () => {
    await session.close();
    await server.close();
  });

  const row = (text: string | RegExp): Locator =>
    session.workbench.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  const title = (text: string): Locator => session.workbench.page.locator('.quick-input-title', { hasText: text });
  /** Sends the request whose response sets all three, and waits for its end. */
  async function set(): Promise<void> {
    const before = server.requests.length;
    await session.workbench.openFile('a.req');
    await clickUntil(session.workbench.codeLens(/Send/).first(), () => server.requests.length > before);
    await panelOf(session.workbench).ended('/headers?');
  }
  const show = async (): Promise<void> => {
    await session.workbench.runCommand('Req: Show Cookies…');
    await title('Req: Cookies of').waitFor();
  };
  async function look(): Promise<string | undefined> {
    const before = server.requests.length;
    await session.workbench.openFile('a.req');
    await clickUntil(session.workbench.codeLens(/Send/).nth(1), () => server.requests.length > before);
    await panelOf(session.workbench).ended('/echo');
    return server.requests.at(-1)?.headers.find(([name]) => name === 'Cookie')?.[1];
  }

  /** Types a value, and presses Enter again if the box lost the key, as a newly opened one may. */
  async function change(value: string): Promise<void> {
    await session.workbench.quickInput().fill(value);
    for (let i = 0; i < 5; i++) {
      await session.workbench.quickInput().press('Enter');
      try {
        return await row(value).waitFor({ timeout: 10_000 });
      } catch (error) {
        if (!(await title('Value of').isVisible())) throw error;
      }
    }
  }

  it('are listed by domain with the secret hidden, changed, sent, kept over a reload, and deleted', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await set();
    assert.equal(await look(), 'id=hunter22; theme=dark; odd=$(trash)');

    await show();
    await row(/^id•••/).waitFor();
    await row('127.0.0.1').first().waitFor();
    await row('$(trash)').waitFor();
    assert.doesNotMatch((await page.locator('.quick-input-widget').innerText()) ?? '', /hunter22/);
    await row('dark').click();
    await row('Edit value').click();
    await title('Value of theme').waitFor();
    await change('light');
    await page.keyboard.press('Escape');
    assert.equal(await look(), 'id=hunter22; theme=light; odd=$(trash)');

    await workbench.reload();
    assert.equal(await look(), 'id=hunter22');
    await show();
    await row(/^id•••/).click();
    await row('Delete').click();
    await workbench.toast(/No cookies are stored for/).waitFor();
    assert.equal(await look(), undefined);
  });

  it('are deleted by domain, and all of them after a confirmation', async () => {
    const { workbench } = session;
    await set();
    await show();
    await row('theme').click();
    await row('Delete all 3 of 127.0.0.1').click();
    await title('Req: Cookies of').waitFor({ state: 'hidden' });
    assert.equal(await look(), undefined);
    await set();
    await show();
    await row('Delete all 3').click();
    await workbench.dialog().getByText('Delete all 3 cookies?').waitFor();
    await workbench.dialog().getByRole('button', { name: 'Delete All' }).click();
    await workbench.dialog().waitFor({ state: 'detached' });
    await title('Req: Cookies of').waitFor({ state: 'hidden' });
    assert.equal(await look(), undefined);
  });
});
