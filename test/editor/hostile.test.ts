import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { valueToJson, valueToText, type Value } from '../../src/base/values/value.ts';
import { hostileNames, hostileValues, isPolluted } from '../support/hostileValues.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { hoverText, openFile, positionOf, send, writeFile } from './workspaceFile.ts';

/** Values that a script can set and a line of a file can contain. */
const values: Readonly<Record<string, Value>> = {
  ...hostileValues,
  'ten million characters': 'x'.repeat(10_000_000),
  'ten thousand levels': Array.from({ length: 10_000 }).reduce<Value>((inner) => [inner], 1),
};

function written(name: string, value: Value): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (name === 'ten million characters') return `'x'.repeat(10_000_000)`;
  if (name === 'ten thousand levels') return `(() => { let v = 1; for (let i = 0; i < 10_000; i++) v = [v]; return v; })()`;
  // VS Code offers to take line separators out of a file.
  const json = JSON.stringify(valueToJson(value)).replace(/[\u2028\u2029]/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
  return `JSON.parse(${json})`;
}

describe('a hostile collection in the editor', () => {
  let recorder: Recorder;

  before(async () => {
    recorder = await startRecorder();
    await writeFile('hostile/collection.req', hostileNames.map((name) => `@${name} = the collection's\n`).join(''));
    await writeFile('hostile/http-client.env.json', '{"$shared": {"__proto__": {"polluted": 1}, "only": "{{constructor}}"}}');
  });
  after(() => recorder.close());
  afterEach(() => assert.ok(!isPolluted(), 'a prototype was changed'));

  it('finds each name only by its definitions, shown and sent', async () => {
    const body = hostileNames.map((name) => `{{${name}}}`).join('\n');
    const document = await openFile(
      'hostile/names.req',
      `@toString = the file's\nPOST ${recorder.url}/{{constructor}}\nX: {{only}}\n\n${body}\n`,
    );
    assert.equal((await send(document, 'POST')).failure, null);
    const sent = recorder.requests.at(-1);
    assert.equal(sent?.target, "/the%20collection's");
    assert.equal(sent.body, hostileNames.map((name) => `the ${name === 'toString' ? 'file' : 'collection'}'s`).join('\n'));
    for (const name of hostileNames)
      assert.match(await hoverText(document, `{{${name}}}`), name === 'toString' ? /the file/ : /the collection/);
  });

  for (const [what, value] of Object.entries(values)) {
    it(`inserts ${what} unchanged into a body, and shows it`, async () => {
      const document = await openFile(
        'hostile/values.req',
        `< {%\ntool.setVar('hostile', ${written(what, value)});\n%}\nPOST ${recorder.url}/\nContent-Type: text/plain\n\n{{hostile}}\n`,
      );
      const { failure } = await send(document, 'POST');
      if (what === 'ten thousand levels' && failure !== null) {
        // Where it is too deep, the message has its place.
        assert.equal(failure.at?.line, 2);
        assert.match(failure.message, /deep|level/i);
        return;
      }
      assert.equal(failure, null);
      // What UTF-8 cannot hold is replaced on the wire.
      assert.equal(recorder.requests.at(-1)?.body, valueToText(value).toWellFormed());
      assert.match(await hoverText(document, '{{hostile}}'), /hostile/);
      const at = positionOf(document, '{{hostile}}').translate(0, 4);
      await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', document.uri, at);
      await vscode.commands.executeCommand('vscode.executeInlayHintProvider', document.uri, new vscode.Range(0, 0, document.lineCount, 0));
    });
  }
});
