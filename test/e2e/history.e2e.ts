import { startRecorder, type Recorder } from '../support/recorder.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('the history in the workbench', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    let answered = 0;
    recorder = await startRecorder(() => {
      const body = `{"n": ${++answered}, "b": 1, "a": 2}`;
      return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    session = await openWorkbench({
      files: {
        'a.req': `### Count\n< {%\n  tool.setVar("count", (tool.getVar("count") ?? 0) + 1);\n%}\nPOST ${recorder.url}/count\nContent-Type: application/json\n\n{"count": {{count}}, "at": "{{$uuid}}"}\n`,
        'b.req': `### Other\nGET ${recorder.url}/other\n`,
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

  it('has what was sent, the newest first, and shows it again, also after the window was loaded anew', async () => {
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
    await rows().filter({ hasText: '2 times' }).click();
    await rows().filter({ hasText: /200/ }).nth(1).click();
    await workbench
      .webview()
      .locator('.content', { hasText: /"n": 1/ })
      .first()
      .waitFor();
  });
});
