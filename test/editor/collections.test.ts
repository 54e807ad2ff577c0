import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { hoverText, openFile, send } from './workspaceFile.ts';

describe('two collections of one window', () => {
  let recorder: Recorder;
  before(async () => {
    recorder = await startRecorder();
  });
  after(() => recorder.close());

  /** The names that completion offers in a placeholder. */
  async function offered(document: vscode.TextDocument, text: string): Promise<readonly string[]> {
    const at = document.positionAt(document.getText().indexOf(text) + 2);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at);
    return list.items.map((item) => (typeof item.label === 'string' ? item.label : item.label.label));
  }

  for (const [what, inner] of [
    ['beside each other', 'pair/two'],
    ['one inside the other', 'pair/one/nested'],
  ] as const) {
    it(`keep the variables of their scripts, their files and environments apart: ${what}`, async () => {
      const show = `POST ${recorder.url}/show\n\n{{place}} {{token}}\n`;
      for (const root of ['pair/one', inner]) {
        await openFile(`${root}/collection.req`, `@place = ${root}\n`);
        await openFile(`${root}/http-client.env.json`, JSON.stringify({ dev: { who: root }, $shared: { who: root } }));
      }
      const setter = await openFile(
        'pair/one/set.req',
        `< {%\n  tool.setVar("token", "secret-of-" + tool.getVar("who"));\n%}\nGET ${recorder.url}/set\n`,
      );
      assert.equal((await send(setter, '/set')).outcome, 'complete');
      const there = await openFile('pair/one/show.req', show);
      assert.equal((await send(there, '/show')).outcome, 'complete');
      assert.equal(recorder.requests.at(-1)?.body, 'pair/one secret-of-pair/one');

      const here = await openFile(`${inner}/show.req`, show);
      const { failure } = await send(here, '/show');
      assert.match(failure?.message ?? '', /token is not defined/);
      assert.doesNotMatch(await hoverText(here, '{{token}}'), /secret-of/);
      assert.match(await hoverText(here, '{{place}}'), new RegExp(inner));
      const names = await offered(here, '{{place}}');
      assert.ok(names.includes('place') && names.includes('who') && !names.includes('token'), names.join(' '));
    });
  }
});
