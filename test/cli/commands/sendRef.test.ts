import assert from 'node:assert/strict';
import { makeFolder, runReq, type Ended } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

describe('req send with @ref', () => {
  let recorder: Recorder;

  beforeEach(async () => {
    recorder = await startRecorder();
  });

  afterEach(() => recorder.close());

  async function send(text: string, ...args: string[]): Promise<Ended> {
    const folder = makeFolder({ 'a.req': text.replaceAll('{{host}}', recorder.url) });
    try {
      return await runReq(['send', 'a.req', ...args], { cwd: folder.path });
    } finally {
      folder.remove();
    }
  }

  const targets = (): readonly string[] => recorder.requests.map((r) => r.target);
  const chain =
    '### A\n# @name a\nGET {{host}}/a\n\n> {%\n  tool.setVar("id", 7);\n%}\n\n### B\n# @name b\n# @ref a\nGET {{host}}/b/{{id}}\n\n### C\n# @name c\n# @ref b\n# @ref a\nGET {{host}}/c/{{id}}\n';

  it('sends what is needed first, and what that needs, each once', async () => {
    const { code, stderr } = await send(chain, '-n', 'c');
    assert.equal(code, 0, stderr);
    assert.deepEqual(targets(), ['/a', '/b/7', '/c/7']);
  });

  it('sends nothing twice in one run', async () => {
    const { code, stderr } = await send(chain, '--all');
    assert.equal(code, 0, stderr);
    assert.deepEqual(targets(), ['/a', '/b/7', '/c/7']);
  });

  it('names a circle and sends nothing', async () => {
    const { code, stderr } = await send('### a\n# @ref b\nGET {{host}}/a\n\n### b\n# @ref a\nGET {{host}}/b\n', '-n', 'a');
    assert.equal(code, 2);
    assert.match(stderr, /a → b → a/);
    assert.deepEqual(targets(), []);
  });

  it('sends what every request of the file needs, which needs not itself', async () => {
    const { code, stderr } = await send('# @ref login\n\n### login\nGET {{host}}/login\n\n### b\nGET {{host}}/b\n', '--all');
    assert.equal(code, 0, stderr);
    assert.deepEqual(targets(), ['/login', '/b']);
  });

  it('names a request that is not there, with its line', async () => {
    const { code, stderr } = await send('# @ref nobody\nGET {{host}}/a\n');
    assert.equal(code, 2);
    assert.match(stderr, /a\.req:1:1: .*nobody/);
    assert.deepEqual(targets(), []);
  });

  it('does not send a request whose needed request failed, and says why', async () => {
    const { code, stderr } = await send('### a\n# @name a\nGET http://127.0.0.1:1/\n\n### b\n# @ref a\nGET {{host}}/b\n', '-n', 'b');
    assert.equal(code, 4);
    assert.match(stderr, /a, which this request needs first \(@ref\), failed: .*refused/);
    assert.deepEqual(targets(), []);
  });
});
