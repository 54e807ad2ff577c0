import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('the history in the workbench', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    let answered = 0;
    recorder = await startRecorder((_, target) => {
      const body = `{"n": ${++answered}, "b": 1, "a": 2}`;
      return `HTTP/1.1 ${target === '/missing' ? '404 Not Found' : '200 OK'}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    session = await openWorkbench({
      files: {
        'a.req': `### Count\n< {%\n  tool.setVar("count", (tool.getVar("count") ?? 0) + 1);\n%}\nPOST ${recorder.url}/count\nContent-Type: application/json\n\n{"count": {{count}}, "at": "{{$uuid}}"}\n`,
        'b.req': `### Other\nGET ${recorder.url}/other\n`,
        'c.req': `### Third\nGET ${recorder.url}/third\n`,
        '.vscode/settings.json': JSON.stringify({ 'workbench.colorTheme': 'Default Dark Modern' }),
        'd.req': `### Missing\nGET ${recorder.url}/missing\n`,
      },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  const rows = () => session.workbench.page.locator('.sidebar .pane', { hasText: 'History' }).locator('.monaco-list-row');

  async function send(file: string): Promise<void> {
    const { workbench } = session;
    const before = recorder.requests.length;
    await workbench.openFile(file);
    await clickUntil(workbench.codeLens(/Send$/), () => recorder.requests.length > before);
  }

  it('has the sent requests, the newest first, and shows them again, also after a reload of the window', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await send('a.req');
    await panel.shows(/200/);
    await send('a.req');
    await panel.shows(/200/);
    await workbench.runCommand('Req: Show History');
    await rows().filter({ hasText: 'Count' }).filter({ hasText: '2 times' }).waitFor();
    await workbench.reload();
    // What the panel showed comes back from the history.
    await panel.shows(/200/);
    await workbench
      .webview()
      .locator('.content', { hasText: /"n": 2/ })
      .first()
      .waitFor();
    await workbench.runCommand('Req: Show History');
    await rows().filter({ hasText: '2 times' }).waitFor();
    await until('its responses are listed', async () => {
      if ((await rows().filter({ hasText: /200/ }).count()) > 1) return true;
      await rows().filter({ hasText: '2 times' }).click();
      // A click on a row that is drawn anew is lost, and a second one would collapse it.
      await workbench.page.keyboard.press('ArrowRight');
      return false;
    });
    await rows().filter({ hasText: /200/ }).nth(1).click();
    await workbench
      .webview()
      .locator('.content', { hasText: /"n": 1/ })
      .first()
      .waitFor();
  });

  it('compares two in the diff editor, also with the keys in one order', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.runCommand('Req: Compare Response…');
    const picks = page.locator('.quick-input-list .monaco-list-row');
    await picks.filter({ hasText: 'Count' }).first().click();
    await workbench.tab('↔').waitFor();
    // The last member of an object has no comma behind it.
    await workbench
      .line(/"n":\s2,/)
      .first()
      .waitFor();
    await workbench.runCommand('Req: Normalize Key Order');
    await workbench
      .line(/"a":\s2,/)
      .first()
      .waitFor();
    await workbench.runCommand('Req: Key Order as Received');
    await workbench
      .line(/"n":\s2,/)
      .first()
      .waitFor();
  });

  it('sends the same request again, even if the file was changed', async () => {
    const { workbench } = session;
    const bodies = (): readonly string[] => recorder.requests.filter((r) => r.target === '/count').map((r) => r.body);
    const [first] = bodies();
    await workbench.runCommand('Req: Show History');
    await rows().filter({ hasText: /200/ }).last().click();
    await workbench.page.keyboard.press('Control+Alt+Enter');
    // Its $uuid too.
    await until('the same went out again', () => bodies().length === 3 && bodies()[2] === first);
    await rows().filter({ hasText: '3 times' }).waitFor();
  });

  it('deletes an entry by the keyboard', async () => {
    const { workbench } = session;
    await workbench.runCommand('Req: Show History');
    await rows().filter({ hasText: /200/ }).last().click();
    await workbench.page.keyboard.press('Delete');
    await rows().filter({ hasText: '2 times' }).waitFor();
  });

  it('moves the focus to the tabs of the panel by Ctrl+Alt+O, then to its last place in it, also of a panel that was closed', async () => {
    const { workbench } = session;
    const { keyboard } = workbench.page;
    const tabInHand = (name: RegExp) => workbench.webview().getByRole('tab', { name }).and(workbench.webview().locator(':focus'));
    const toRequest = async (): Promise<void> => {
      await workbench.openFile('b.req');
      await workbench.line('GET').first().click();
    };
    await send('b.req');
    await panelOf(workbench).shows(/200/);
    await toRequest();
    await keyboard.press('Control+Alt+O');
    await tabInHand(/Body/).waitFor();
    await keyboard.press('ArrowRight');
    await tabInHand(/Headers/).waitFor();
    await toRequest();
    await keyboard.press('Control+Alt+O');
    await tabInHand(/Headers/).waitFor();
    await keyboard.press('Escape');
    await workbench.tab('Response: Other').waitFor({ state: 'detached' });
    await keyboard.press('Control+Alt+O');
    await tabInHand(/Body|Headers/).waitFor();
    await keyboard.press('Home');
    await tabInHand(/Body/).waitFor();
  });

  it('closes the panel with Escape and returns to the request', async () => {
    const { workbench } = session;
    await workbench.openFile('b.req');
    await workbench.line('### Other').first().click();
    await workbench.statusItem(/Ln 1,/).waitFor();
    await send('b.req');
    await panelOf(workbench).shows(/200/);
    await workbench.webview().getByRole('tab', { name: 'Body' }).click();
    await workbench.page.keyboard.press('Escape');
    await workbench.tab('Response: Other').waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.statusItem(/Ln 2,/).waitFor();
  });

  it('compares with the response before by Ctrl+Alt+C in the panel', async () => {
    const { workbench } = session;
    await send('b.req');
    await panelOf(workbench).shows(/200/);
    await workbench.webview().getByRole('tab', { name: 'Body' }).click();
    await workbench.page.keyboard.press('Control+Alt+C');
    await workbench.page.locator('.quick-input-widget', { hasText: 'Req: Compare With' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tabs-container .tab.active', { hasText: '↔' }).waitFor();
  });

  it('compares the responses of two requests, and shows both names, the older first', async () => {
    const { workbench } = session;
    await send('c.req');
    await workbench.runCommand('Req: Show History');
    const third = rows().filter({ hasText: 'Third' });
    await third.waitFor();
    await rows().filter({ hasText: /200/ }).filter({ hasNotText: 'Third' }).last().click();
    await third.click({ modifiers: ['ControlOrMeta'] });
    await third.click({ button: 'right' });
    const compare = workbench.page.getByRole('menuitem', { name: 'Compare Responses…' });
    await clickUntil(compare, workbench.tab(/Count: \d.* ↔ Third: \d/));
  });

  it('shows the matches of a search, also in folded groups', async () => {
    const { workbench } = session;
    await workbench.runCommand('Req: Show History');
    await rows().filter({ hasText: 'Third' }).waitFor();
    await rows().first().click();
    await rows().nth(1).waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Control+F');
    await workbench.answer('third');
    await rows().filter({ hasText: 'Third' }).waitFor();
    await workbench.runCommand('Req: Clear Filter of History');
  });

  it('keeps pinned entries pinned after a reload of the window', async () => {
    const { workbench } = session;
    await send('a.req');
    await panelOf(workbench).button(/^Pin/).click();
    await workbench.tab('Pinned: Count').waitFor();
    await workbench.reload();
    await workbench.tab('Pinned: Count').waitFor();
    await send('b.req');
    await workbench.tab('Response: Other').waitFor();
    await workbench.tab('Pinned: Count').waitFor();
  });

  it('shows a client error by an icon in a color that is not transparent', async () => {
    const { workbench } = session;
    await workbench.page.locator('.monaco-workbench.vs-dark').first().waitFor();
    await send('d.req');
    await workbench.runCommand('Req: Show History');
    await rows()
      .filter({ hasText: /Missing.*404/ })
      .locator('.custom-view-tree-node-item-icon')
      .waitFor();
    const color = await workbench.page.evaluate<string>(`(() => {
      const row = [...document.querySelectorAll('.sidebar .monaco-list-row')].find((each) => /Missing.*404/.test(each.textContent));
      return getComputedStyle(row.querySelector('.custom-view-tree-node-item-icon')).color;
    })()`);
    assert.match(color, /^rgb\(/);
  });
});
