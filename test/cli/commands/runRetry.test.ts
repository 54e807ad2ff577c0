import assert from 'node:assert/strict';
import { makeFolder, runReq } from '../../support/command.ts';
import { startRecorder } from '../../support/recorder.ts';

describe('req run --retry', () => {
  it('counts the tries of @retry in all of its tries', async () => {
    const recorder = await startRecorder(() => 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n');
    const folder = makeFolder({ 'a.req': `# @retry 2 1ms\nGET ${recorder.url}/\n\n?? status == 200\n` });
    try {
      const { stdout } = await runReq(['run', 'a.req', '--retry', '1'], { cwd: folder.path });
      assert.equal(recorder.requests.length, 6);
      assert.match(stdout, /6 tries/);
    } finally {
      folder.remove();
      await recorder.close();
    }
  });
});
