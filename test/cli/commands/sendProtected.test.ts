import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

describe('a protected environment', () => {
  let recorder: Recorder;
  let folder: Folder;

  before(async () => {
    recorder = await startRecorder();
    const environments = { prod: { $protected: true, host: recorder.url }, dev: { $protected: false, host: recorder.url } };
    folder = makeFolder({
      'http-client.env.json': JSON.stringify(environments),
      'a.req': [
        'DELETE {{host}}/delete',
        'GET {{host}}/get',
        'QUERY {{host}}/query\n\nq',
        '# @name scripted\n< {% request.method = "PUT"; %}\nGET {{host}}/scripted',
        '# @name later\n# @ref scripted\nGET {{host}}/later',
      ].join('\n\n###\n'),
    });
  });
  beforeEach(() => recorder.requests.splice(0));
  after(async () => {
    folder.remove();
    await recorder.close();
  });

  const line = (text: string): string =>
    String(
      folder
        .read('a.req')
        .split('\n')
        .findIndex((l) => l.includes(text)) + 1,
    );
  const send = (text: string, ...flags: readonly string[]): Promise<Ended> =>
    runReq(['send', 'a.req', '-l', line(text), ...flags], { cwd: folder.path });

  it('does not send a request that may change data without a terminal, and explains how to allow it', async () => {
    const { code, stderr } = await send('/delete', '--env', 'prod');
    assert.equal(code, 6);
    assert.match(stderr, /Nothing was sent: prod is protected, and DELETE may change something there\.[^]*--yes/);
    assert.deepEqual(recorder.requests, []);
  });

  it('counts for the method that a script chose, also of a request that another one needs first', async () => {
    for (const text of ['/scripted', '/later']) assert.match((await send(text, '--env', 'prod')).stderr, /PUT may change something/);
    assert.deepEqual(recorder.requests, []);
  });

  it('allows safe requests, --yes, and dry runs', async () => {
    assert.equal((await send('/get', '--env', 'prod')).code, 0);
    assert.equal((await send('/query', '--env', 'prod')).code, 0);
    assert.equal((await send('/delete', '--env', 'prod', '--yes')).code, 0);
    assert.equal((await send('/delete', '--env', 'prod', '--dry-run')).code, 0);
    assert.deepEqual(
      recorder.requests.map((r) => r.method),
      ['GET', 'QUERY', 'DELETE'],
    );
  });

  it('fails the requests of a run that it refuses, with exit code 6, and sends the others', async () => {
    const { code, stdout } = await runReq(['run', 'a.req', '--env', 'prod', '--reporter', 'junit', '--reporter', 'pretty=run.txt'], {
      cwd: folder.path,
    });
    assert.equal(code, 6);
    assert.match(stdout, /<error [^>]*prod is protected, and DELETE may change something/);
    assert.match(folder.read('run.txt'), /prod is protected, and DELETE may change something/);
    assert.deepEqual(
      recorder.requests.map((r) => r.method),
      ['GET', 'QUERY'],
    );
  });

  it('is only one whose value is true', async () => assert.equal((await send('/delete', '--env', 'dev')).code, 0));
});
