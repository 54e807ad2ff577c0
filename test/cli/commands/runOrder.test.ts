import assert from 'node:assert/strict';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

describe('the order of a run that scripts set', () => {
  let folder: Folder;
  let server: Recorder;
  beforeEach(async () => {
    folder = makeFolder();
    server = await startRecorder();
  });
  afterEach(async () => {
    await server.close();
    folder.remove();
  });

  const request = (name: string, script = ''): string =>
    `### ${name}\nGET ${server.url}/${name}\n${script === '' ? '' : `\n> {% ${script} %}\n`}\n`;
  const targets = (): string => server.requests.map((r) => r.target.slice(1)).join(' ');

  it('continues with the named request, back and in other files', async () => {
    folder.write(
      'a.req',
      request('first', 'pm.setNextRequest("third")') +
        request('second') +
        request(
          'third',
          'const n = (pm.globals.get("n") ?? 0) + 1; pm.globals.set("n", n); if (n < 3) pm.execution.setNextRequest("third");',
        ),
    );
    folder.write('b.req', request('skipped'));
    folder.write(
      'c.req',
      request('fourth', 'bru.runner.setNextRequest("last"); console.log("goes on after it");') + request('not') + request('last'),
    );
    folder.write('a2.req', request('between', 'bru.setNextRequest("fourth")'));
    const { code, stdout, stderr } = await runReq(['run', '.', '-v'], { cwd: folder.path });
    assert.equal(code, 0, stdout + stderr);
    assert.equal(targets(), 'first third third third between fourth last');
    assert.match(stdout + stderr, /goes on after it/);
  });

  it('ends a pass where a script sets no next request, and begins the next one', async () => {
    folder.write('a.req', request('first', 'postman.setNextRequest(null); console.log("goes on after it");') + request('second'));
    folder.write('b.req', request('third'));
    const { code, stdout, stderr } = await runReq(['run', '.', '--iterations', '2', '-v'], { cwd: folder.path });
    assert.equal(code, 0, stdout + stderr);
    assert.equal(targets(), 'first first');
    assert.match(stdout + stderr, /goes on after it/);
  });

  it('fails a request that names none of the run, or one of another file while files run in parallel', async () => {
    folder.write('a.req', request('first', 'pm.setNextRequest("nowhere")') + request('second', 'pm.setNextRequest("third")'));
    folder.write('b.req', request('third'));
    const { code, stdout } = await runReq(['run', '.', '--parallel', '2'], { cwd: folder.path });
    assert.equal(code, 5, stdout);
    assert.match(stdout, /setNextRequest\("nowhere"\): the run has no request with this title or name/);
    assert.match(stdout, /setNextRequest\("third"\): the request is in another file, and files run in parallel/);
    assert.deepEqual(server.requests.map((r) => r.target).toSorted(), ['/first', '/second', '/third']);
  });
});
