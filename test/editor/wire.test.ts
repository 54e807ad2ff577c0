import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { fileOf, wireCases } from '../support/wireCases.ts';
import { hoverText, openFile, send } from './workspaceFile.ts';

describe('Send in the editor puts on the wire', () => {
  let recorder: Recorder;

  before(async () => {
    recorder = await startRecorder();
  });

  after(() => recorder.close());

  for (const [i, c] of wireCases.entries()) {
    it(c.title, async () => {
      const document = await openFile(`wire-${i}.req`, fileOf(c, recorder.url));
      assert.equal((await send(document, 'GET {{host}}/set')).outcome, 'complete');
      for (const { placeholder, shows } of c.hovers) {
        const hover = await hoverText(document, placeholder);
        assert.ok(hover.includes(shows), `the hover on ${placeholder} shows ${hover}`);
        assert.ok(hover.includes('the script of'), `the hover on ${placeholder} does not say what set it: ${hover}`);
      }
      recorder.requests.length = 0;
      assert.equal((await send(document, c.request.split('\n')[0] ?? '')).outcome, 'complete');
      const [sent] = recorder.requests;
      assert.ok(sent, 'nothing was sent');
      if (c.target !== undefined) assert.equal(sent.target, c.target);
      if (c.body !== undefined) assert.equal(sent.body, c.body);
      for (const header of c.headers ?? [])
        assert.ok(
          sent.headers.some(([n, v]) => n === header[0] && v === header[1]),
          `${header.join(': ')} is not in\n${sent.head}`,
        );
    });
  }
});
