import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import {
  fileOfLayer,
  forms,
  placeholderOf,
  positionsOf,
  precedenceAnswer,
  precedenceCases,
  precedenceFiles,
  probeFile,
  requestNameOf,
  type FormName,
} from '../support/precedence.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { acceptFirst } from './quickPick.ts';
import { hoverText, openFile, send, writeFile } from './workspaceFile.ts';

describe('the order of precedence, in the editor', () => {
  // Prompted values have tests of their own.
  const cases = precedenceCases.filter((c) => !c.asks);
  let recorder: Recorder;
  let document: vscode.TextDocument;

  before(async () => {
    recorder = await startRecorder(precedenceAnswer);
    const { [probeFile]: probe = '', ...around } = precedenceFiles(cases, recorder.url);
    for (const [name, text] of Object.entries(around)) await writeFile(`precedence/${name}`, text);
    document = await openFile(`precedence/${probeFile}`, probe);
    await acceptFirst('req.chooseEnvironment');
    assert.equal((await send(document, '{{host}}/login')).failure, null);
  });
  after(() => recorder.close());

  for (const [i, c] of cases.entries())
    it(`${c.title}: in every position on the wire, and in hovers`, async () => {
      // The command sends each case in all of them.
      for (const form of new Set([forms[0], forms[i % forms.length] as FormName])) {
        const line = `POST {{host}}/${requestNameOf(c, form)}/`;
        recorder.requests.length = 0;
        assert.equal((await send(document, line)).failure, null);
        const [sent] = recorder.requests;
        const expected = positionsOf(c, form, true);
        assert.equal(sent?.target, expected.target);
        assert.equal(sent.body, expected.body);
        for (const [name, value] of Object.entries(expected.headers))
          assert.equal(sent.headers.find(([n]) => n === name)?.[1], value, name);
      }
      const x = placeholderOf(c);
      const [winner] = c.layers;
      for (const place of [`X-Header: <`, `/${requestNameOf(c, 'json')}/`, '{"a": "', '?? body.expected == ']) {
        const hover = await hoverText(document, `${place}${x}`, place.length + 3);
        assert.ok(hover.includes(c.shown), `${place}${x}: ${hover}`);
        if (winner !== undefined) assert.ok(hover.replaceAll('\\', '').includes(fileOfLayer[winner]), `${place}${x}: ${hover}`);
      }
    });
});
