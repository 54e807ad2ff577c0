import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('what a send asks for', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    session = await openWorkbench({
      files: {
        'env.req': `### Env\nGET ${recorder.url}/env?path={{$env.REQ_TEST_VALUE}}\n`,
        'secret.req': `### Secret\nGET ${recorder.url}/secret\nX-Key: {{$secret.TEST_KEY}}\n`,
      },
      env: { REQ_TEST_VALUE: 'from-outside' },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  const sent = (path: string): number => recorder.requests.filter((r) => r.target.startsWith(path)).length;

  it('asks once for each file and host before a value of the process environment goes out', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('env.req');
    await workbench.codeLens(/Send/).click();
    await workbench.dialog().getByRole('button', { name: 'Cancel' }).click();
    await panel.shows(/cancelled/i);
    assert.equal(sent('/env'), 0);
    await workbench.codeLens(/Send/).click();
    await workbench.dialog().getByRole('button', { name: 'Send Them' }).click();
    await until('the request came', () => recorder.requests.find((r) => r.target === '/env?path=from-outside'));
    await workbench.codeLens(/Send/).click();
    await until('the request came again, without a question', () => sent('/env') === 2);
  });

  it('asks for a secret once, sends nothing when it is not given, and shows it nowhere', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await workbench.openFile('secret.req');
    await workbench.codeLens(/Send/).click();
    await workbench.quickInput().waitFor();
    // Nothing is no secret: the question stays.
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByText('A secret is not empty').first().waitFor();
    await workbench.page.keyboard.press('Escape');
    await panel.shows(/failed/i);
    assert.equal(sent('/secret'), 0);
    await workbench.codeLens(/Send/).click();
    await workbench.answer('hush-hush-1');
    await panel.shows(/200/);
    await panel.tab(/Request/).click();
    await workbench.webview().getByText('•••').first().waitFor();
    assert.equal(await workbench.webview().getByText('hush-hush-1').count(), 0);
    assert.ok(recorder.requests.some((r) => r.headers.some(([name, value]) => name === 'X-Key' && value === 'hush-hush-1')));
    await workbench.codeLens(/Send/).click();
    await until('it was sent again, without a question', () => sent('/secret') === 2);
  });
});
