import assert from 'node:assert/strict';
import { makeFolder, startReq } from '../../support/command.ts';
import { startRecorder } from '../../support/recorder.ts';
import { until } from '../../support/until.ts';

describe('req run that is to end', () => {
  it('ends at once at a second Ctrl+C, even if its output is not read', async () => {
    const body = 'x'.repeat(8 * 1024 * 1024);
    const recorder = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const folder = makeFolder({ 'a.req': `GET ${recorder.url}/\n` });
    after(async () => {
      folder.remove();
      await recorder.close();
    });
    const { process, ended } = await startReq(['run', '.', '--reporter', 'json'], { cwd: folder.path });
    const { stdout } = process;
    assert.ok(stdout);
    stdout.pause();
    // More than fits waits to be read: one Ctrl+C cannot end it.
    await until('the report waits to be read', () => stdout.readableLength > 0);
    while (process.exitCode === null && process.signalCode === null) {
      process.kill('SIGINT');
      await new Promise((resolve) => setImmediate(resolve));
    }
    stdout.resume();
    assert.equal((await ended).code, 130);
  });
});
