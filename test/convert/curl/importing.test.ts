import assert from 'node:assert/strict';
import { imported } from '../../support/imported.ts';

describe('importing curl commands', () => {
  it('reports the request from which something is left out, and notes what to review', () => {
    const text = "curl https://a/1 -o out.json\ncurl -F 'f=@a.png' https://a/2\ncurl https://a/3\necho x\n";
    const { notes, requests, whole } = imported('curl', [{ path: 'c.sh', text }]);
    assert.deepEqual(
      notes.map(({ level, request, message }) => [level, request, message]),
      [
        ['warning', undefined, 'echo x is left out.'],
        ['warning', 'GET https://a/1', '-o out.json is left out.'],
        ['information', 'POST https://a/2', 'a.png is looked for beside this file.'],
      ],
    );
    assert.deepEqual([requests, whole], [3, 2]);
  });
});
