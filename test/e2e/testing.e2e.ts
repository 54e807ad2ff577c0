import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { picture } from './picture.ts';

const files = (host: string): Readonly<Record<string, string>> => ({
  'api/collection.req': `@host = ${host}\n`,
  'api/users/list.req': '### list\nGET {{host}}/list\n\n?? status == 200\n\n### missing\nGET {{host}}/missing\n\n?? status == 404\n',
  'api/users/who.req': '### who\nGET {{host}}/{{who}}\n\n?? status == {{code}}\n',
  'api/hang.req': '### hang\nGET {{host}}/hang\n\n### after\n# @openapi ./api.json\nGET {{host}}/after\n',
  'api/api.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'Tests', version: '1' }, paths: {} }),
  'api/rows.jsonl': '{"who":"ada","code":200}\n{"who":"bob","code":404}\n',
  'api/http-client.env.json': JSON.stringify({ dev: { who: 'dev', code: 200 }, prod: { who: 'prod', code: 200 } }),
});

describe('the Test Explorer in the workbench', () => {
  let recorder: Recorder;
  let session: Session;
  /** Whether `/hang` gets no response. */
  let hangs = true;

  before(async () => {
    recorder = await startRecorder((_, target) =>
      target === '/hang' && hangs ? '' : 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    session = await openWorkbench({
      own: 'The Test Explorer keeps what is expanded and its filter.',
      files: files(recorder.url),
      // The hover of a row would cover the row below, which is clicked next.
      settings: { 'window.autoDetectHighContrast': false, 'workbench.hover.delay': 600_000 },
    });
    await session.workbench.openFile('list.req');
    await session.workbench.runCommand('View: Show Testing');
    await row('api', 'Not yet run').waitFor();
  });

  beforeEach(() => {
    recorder.requests.length = 0;
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  /** A row of the tree: its label, and optionally its state. */
  const row = (label: string, state = ''): Locator =>
    session.workbench
      .treeRow('')
      .filter({ has: session.workbench.page.locator('.label', { hasText: new RegExp(`^${label}(?:GET |\\d|api/|$)`) }) })
      .and(session.workbench.page.locator(`[aria-label*="(${state}"]`));
  const expand = async (label: string, inside: string): Promise<void> => {
    if (await row(inside).isVisible()) return;
    await row(label).click();
    await session.workbench.page.keyboard.press('ArrowRight');
    await row(inside).waitFor();
  };
  const expandUsers = async (): Promise<void> => {
    await expand('api', 'users');
    await expand('users', 'list.req');
  };
  const press = async (label: string, action: string): Promise<void> => {
    await row(label).hover();
    await row(label).getByRole('button', { name: action }).click();
  };
  const choice = (text: string): Locator => session.workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  const choose = (text: string): Promise<void> => choice(text).click();
  const runBy = async (label: string, profile: string): Promise<void> => {
    await row(label).click({ button: 'right' });
    // A menu takes no click in its first moment.
    await clickUntil(session.workbench.page.getByRole('menuitem', { name: /Execute Using Profile/ }), choice(profile));
    await choose(profile);
  };
  const targets = (): readonly string[] => recorder.requests.map((r) => r.target);

  it('shows collections closed, and opens to folders, files and requests', async () => {
    const { workbench } = session;
    assert.equal(await row('api').getAttribute('aria-expanded'), 'false');
    assert.equal(await workbench.treeRow('').count(), 1);
    await expandUsers();
    assert.equal(await row('list.req').getAttribute('aria-expanded'), 'false');
    await expand('list.req', 'missing');
    assert.deepEqual(await workbench.page.locator('.sidebar .monaco-list-row .label').allTextContents(), [
      'api',
      'hang.req',
      'users',
      'list.req',
      'listGET {{host}}/list',
      'missingGET {{host}}/missing',
      'who.req',
    ]);
  });

  it('runs one request, shows the failure beside its line, and runs the failed one again', async () => {
    const { workbench } = session;
    await expandUsers();
    await expand('list.req', 'missing');
    await press('missing', 'Run Test');
    await row('missing', 'Failed').waitFor();
    await row('list', 'Not yet run').waitFor();
    await workbench.page.locator('.monaco-editor').getByText('200 != 404', { exact: true }).waitFor();
    await press('list', 'Run Test');
    await row('list', 'Passed').waitFor();
    assert.deepEqual(targets(), ['/missing', '/list']);
    await workbench.runCommand('Test: Rerun Failed Tests');
    await until('what failed was sent again', () => recorder.requests.length === 3);
    assert.deepEqual(targets(), ['/missing', '/list', '/missing']);
  });

  it('runs everything in order, and cancelled, sends nothing more', async () => {
    const { workbench } = session;
    await expandUsers();
    await workbench.runCommand('Test: Run All Tests');
    await until('the request that hangs was sent', () => targets().includes('/hang'));
    await row('hang.req', 'Running').waitFor();
    await workbench.runCommand('Test: Cancel Test Run');
    await row('hang.req', 'Skipped').waitFor();
    assert.deepEqual(targets(), ['/hang']);
    hangs = false;
    await workbench.runCommand('Test: Run All Tests');
    await row('hang.req', 'Passed').waitFor();
    await row('list.req', 'Failed').waitFor();
    assert.deepEqual(targets(), ['/hang', '/hang', '/after', '/list', '/missing']);
  });

  it('runs in another environment without choosing it', async () => {
    const { workbench } = session;
    await expandUsers();
    await runBy('who.req', 'Run in Another Environment…');
    await choose('prod');
    await row('who.req', 'Passed').waitFor();
    assert.deepEqual(targets(), ['/prod']);
    await workbench.statusItem('No environment').waitFor();
  });

  it('runs a file for each row of data, and a row again alone', async () => {
    const { workbench, folder } = session;
    await expandUsers();
    await runBy('who.req', 'Run with Data…');
    const offered = (name: string): Locator => workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: name });
    // The dialog writes the folder that it begins with into its field as soon as it has read it.
    await offered('..').waitFor();
    await workbench.quickInput().fill(path.join(folder, 'api/rows.jsonl'));
    await offered('rows.jsonl').click();
    await row('who.req', 'Failed').waitFor();
    await expand('who.req', 'who');
    // The tree draws rows that are new below a request a moment after the run has ended.
    await row('who').and(workbench.page.locator('[aria-expanded="false"]')).waitFor();
    await expand('who', 'who=bob, code=404');
    await row('who=ada, code=200', 'Passed').waitFor();
    await row('who=bob, code=404', 'Failed').waitFor();
    await press('who=ada, code=200', 'Run Test');
    await until('the row was sent again', () => recorder.requests.length === 3);
    assert.deepEqual(targets(), ['/ada', '/bob', '/ada']);
  });

  it('runs a watched file again when it is saved, until watching ends', async () => {
    const { workbench } = session;
    await expandUsers();
    await expand('list.req', 'missing');
    await row('list.req').hover();
    // The tree that draws itself anew loses a click.
    await clickUntil(
      row('list.req').getByRole('button', { name: 'Turn on Continuous Run' }),
      row('list.req').getByRole('button', { name: 'Turn off Continuous Run' }),
    );
    await workbench.openFile('list.req');
    await workbench.typeAfter('/missing', '?once');
    await workbench.save();
    await until('the saved file was run', () => targets().includes('/missing?once'));
    assert.deepEqual(targets(), ['/list', '/missing?once']);
    await row('list.req', 'Failed').waitFor();
    await press('list.req', 'Turn off Continuous Run');
    await workbench.typeAfter('/missing', '-twice');
    await workbench.save();
    // What is run by hand comes after what a watched file would have run.
    await press('list', 'Run Test');
    await until('the request was sent', () => recorder.requests.length === 3);
    assert.deepEqual(targets(), ['/list', '/missing?once', '/list']);
  });

  it('offers contract cases in the menu of a request, and not in those of files and folders', async () => {
    const { page } = session.workbench;
    await expandUsers();
    await expand('list.req', 'missing');
    const item = page.getByRole('menuitem', { name: 'Run Contract Cases' });
    for (const [label, count] of [
      ['missing', 1],
      ['list.req', 0],
      ['users', 0],
    ] as const) {
      await row(label).click({ button: 'right' });
      await page.getByRole('menuitem', { name: /Execute Using Profile/ }).waitFor();
      assert.equal(await item.count(), count, label);
      await picture(page, `testing-menu-${label}`);
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: /Execute Using Profile/ }).waitFor({ state: 'detached' });
    }
  });
});
