import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startSampleServer } from '../../sample/server.mjs';
import { startRecorder, type RecordedRequest } from '../support/recorder.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

/** A file with every language feature, for a server's address. */
function example(host: string): string {
  return fs.readFileSync(path.resolve(import.meta.dirname, '../fixtures/example.req'), 'utf8').replace(/@host = \S+/, `@host = ${host}`);
}

describe('the main job in the workbench', () => {
  const closing: (() => Promise<void>)[] = [];

  after(async () => {
    for (const close of closing) await close();
  });

  it('runs the whole example of the language against the sample server', async () => {
    const sample = await startSampleServer({ port: 0 });
    const session = await openWorkbench({ files: { 'example.req': example(sample.url) } });
    closing.push(() => sample.close());
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('example.req');
    await clickUntil(workbench.codeLens(/Send/), workbench.quickInput());
    await workbench.answer('top-secret-key');
    await panel.shows(/201/);
    await panel.openTab(/Tests/);
    await workbench.webview().getByText('status == 201').waitFor();
    assert.equal(await workbench.webview().getByText('top-secret-key').count(), 0);
    assert.match(await workbench.hover('userId', '/feed'), /script/);
    await clickUntil(workbench.codeLens(/Send/).nth(1), panel.head.filter({ hasText: /live/i }));
    await panel.rows.first().waitFor();
    await workbench.page.keyboard.press('Control+Alt+K');
    await panel.shows(/cancelled/i);
    await session.close();
  });

  it('sends a date that a script set with new Date() as YYYY-MM-DDTHH:mm:ss.sssZ, also after a window reload', async () => {
    const recorder = await startRecorder();
    const text = `### Use\nPOST ${recorder.url}/use\n\n{{since}} {{kept}}\n\n### Set\nGET ${recorder.url}/set\n\n> {%\n  tool.setVar("since", new Date("2026-01-02T03:04:05.678Z"));\n  tool.setVar("kept", { at: new Date("2026-01-02T03:04:05.678Z") });\n%}\n`;
    const session = await openWorkbench({ files: { 'dates.req': text } });
    closing.push(() => recorder.close());
    const { workbench } = session;
    await workbench.openFile('dates.req');
    await clickUntil(workbench.codeLens(/Send/).nth(1), panelOf(workbench).head.filter({ hasText: /200/ }));
    await workbench.reload();
    // What the panel showed went with the extension host, and comes back from the history.
    await panelOf(workbench).shows(/200/);
    await workbench.openFile('dates.req');
    // The lenses say that the extension is up again.
    await workbench.codeLens(/Send/).first().waitFor();
    assert.match(await workbench.hover('since', '{{'), /date[^]*2026-01-02T03:04:05\.678Z/);
    const sent = (): RecordedRequest | undefined => recorder.requests.find((r) => r.target === '/use');
    await clickUntil(workbench.codeLens(/Send/), () => sent() !== undefined);
    assert.equal(sent()?.body, '2026-01-02T03:04:05.678Z {"at":"2026-01-02T03:04:05.678Z"}');
    await session.close();
  });
});
