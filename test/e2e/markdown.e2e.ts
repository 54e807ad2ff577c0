import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

describe('request files in Markdown', () => {
  let recorder: Recorder;
  let session: Session;
  let panel: PanelView;

  before(async () => {
    recorder = await startRecorder();
    const guide = [
      '# How to ask',
      '',
      '```req',
      '@path = first',
      'GET {{host}}/{{path}}',
      '',
      '###',
      'POST {{host}}/second',
      'Content-Type: text/plain',
      '',
      '<@ ./body.txt',
      '```',
      '',
      '- In a list:',
      '',
      '  ~~~req',
      '  GET {{host}}/third',
      '    ?a=1',
      '  X-Broken: {{nobody}}',
      '  ~~~',
      '',
      '```http',
      'GET http://127.0.0.1:1/other',
      '```',
      '',
    ].join('\n');
    session = await openWorkbench({
      files: {
        'docs/guide.md': guide,
        'docs/near.md': '# Near\n\n> ```req\n> @user = ada\n> GET {{host}}/{{usr}}/a\n> ```\n',
        'docs/body.txt': 'from {{host}}',
        'collection.req': `@host = ${recorder.url}\n`,
      },
    });
    panel = panelOf(session.workbench);
    await session.workbench.openFile('guide.md');
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  it('are coloured, and have Send above each request', async () => {
    const { workbench } = session;
    // VS Code redraws the lenses when their words change.
    await until('each request has a lens', async () => (await workbench.codeLens(/Send/).count()) === 3);
    const colourOf = (text: string): Promise<string> =>
      workbench
        .line(text)
        .locator('span span', { hasText: /GET/ })
        .first()
        .evaluate((span) => String((span as { className?: unknown }).className));
    // The fence of another language holds such a line, and no colours.
    for (const line of ['GET {{host}}/{{path}}', 'GET {{host}}/third'])
      await until(
        `the method of ${line} is coloured`,
        async () => (await colourOf(line)) !== (await colourOf('GET http://127.0.0.1:1/other')),
      );
  });

  it('are sent as files of their own, in the folder of the Markdown', async () => {
    const { workbench } = session;
    await clickUntil(workbench.codeLens(/Send/), panel.head.filter({ hasText: /200/ }));
    assert.equal(recorder.requests.at(-1)?.target, '/first');
    await clickUntil(workbench.codeLens(/Send/).nth(1), () => recorder.requests.at(-1)?.target === '/second');
    await panel.ended('/second');
    assert.equal(recorder.requests.at(-1)?.body, `from ${recorder.url}`);
  });

  it('link from an error to its line of the Markdown', async () => {
    const { workbench } = session;
    await clickUntil(workbench.codeLens(/Send/).nth(2), panel.failure.filter({ hasText: 'nobody' }));
    await panel.failure.getByRole('button', { name: /:19\b/ }).click();
    await workbench.statusItem(/Ln 19,/).waitFor();
  });

  it('are corrected by the buttons of an error, also in an indented fence', async () => {
    const { workbench } = session;
    await workbench.openFile('near.md');
    await clickUntil(workbench.codeLens(/Send/), panel.button(/^Change usr to user$/));
    await panel.button(/^Change usr to user$/).click();
    await workbench.line('GET {{host}}/{{user}}/a').first().waitFor();
    await clickUntil(workbench.codeLens(/Send/), () => recorder.requests.at(-1)?.target === '/ada/a');
    await panel.ended('/ada/a');
    await workbench.line('> GET {{host}}/{{user}}/a').first().waitFor();
  });

  it('have the result of the last run beside Send, and a preview of the request', async () => {
    const { workbench } = session;
    await workbench.openFile('near.md');
    const result = workbench.codeLens(/^200 · /);
    await clickUntil(workbench.codeLens(/Send/), result);
    await workbench.closeTab('Response');
    await clickUntil(result, panel.head.filter({ hasText: /200/ }));
    await workbench.closeTab('Response');
    await workbench.line('> GET {{host}}/{{user}}/a').first().click();
    await workbench.runCommand('Req: Preview Request');
    await workbench.line('GET /ada/a HTTP/1.1').first().waitFor();
  });
});
