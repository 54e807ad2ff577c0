import assert from 'node:assert/strict';
import { imported, importedText, warningsOf } from '../../support/imported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';

const http = (text: string): string => importedText('http', text);
const sends = (text: string) => sendsOf(imported('http', [{ path: 'a.http', text }]));

describe('.http files with forms that only one client has', () => {
  it("have REST Client's indented headers as headers, not in the URL", async () => {
    const text =
      '### A\nGET https://a.test/x\n    ?q=1\n    Authorization: Bearer {{token}}\n    X-Id: 7\n\n### B\n# @name b\nGET https://a.test/y\n  Accept: text/plain\n';
    const found = await sends(`@token = abc\n${text}`);
    assert.equal(found.get('A')?.wireUrl, 'https://a.test/x?q=1');
    assert.deepEqual(found.get('A')?.headers.slice(0, 2), [
      ['Authorization', 'Bearer abc'],
      ['X-Id', '7'],
    ]);
    assert.deepEqual(warningsOf('http', text), []);
    assert.match(http(text), /GET https:\/\/a\.test\/y\nAccept: text\/plain\n/);
  });

  it('have a path that continues in indented lines, whatever it contains', () => {
    assert.equal(http('GET https://a.test\n    /v1:run\n    ?t=12:30\n'), 'GET https://a.test\n    /v1:run\n    ?t=12:30\n');
  });

  it("have httpYac's leading fragments in the queries that use them", async () => {
    const text = `# @forceRef none
fragment Names on User {
  id
  ...Deep
}

fragment Deep on User { name { first } }

### A
POST https://a.test/graphql

query all($n: Int) {
  users(n: $n) { ...Names }
}

{ "n": 2 }

### B
POST https://a.test/graphql

query other { me { id } }
`;
    const found = await sends(text.replace('# @forceRef none\n', '{{\n}}\n'));
    const a = JSON.parse(bodyText(found.get('A') as never)) as { query: string; variables: unknown };
    assert.match(a.query, /^fragment Names on User \{[^]*fragment Deep on User[^]*query all/);
    assert.deepEqual(a.variables, { n: 2 });
    assert.doesNotMatch(bodyText(found.get('B') as never), /fragment/);
  });

  it('have comments in /* */ as comments', async () => {
    const text =
      '/*\n * @name is explained here\n GET https://wrong.test\n*/\n### A\n/* one line */\nPOST https://a.test/x\n\nbody\n/* not sent */\n';
    const found = await sends(`{{\n}}\n${text}`);
    assert.deepEqual([...found.keys()], ['A']);
    assert.equal(bodyText(found.get('A') as never), 'body');
    assert.match(http(text), /^# \(@\)name is explained here\n# GET https:\/\/wrong\.test\n### A\n# one line\n/);
  });

  it('report a WebSocket without a method, and keep it as a comment', () => {
    const text = '### A\nwss://a.test/socket\nX: 1\n\n{ "hello": 1 }\n';
    assert.deepEqual(warningsOf('http', text), ['2: WebSocket is not supported by Req: the request becomes a comment.']);
    assert.match(http(text), /^# wss:\/\/a\.test\/socket$/m);
    assert.equal(imported('http', [{ path: 'a.http', text }]).whole, 0);
  });
});
