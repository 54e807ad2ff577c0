import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

describe('a folder of .http files', () => {
  let recorder: Recorder;
  let session: Session;
  let panel: PanelView;

  before(async () => {
    recorder = await startRecorder();
    session = await openWorkbench({
      files: {
        'users.http': [
          `@base = ${recorder.url}`,
          '',
          '### List users',
          '# @name list',
          'GET {{base}}/users',
          '    ?page={{$randomInt 1 5}}',
          'Accept: application/json',
          '',
          '### Create a user',
          'POST {{base}}/users',
          'Content-Type: application/json',
          '',
          '{',
          '  // comments are not sent',
          '  "id": "{{$guid}}",',
          '  "team": "{{$shared  team}}"',
          '}',
          '',
          '### Its next page',
          'GET {{base}}/users?page={{list.response.body.next}}',
          '',
          '### Watch',
          'WEBSOCKET {{base}}/events',
          '',
        ].join('\n'),
        'http-client.env.json': '{"$shared": {"team": "blue"}}',
      },
    });
    panel = panelOf(session.workbench);
    await session.workbench.openFile('users.http');
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  it('is sent from the lens without a conversion', async () => {
    const { workbench } = session;
    // The editor may draw its lenses anew while they are counted.
    await until('a lens stands above each request but the WebSocket', async () => (await workbench.codeLens(/Send/).count()) === 3);
    await clickUntil(workbench.codeLens(/Send/).nth(1), panel.head.filter({ hasText: /200/ }));
    const body = JSON.parse(String(recorder.requests.at(-1)?.body)) as { readonly team: string };
    assert.equal(body.team, 'blue');
  });

  it('is edited at its own places by the buttons of an error', async () => {
    const { workbench } = session;
    await clickUntil(workbench.codeLens(/Send/).nth(2), panel.head.filter({ hasText: /Failed/ }));
    const card = workbench.webview().locator('.failure');
    await card.getByText(/list has not been sent yet/).waitFor();
    await card.getByRole('button', { name: 'Send list First' }).click();
    // The panel has the focus.
    await workbench.line('# @ref list').click();
    await workbench.save();
    const lines = fs.readFileSync(path.join(session.folder, 'users.http'), 'utf8').split('\n');
    assert.deepEqual(lines.slice(18, 21), ['### Its next page', '# @ref list', 'GET {{base}}/users?page={{list.response.body.next}}']);
  });

  it('is colored, and marks unsupported syntax', async () => {
    const { workbench } = session;
    await workbench.page.locator('.squiggly-warning').first().waitFor();
  });
});
