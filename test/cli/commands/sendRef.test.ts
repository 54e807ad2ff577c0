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

  it('sends dependencies first, recursively, each once', async () => {
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

  it('sends dependencies of every request of the file, which do not depend on themselves', async () => {
    const { code, stderr } = await send('# @ref login\n\n### login\nGET {{host}}/login\n\n### b\nGET {{host}}/b\n', '--all');
    assert.equal(code, 0, stderr);
    assert.deepEqual(targets(), ['/login', '/b']);
  });

  describe('# @ref *', () => {
    const file =
      '# @ref *\n@path = {{login.response.body.path}}\n\n### login\nGET {{host}}/login\n\n### other\n# @name other\nGET {{host}}/other\n\n@id << header x-id\n\n### a\nGET {{host}}/{{path}}/{{id}}\n\n### b\nGET {{host}}/b\n';

    it('sends the requests whose responses and captured variables a request uses, once in a run', async () => {
      await recorder.close();
      const body = '{"path":"p"}';
      recorder = await startRecorder(
        () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Id: 7\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      const alone = await send(file, '-n', 'a');
      assert.equal(alone.code, 0, alone.stderr);
      assert.deepEqual(targets(), ['/login', '/other', '/p/7']);
      const all = await send(file, '--all');
      assert.equal(all.code, 0, all.stderr);
      assert.deepEqual(targets().slice(3), ['/login', '/other', '/p/7', '/b']);
    });

    it('names a circle and sends nothing', async () => {
      const { code, stderr } = await send(
        '# @ref *\n\n### a\nGET {{host}}/{{b.response.body.x}}\n\n### b\nGET {{host}}/{{a.response.body.x}}\n',
        '-n',
        'a',
      );
      assert.equal(code, 2);
      assert.match(stderr, /The request depends on itself: a → b → a/);
      assert.deepEqual(targets(), []);
    });
  });

  it('names a request that is not there, with its line', async () => {
    const { code, stderr } = await send('# @ref nobody\nGET {{host}}/a\n');
    assert.equal(code, 2);
    assert.match(stderr, /a\.req:1:1: .*nobody/);
    assert.deepEqual(targets(), []);
  });

  it('does not send a request whose dependency failed, and reports why', async () => {
    const { code, stderr } = await send('### a\n# @name a\nGET http://127.0.0.1:1/\n\n### b\n# @ref a\nGET {{host}}/b\n', '-n', 'b');
    assert.equal(code, 4);
    assert.match(stderr, /a, which this request needs first \(@ref\), failed: .*refused/);
    assert.deepEqual(targets(), []);
  });
});
