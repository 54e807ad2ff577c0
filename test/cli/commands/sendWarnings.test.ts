import assert from 'node:assert/strict';
import { runReq } from '../../support/command.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

describe('req send before it sends', () => {
  const { server, folder } = useServerAndFolder();

  it('warns about lines without effect, only of the sent requests and those around them, and sends anyway', async () => {
    const request = `GET ${server.url}/echo\n`;
    folder.write('a.req', `# @proxi none\n\n###\n# @name a\n# @tiemout 5s\n${request}\n###\n# @name b\n# @idle-timeout\n${request}`);
    const around = 'a.req:1:4: warning: Unknown directive @proxi: did you mean @proxy? It has no effect.';
    const own = 'a.req:5:4: warning: Unknown directive @tiemout: did you mean @timeout? It has no effect.';
    const other = 'a.req:10:4: warning: @idle-timeout needs a value: # @idle-timeout 60s.';
    const warnings = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { code, stderr } = await runReq(['send', 'a.req', ...args], { cwd: folder.path });
      assert.equal(code, 0);
      return stderr.split('\n').filter((line) => line.includes('warning:'));
    };
    assert.deepEqual(await warnings('-n', 'a'), [around, own]);
    assert.deepEqual(await warnings('-n', 'b', '--json'), [around, other]);
    assert.deepEqual(await warnings('--all', '--dry-run'), [around, own, other]);
  });
});

describe('req send of an answer that is not as it should be', () => {
  const { folder } = useServerAndFolder();

  it('warns about it also without -v, once, and after all secrets are known if a script may set one', async () => {
    const server = await startFaultServer([{ do: 'request' }, 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello extra', { do: 'end' }]);
    try {
      for (const script of ['', '# @secret s\n> {%\n  tool.setVar("s", "none");\n%}\n']) {
        folder.write('a.req', `GET ${server.url}/\n\n${script}`);
        for (const args of [[], ['-v']]) {
          const { code, stdout, stderr } = await runReq(['send', 'a.req', ...args], { cwd: folder.path });
          assert.deepEqual([code, stdout], [0, 'hello']);
          assert.equal(stderr.split('6 bytes were received after the end of the response').length, 2, stderr);
        }
      }
    } finally {
      await server.close();
    }
  });
});
