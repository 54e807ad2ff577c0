import assert from 'node:assert/strict';
import { runReq } from '../../support/command.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

describe('req send', () => {
  const { server, folder } = useServerAndFolder();

  it('refuses variables whose names begin with $, which are reserved', async () => {
    folder.write('a.req', `GET ${server.url}/echo\n`);
    folder.write('reserved.json', '{"$y": 1}');
    for (const [flags, message] of [
      [['--var', '$x=1'], /--var defines \$x: names that begin with \$ are reserved\.\nhint: Name it x\./],
      [['--vars', 'reserved.json'], /reserved\.json defines \$y: names that begin with \$ are reserved/],
    ] as const) {
      const { code, stderr } = await runReq(['send', 'a.req', ...flags], { cwd: folder.path });
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
  });
});
