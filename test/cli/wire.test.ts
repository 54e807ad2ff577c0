import assert from 'node:assert/strict';
import { makeFolder, runReq, type Folder } from '../support/command.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { fileOf, wireCases } from '../support/wireCases.ts';

describe('the command puts on the wire', () => {
  let recorder: Recorder;
  let folder: Folder;

  before(async () => {
    recorder = await startRecorder();
    folder = makeFolder(Object.fromEntries(wireCases.map((c, i) => [`wire-${i}.req`, fileOf(c, recorder.url)])));
  });

  after(async () => {
    folder.remove();
    await recorder.close();
  });

  for (const [i, c] of wireCases.entries()) {
    it(c.title, async () => {
      recorder.requests.length = 0;
      const { code, stderr } = await runReq(['send', `wire-${i}.req`, '--all'], { cwd: folder.path });
      assert.equal(code, 0, stderr);
      const sent = recorder.requests[1];
      assert.ok(sent, 'nothing was sent');
      if (c.target !== undefined) assert.equal(sent.target, c.target);
      if (c.body !== undefined) assert.equal(sent.body, c.body);
      for (const [name, value] of c.headers ?? []) assert.ok(sent.head.includes(`\r\n${name}: ${value}`), sent.head);
    });
  }
});
