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

  describe('of a request that needs others first (@ref)', () => {
    const login =
      '### Log in\n# @name login\nPOST http://127.0.0.1:9/login\n\n@token << body.access_token\n\n> {%\ntool.setVar("user", 1)\n%}\n';
    const standIn = '‹from a request sent first›';

    for (const ref of ['login', '*'])
      it(`shows a stand-in for values that they provide (@ref ${ref})`, async () => {
        const own = `###\n# @name list\n# @ref ${ref}\nPOST http://127.0.0.1:9/{{user}}/{{login.response.body.id}}?q={{token | base64}}\nAuthorization: Bearer {{token}}\n\n{"id": {{user.id}}, "t": "{{token}}"}`;
        const { code, stdout, stderr } = await dry(login + own, '--name', 'list');
        assert.deepEqual([code, stderr], [0, '']);
        assert.match(stdout, new RegExp(`^POST /${standIn}/${standIn}\\?q=${standIn} HTTP`));
        assert.match(stdout, new RegExp(`\nAuthorization: Bearer ${standIn}\n`));
        assert.match(stdout, new RegExp(`\n\n\\{"id": ${standIn}, "t": "${standIn}"\\}\n$`));
        assert.match(stdout, /\nContent-Length: …\n/);
      });

    it('shows it in the host', async () => {
      const own = '###\n# @name list\n# @ref login\nGET http://{{token}}:80/a?b={{user}}\n';
      const { code, stdout } = await dry(login + own, '--name', 'list');
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^GET /a\\?b=${standIn} HTTP/1.1\nHost: ${standIn}\n`));
    });

    it('shows it through others and in other files', async () => {
      folder.write('b.req', `${login}###\n# @name second\n# @ref login\nGET http://127.0.0.1:9/\n`);
      const { code, stdout } = await dry('# @ref second\nGET http://127.0.0.1:9/{{token}}\n');
      assert.deepEqual([code, stdout.split(' ')[1]], [0, '/‹from'], stdout);
    });

    it('still refuses a name that none of them sets, and the response of a request that is not sent first', async () => {
      const others = `${login}###\n# @name other\nGET http://127.0.0.1:9/\n`;
      const own = '###\n# @name list\n# @ref login\nGET http://127.0.0.1:9/{{nobody}}/{{other.response.body.id}}/{{token}}\n';
      const { code, stderr } = await dry(others + own, '--name', 'list');
      assert.equal(code, 3);
      assert.match(stderr, /nobody is not defined/);
      assert.match(stderr, /other has not been sent yet/);
      assert.doesNotMatch(stderr, /token is not/);
    });

    it('shows it with a prompt and a script', async () => {
      const own =
        '###\n# @name list\n# @ref login\n# @prompt p\n< {% tool.setVar("x", 1) %}\nGET http://127.0.0.1:9/{{p}}/{{token}}/{{x}}\n';
      const { code, stdout, stderr } = await dry(login + own, '--name', 'list', '--answer', 'p=1');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, new RegExp(`^GET /1/${standIn}/1 HTTP`));
    });
  });
});
