import assert from 'node:assert/strict';
import { runReq } from '../../support/command.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

describe('req send and requests of other files', () => {
  const { server, folder } = useServerAndFolder();
  const targets = (from: number): readonly string[] => server.requests.slice(from).map((r) => r.target);

  it('sends requests of the collection named by @ref and tool.send, once for several @ref', async () => {
    const from = server.requests.length;
    folder.write('collection.req', `@host = ${server.url}\n`);
    folder.write('auth/login.req', '# @name login\nPOST {{host}}/echo?login\n\n> {%\n  tool.setVar("token", "t1");\n%}\n');
    folder.write('b/other.req', '### other\nGET {{host}}/echo?other\n');
    folder.write(
      'b/a.req',
      '### one\n# @ref login\nGET {{host}}/echo?one={{token}}\n\n### two\n# @ref login\n< {%\n  console.log((await tool.send("other")).status);\n%}\nGET {{host}}/echo?two\n',
    );
    const { code, stderr } = await runReq(['send', 'b/a.req', '--all', '-v'], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    assert.deepEqual(targets(from), ['/echo?login', '/echo?one=t1', '/echo?other', '/echo?two']);
    assert.match(stderr, /login was sent first: 200 OK/);
    assert.match(stderr, /other was sent: 200 OK/);
  });

  it('does not look into files before a name is not one of the file', async () => {
    folder.write('broken.req', new Uint8Array([0xff, 0xfe]));
    folder.write('a.req', `### b\nGET ${server.url}/echo\n\n### a\n# @ref b\nGET ${server.url}/echo\n`);
    const { code, stderr } = await runReq(['send', 'a.req', '-n', 'a'], { cwd: folder.path });
    assert.equal(code, 0, stderr);
  });

  it('ends --all if a script stops the run, and reports what was not sent', async () => {
    const from = server.requests.length;
    const script = '< {%\n  tool.stop("maintenance");\n%}\n';
    folder.write(
      'a.req',
      `### a\nGET ${server.url}/echo?a\n\n### b\n${script}GET ${server.url}/echo?b\n\n### c\nGET ${server.url}/echo?c\n`,
    );
    const { code, stderr } = await runReq(['send', 'a.req', '--all'], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    assert.deepEqual(targets(from), ['/echo?a']);
    assert.match(stderr, /A script stopped the run: 1 request was not sent\./);
  });
});
