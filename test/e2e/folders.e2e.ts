import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('a workspace of several folders', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder();
    const folder = (name: string): Readonly<Record<string, string>> => ({
      [`${name}/${name}.req`]: `### Set\n< {%\n  tool.setVar("set", "in ${name}");\n%}\nGET ${recorder.url}/${name}/{{who}}\n`,
      [`${name}/${name}-shown.req`]: `### Show\nGET ${recorder.url}/show/{{who}}/{{set | default "nothing"}}\n`,
      [`${name}/http-client.env.json`]: JSON.stringify({ dev: { who: `dev of ${name}` }, $shared: { who: `anyone of ${name}` } }),
    });
    session = await openWorkbench({
      files: {
        ...folder('one'),
        ...folder('two'),
        'both.code-workspace': JSON.stringify({ folders: [{ path: 'one' }, { path: 'two' }] }),
      },
      workspaceFile: 'both.code-workspace',
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  async function send(file: string): Promise<string> {
    const { workbench } = session;
    const before = recorder.requests.length;
    await workbench.openFile(file);
    await clickUntil(workbench.codeLens(/Send/), () => recorder.requests.length > before);
    const target = decodeURI(recorder.requests.at(-1)?.target ?? '');
    await panelOf(workbench).ended(target);
    return target;
  }

  it('has a collection for each: environments, their choice and the variables of scripts are separate', async () => {
    const { workbench } = session;
    await workbench.openFile('one.req');
    await workbench.runCommand('Req: Choose Environment…');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'dev' }).first().click();
    await workbench.statusItem('dev').waitFor();
    assert.equal(await send('one.req'), '/one/dev of one');
    assert.equal(await send('two-shown.req'), '/show/anyone of two/nothing');
    await workbench.statusItem('No environment').waitFor();
    assert.equal(await send('one-shown.req'), '/show/dev of one/in one');
    assert.equal(await send('two.req'), '/two/anyone of two');
    assert.equal(await send('two-shown.req'), '/show/anyone of two/in two');
    assert.equal(await send('one-shown.req'), '/show/dev of one/in one');
  });
});
