import assert from 'node:assert/strict';
import { makeFolder, runReq } from '../../support/command.ts';
import { startRecorder } from '../../support/recorder.ts';

describe('req run with snapshots', () => {
  it('keeps snapshots beside the file, compares them, and keeps new ones when it is asked to', async () => {
    let body = '{"id":7}';
    const recorder = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const folder = makeFolder();
    after(async () => {
      folder.remove();
      await recorder.close();
    });
    folder.write('api/a.req', `### a\nGET ${recorder.url}/a\n\n?? body matchesSnapshot\n`);
    const missing = await runReq(['run', '.', '--ci'], { cwd: folder.path });
    assert.equal(missing.code, 1);
    assert.match(missing.stdout, /there is no snapshot __snapshots__\/a\.a\.snap/);
    const local = { cwd: folder.path, env: { CI: '' } };
    assert.equal((await runReq(['run', '.'], local)).code, 0);
    assert.equal(folder.read('api/__snapshots__/a.a.snap'), '{\n  "id": 7\n}\n');
    body = '{"id":8}';
    const other = await runReq(['run', '.'], local);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /differs from __snapshots__\/a\.a\.snap at line 2[\s\S]*- {3}"id": 7\n\s+\+ {3}"id": 8/);
    assert.equal((await runReq(['run', '.', '--update-snapshots'], local)).code, 0);
    assert.equal((await runReq(['run', '.', '--ci'], { cwd: folder.path })).code, 0);
  });
});
