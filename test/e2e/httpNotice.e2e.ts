import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { picture } from './picture.ts';

/** Another client that owns the language `http`, with a lens and the same key as Req. */
const other = {
  'package.json': JSON.stringify({
    name: 'other-client',
    displayName: 'Other Client',
    publisher: 'fixtures',
    version: '1.0.0',
    engines: { vscode: '^1.90.0' },
    main: './main.cjs',
    activationEvents: ['onLanguage:http'],
    extensionKind: ['workspace'],
    contributes: {
      languages: [{ id: 'http', extensions: ['.http', '.rest'] }],
      commands: [{ command: 'otherClient.send', title: 'Other: Send' }],
      keybindings: [{ command: 'otherClient.send', key: 'ctrl+alt+r', when: 'editorTextFocus && editorLangId == http' }],
    },
  }),
  'main.cjs': `const vscode = require('vscode');
exports.activate = () => [
  vscode.commands.registerCommand('otherClient.send', () => vscode.window.showInformationMessage('Sent by the other client.')),
  vscode.languages.registerCodeLensProvider({ language: 'http' }, {
    provideCodeLenses: () => [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title: 'Other Send', command: 'otherClient.send' })],
  }),
];
`,
};

describe('.http files in the language of another extension', () => {
  const extension = makeTemporaryFolder('req-other-');
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    for (const [name, text] of Object.entries(other)) fs.writeFileSync(path.join(extension.path, name), text);
    recorder = await startRecorder();
    session = await openWorkbench({
      development: [path.resolve(import.meta.dirname, '../..'), extension.path],
      files: {
        'a.http': `@base = ${recorder.url}\nGET {{bse}}/a\n`,
        'b.http': `GET ${recorder.url}/b\n`,
        'c.req': `GET ${recorder.url}/c\n`,
      },
    });
  });

  after(async () => {
    await session.close();
    await recorder.close();
    extension.remove();
  });

  it('keep this language, with a question once', async () => {
    const { workbench } = session;
    await workbench.openFile('a.http');
    await workbench.toast(/Other Client reads \.http files/).waitFor();
    await workbench.codeLens('Other Send').waitFor();
    assert.equal(await workbench.codeLens(/Send$/).filter({ hasNotText: 'Other' }).count(), 0);
    await picture(workbench.page, 'http-notice');
  });

  it('have lenses of both after "Use Req", rows in the Requests view, and the keys of the other client', async () => {
    const { workbench, folder } = session;
    await workbench
      .toast(/Other Client/)
      .getByRole('button', { name: 'Use Req for .http Files' })
      .click();
    await until('the setting is kept', () => {
      const file = path.join(folder, '.vscode/settings.json');
      return fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes('"req.http.enabled": "on"');
    });
    await workbench.codeLens(/Send$/).filter({ hasNotText: 'Other' }).waitFor();
    await workbench.codeLens('Other Send').waitFor();
    await workbench.line('GET').first().click();
    await workbench.page.keyboard.press('Control+Alt+r');
    await workbench.toast('Sent by the other client.').waitFor();
    assert.equal(recorder.requests.length, 0);
    await workbench.runCommand('Req: Show Requests');
    await workbench.treeRow('a.http').first().waitFor();
    await picture(workbench.page, 'http-both');
  });

  it('have quick fixes without opening them again', async () => {
    const { workbench } = session;
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.page.locator('.view-line').getByText('bse').click();
    await until('the fix is offered', async () => {
      await workbench.page.keyboard.press('Control+.');
      return workbench.page
        .locator('.action-widget .action', { hasText: 'Change bse to base' })
        .waitFor({ timeout: 5000 })
        .then(() => true)
        .catch(() => undefined);
    });
    await workbench.page.keyboard.press('Escape');
  });

  it('does not ask again in the same workspace', async () => {
    const { workbench } = session;
    await workbench.openFile('b.http');
    await workbench.codeLens(/Send$/).filter({ hasNotText: 'Other' }).waitFor();
    assert.equal(await workbench.toast(/Other Client reads/).count(), 0);
  });
});
