import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';
import { picture } from './picture.ts';

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const markdown = '- Ask:\n\n  ```req\n  GET http://h/a\n  ```\n\n> ```req\n> POST http://h/b\n> A: one\n> ```\n';

describe('writing requests in the workbench', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder(() => answer);
    session = await openWorkbench({
      files: {
        'parts.req': 'POST http://h/a?x=1#f\nA: one\nB: two\n',
        'doc.md': markdown,
        'keys.req': 'GET http://h/a\n',
        'rows.req': `### first\nGET ${recorder.url}/first\n\n### greet\n# @data ./rows.csv\nGET ${recorder.url}/{{name}}/{{age}}\n`,
        'rows.csv': 'name,age\nAda,36\nGrace,85\n',
      },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  const row = (text: string | RegExp): Locator =>
    session.workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  const title = (text: string): Locator => session.workbench.page.locator('.quick-input-title', { hasText: text });
  const saved = (name: string): string => fs.readFileSync(path.join(session.folder, name), 'utf8');
  const shot = (name: string): Promise<void> => picture(session.workbench.page, `writing-${name}`);

  it('writes auth, a parameter and a form by commands, and edits headers and parameters in a list, by keys alone', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.openFile('parts.req');
    await workbench.codeLens('Send').first().waitFor();

    await workbench.runCommand('Req: Add Query Parameter');
    await workbench.line('x=1&name=value#f').waitFor();
    await page.keyboard.type('page');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await workbench.line('x=1&page=2#f').waitFor();
    await page.keyboard.press('Escape');

    await workbench.runCommand('Req: Add Auth…');
    await title('Req: Add Auth').waitFor();
    await shot('auth');
    await page.keyboard.type('basic');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: 'Name of its secret' }).waitFor();
    await page.keyboard.press('Enter');
    await row('Store Its Value Now').waitFor();
    await shot('store');
    await page.keyboard.press('Enter');
    await title('Secret PASSWORD').waitFor();
    await page.keyboard.type('hunter22');
    await page.keyboard.press('Enter');
    await workbench.line('# @auth basic user {{$secret.PASSWORD}}').waitFor();
    await page.keyboard.press('Escape');

    await workbench.runCommand('Req: Add Form Field or File…');
    await title('Req: Add Form Field or File').waitFor();
    await shot('form');
    await page.keyboard.press('Enter');
    await workbench.line('name=value').last().waitFor();
    await page.keyboard.press('Escape');

    await workbench.runCommand('Req: Edit Headers and Parameters…');
    await title('Req: Headers and Parameters').waitFor();
    await row('page').waitFor();
    await shot('parts');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: 'Value, as it is written' }).waitFor();
    await page.keyboard.type('three');
    await page.keyboard.press('Enter');
    await row('three').waitFor();
    await row('page').hover();
    await row('page').locator('.action-label').click();
    await workbench.line('a?x=1#f').waitFor();
    await title('Req: Headers and Parameters').waitFor();
    await page.keyboard.press('Escape');
    await workbench.save();
    await until('the file is saved', () => saved('parts.req').includes('three') || undefined);
    assert.equal(
      saved('parts.req'),
      '# @auth basic user {{$secret.PASSWORD}}\nPOST http://h/a?x=1#f\nA: three\nB: two\nContent-Type: application/x-www-form-urlencoded\n\nname=value\n',
    );
  });

  it('writes into fences of Markdown by code actions, with their indentation and quote marks', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.openFile('doc.md');
    await workbench.codeLens('Send').nth(1).waitFor();
    const act = async (line: string, name: string): Promise<void> => {
      await workbench.line(line).click();
      await until('the actions are offered', async () => {
        await page.keyboard.press('Control+.');
        return page
          .locator('.action-widget .action', { hasText: name })
          .waitFor({ timeout: 5000 })
          .then(() => true)
          .catch(() => undefined);
      });
      await page.locator('.action-widget .action', { hasText: name }).click();
    };
    await act('GET http://h/a', 'Add Query Parameter');
    await workbench.line('a?name=value').waitFor();
    await page.keyboard.press('Escape');
    await act('POST http://h/b', 'Add Auth…');
    await title('Req: Add Auth').waitFor();
    await page.keyboard.type('oauth2');
    await page.keyboard.press('Enter');
    await workbench.line('# @auth oauth2').waitFor();
    await page.keyboard.press('Escape');
    await act('POST http://h/b', 'Edit Headers and Parameters…');
    await title('Req: Headers and Parameters').waitFor();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: 'Value, as it is written' }).waitFor();
    await page.keyboard.type('three');
    await page.keyboard.press('Enter');
    await row('three').waitFor();
    await page.keyboard.press('Escape');
    await workbench.save();
    const after = await until('the file is saved', () => (saved('doc.md') === markdown ? undefined : saved('doc.md')));
    assert.match(
      after,
      /^- Ask:\n\n {2}```req\n {2}GET http:\/\/h\/a\?name=value\n {2}```\n\n> ```req\n> # @auth oauth2 .*\n> POST http:\/\/h\/b\n> A: three\n> ```\n$/,
    );
  });

  it('adds a parameter by keys', async () => {
    const { workbench } = session;
    await workbench.openFile('keys.req');
    await workbench.codeLens('Send').first().waitFor();
    await workbench.line('GET http://h/a').click();
    await workbench.page.keyboard.press('Control+Alt+a');
    await workbench.page.keyboard.press('q');
    await workbench.line('a?name=value').waitFor();
  });

  it('shows the row of data that Send uses, sends another one that is chosen, and runs all rows', async () => {
    const { workbench } = session;
    await workbench.openFile('rows.req');
    await workbench.codeLens('Row 1 of 2: name=Ada, age=36').first().waitFor();
    await shot('lens');
    await clickUntil(workbench.codeLens('Row 1 of 2'), title('Req: Row of Data'));
    await shot('rows');
    await row('name=Grace').click();
    await workbench.codeLens('Row 2 of 2: name=Grace, age=85').first().waitFor();
    await clickUntil(workbench.codeLens(/Send$/).nth(1), () => recorder.requests.some((r) => r.target === '/Grace/85'));
    await panelOf(workbench).ended('/Grace/85');
    await clickUntil(workbench.codeLens('Run file'), () => recorder.requests.length > 1);
    await until('all rows are sent', () => recorder.requests.length === 4 || undefined);
    assert.deepEqual(
      recorder.requests.map((r) => r.target),
      ['/Grace/85', '/first', '/Ada/36', '/Grace/85'],
    );
    await workbench.webview().getByText('name=Ada, age=36').first().waitFor();
    await shot('summary');
  });
});
