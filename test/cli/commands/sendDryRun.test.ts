import assert from 'node:assert/strict';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('req send --dry-run', () => {
  let folder: Folder;
  let server: TestServer;
  before(async () => {
    server = await startServer();
    folder = makeFolder({ 'b.bin': 'abc' });
  });
  after(async () => {
    folder.remove();
    await server.close();
  });
  const dry = (text: string, ...args: string[]): ReturnType<typeof runReq> => {
    folder.write('a.req', text);
    return runReq(['send', 'a.req', '--dry-run', ...args], { cwd: folder.path });
  };

  it('prints the message that a send would write, byte by byte', async () => {
    const text = `< {%\ntool.setVar("x", "a b")\n%}\nPOST ${server.url}/echo?q={{x}}\nX-One: 1\nx-two: {{x}}\n\nline one\n{{x}}`;
    const { code, stdout, stderr } = await dry(text);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(server.requests.length, 0);
    await runReq(['send', 'a.req'], { cwd: folder.path });
    assert.equal(stdout.replaceAll('\n', '\r\n'), `${server.requests[0]?.raw.toString().replaceAll(/\r?\n/g, '\r\n')}\r\n`);
  });

  it('names files by their path and size instead of reading them', async () => {
    assert.match((await dry('POST http://127.0.0.1:9/\n\n< ./b.bin\n')).stdout, /\n\n< b\.bin \(3 bytes\)\n$/);
  });

  it('prints every message for --all', async () => {
    const { stdout } = await dry('### one\nGET http://127.0.0.1:9/1\n### two\nGET http://127.0.0.1:9/2\n', '--all');
    assert.match(stdout, /^### one\nGET \/1 HTTP\/1\.1\n[^]*\n### two\nGET \/2 HTTP\/1\.1\n/);
  });

  it('ends with 3 and prints nothing where something is undefined', async () => {
    const { code, stdout } = await dry('GET http://127.0.0.1:9/{{nowhere}}\n');
    assert.deepEqual([code, stdout], [3, '']);
  });
});
