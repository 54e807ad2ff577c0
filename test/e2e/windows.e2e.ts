import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';
import { openWindow } from '../vscode/window.ts';
import { Workbench } from '../vscode/workbench.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

/** Collections with the same names of variables and environments. */
const files = (url: string): Readonly<Record<string, string>> => ({
  'set.req': `### Set\n< {%\n  tool.setVar("text", "of-" + tool.getVar("place"));\n  tool.setVar("number", 1.5);\n  tool.setVar("big", 9007199254740993n);\n  tool.setVar("yes", true);\n  tool.setVar("nothing", null);\n  tool.setVar("object", { b: 1, a: [true, null], 7: "x" });\n  tool.setVar("date", new Date("2026-01-02T03:04:05.678Z"));\n%}\nGET ${url}/set/{{place}}/{{who}}\n`,
  'show.req': `### Show\nPOST ${url}/show\n\n{{who}} {{text}} {{number}} {{big}} {{yes}} {{nothing}} {{object}} {{date}}\n`,
  'types.req': `### Types\n< {%\n  const kinds = tool.vars();\n  tool.setVar("kinds", ["number", "big", "yes", "nothing", "object", "date"].map((n) => n + ":" + (kinds[n] instanceof Date ? "date" : typeof kinds[n])).join(" "));\n%}\nPOST ${url}/types\n\n{{kinds}}\n`,
  'http-client.env.json': JSON.stringify({ dev: { who: 'dev' }, test: { who: 'test' }, $shared: { who: 'nobody' } }),
});

const placed = (place: string, url: string): Readonly<Record<string, string>> => ({
  ...files(url),
  'collection.req': `@place = ${place}\n`,
});

const typed = '1.5 9007199254740993 true null {"7":"x","b":1,"a":[true,null]} 2026-01-02T03:04:05.678Z';
const kinds = 'number:number big:bigint yes:boolean nothing:object object:object date:date';

describe('two windows', () => {
  let recorder: Recorder;
  let session: Session;
  const other = makeTemporaryFolder('req-e2e-other-');

  before(async () => {
    recorder = await startRecorder();
    session = await openWorkbench({ own: 'It has a second window.', files: placed('one', recorder.url) });
    for (const [name, text] of Object.entries(placed('two', recorder.url))) fs.writeFileSync(path.join(other.path, name), text);
  });

  after(async () => {
    await session.close();
    await recorder.close();
    other.remove();
  });

  const bodies = (target: string): readonly string[] => recorder.requests.filter((r) => r.target.startsWith(target)).map((r) => r.body);

  async function sendFile(workbench: Workbench, file: string, target: string): Promise<string> {
    // A page behind another one draws nothing.
    await workbench.page.bringToFront();
    const before = bodies(target).length;
    await workbench.openFile(file);
    await clickUntil(workbench.codeLens(/Send/), () => bodies(target).length > before);
    await panelOf(workbench).ended(target);
    return bodies(target).at(-1) ?? '';
  }

  async function choose(workbench: Workbench, environment: string): Promise<void> {
    await workbench.page.bringToFront();
    await workbench.runCommand('Req: Choose Environment…');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: environment }).first().click();
    await workbench.statusItem(environment).waitFor();
  }

  it('on two folders share neither environment nor variables, and have theirs with their types after a reload', async () => {
    const one = session.workbench;
    // In the same profile.
    const { context } = session.window;
    const browser = context.browser();
    assert.ok(browser);
    const second = await openWindow(session.server, browser, { folder: other.path, context });
    const two = new Workbench(second.page);
    await one.page.bringToFront();
    await one.openFile('set.req');
    await choose(one, 'dev');
    await sendFile(one, 'set.req', '/set/one/dev');
    await two.page.bringToFront();
    await two.openFile('show.req');
    await two.statusItem('No environment').waitFor();
    // The script may set it, and in this window has not.
    const unknown = await two.hover('text', '{{text}}');
    assert.match(unknown, /not defined|not known/i);
    assert.doesNotMatch(unknown, /of-one/);
    await choose(two, 'test');
    await sendFile(two, 'set.req', '/set/two/test');
    await two.reload();
    await one.page.bringToFront();
    await one.reload();
    for (const [workbench, expected] of [
      [one, `dev of-one ${typed}`],
      [two, `test of-two ${typed}`],
    ] as const) {
      assert.equal(await sendFile(workbench, 'show.req', '/show'), expected);
      assert.equal(await sendFile(workbench, 'types.req', '/types'), kinds);
    }
    await until('both have sent', () => bodies('/types').length === 2);
    await second.page.close();
  });
});
