import assert from 'node:assert/strict';
import type { Recorder } from '../support/recorder.ts';
import { confirmationOf, type AgentBench } from './agentBench.ts';
import { startAgentServers, type AgentServers } from './agentServers.ts';
import { writeFile } from './workspaceFile.ts';

describe('a message of an agent after a confirmation in the chat', () => {
  const file = 'agentTrust/a.req';
  let server: Recorder;
  let other: Recorder;
  let bench: AgentBench;
  let write: AgentServers['write'];
  let close: AgentServers['close'];

  beforeEach(async () => {
    ({ server, other, bench, write, close } = await startAgentServers(file));
  });
  afterEach(() => close());

  const input = { file, name: 'change' };
  const change = '### change\n# @name change\nPOST URL/things\n\n{"a": 1}\n';

  it('is the message that was confirmed, without a second question', async () => {
    await write(change);
    const said = confirmationOf(await bench.prepare(input));
    assert.match(said ?? '', /POST http/);
    assert.match(said ?? '', /\/things/);
    await bench.call('req_send_request', input);
    assert.deepEqual(bench.asked, []);
    assert.deepEqual(
      server.requests.map((r) => `${r.method} ${r.target}`),
      ['POST /things'],
    );
  });

  it('needs a confirmation if nothing was confirmed, or the confirmed message was sent already', async () => {
    await write(change);
    bench.answers = false;
    await bench.call('req_send_request', input);
    assert.equal(bench.asked.length, 1);
    await bench.prepare(input);
    await bench.call('req_send_request', input);
    await bench.call('req_send_request', input);
    assert.equal(bench.asked.length, 2);
    assert.equal(server.requests.length, 1);
  });

  for (const [how, text] of [
    [
      'another request of its @ref',
      '### all\n# @name all\nDELETE URL/everything\n\n### change\n# @name change\n# @ref all\nPOST URL/things\n',
    ],
    [
      'another request of its @ref with the same method and URL',
      '### all\n# @name all\nPOST URL/things\n\n{"drop": "everything"}\n\n### change\n# @name change\n# @ref all\nPOST URL/things\n\n{"a": 1}\n',
    ],
    [
      'a request that its script sends',
      '### all\n# @name all\nDELETE URL/everything\n\n### change\n# @name change\nPOST URL/things\n\n> {%\n await tool.send("all");\n%}\n',
    ],
    [
      'what its script makes of it',
      '### change\n# @name change\n< {%\n request.method = "DELETE"; request.url = "URL/everything";\n%}\nPOST URL/things\n',
    ],
  ] as const)
    it(`asks for ${how}`, async () => {
      await write(text);
      bench.answers = false;
      await bench.send(input);
      assert.equal(bench.asked.length, 1, bench.asked.join('\n'));
      assert.match(bench.asked[0] ?? '', how.includes('same') ? /POST http.*\/things/ : /DELETE http.*\/everything/);
      assert.match(bench.asked[0] ?? '', /differs from the message that you confirmed in the chat/);
      assert.deepEqual(
        server.requests.filter((r) => r.method === 'DELETE' || r.body.includes('drop')),
        [],
      );
    });

  it('asks if the request, or a file around it, was changed after the question', async () => {
    for (const edit of [
      () => write(change.replace('"a": 1', '"a": 2')),
      () => write(change.replace('POST', '# @proxy OTHER\nPOST')),
      () => writeFile('agentTrust/collection.req', 'X-Also: this\n'),
    ]) {
      await writeFile('agentTrust/collection.req', '\n');
      await write(change);
      bench.asked.splice(0);
      bench.answers = false;
      await bench.prepare(input);
      await edit();
      await bench.call('req_send_request', input);
      assert.equal(bench.asked.length, 1);
    }
    assert.deepEqual([...server.requests, ...other.requests], []);
  });

  for (const sign of ['<', '<@'] as const)
    it(`asks if a file of its body was changed after the question (${sign})`, async () => {
      const text = change.replace('{"a": 1}', `${sign} ./body.json`);
      await writeFile('agentTrust/body.json', '{"keep": 1}');
      await write(text);
      await bench.prepare(input);
      await bench.call('req_send_request', input);
      assert.deepEqual(bench.asked, []);
      assert.deepEqual(
        server.requests.map((r) => r.body),
        ['{"keep": 1}'],
      );
      bench.answers = false;
      await bench.prepare(input);
      await writeFile('agentTrust/body.json', '{"drop": 1}');
      await bench.call('req_send_request', input);
      assert.equal(bench.asked.length, 1);
      assert.match(bench.asked[0] ?? '', /differs from the message that you confirmed/);
      assert.equal(server.requests.length, 1);
    });

  it('asks if a variable of its body has another value by then', async () => {
    const text =
      change.replace('"a": 1', '"a": {{v}}') +
      '\n### sets\n# @name sets\n< {%\n tool.setVar("v", (tool.getVar("v") ?? 0) + 1); tool.skip();\n%}\nGET http://localhost/\n';
    await bench.sendByHand(file, text.replaceAll('URL', server.url), 'sets');
    bench.answers = false;
    await bench.prepare(input);
    await bench.sendByHand(file, text.replaceAll('URL', server.url), 'sets');
    await bench.call('req_send_request', input);
    assert.equal(bench.asked.length, 1);
    assert.deepEqual(server.requests, []);
  });

  it('names a proxy, and an unchecked certificate', async () => {
    await write('### change\n# @name change\n# @proxy OTHER\n# @insecure\nPOST https://localhost/things\n');
    const said = confirmationOf(await bench.prepare(input)) ?? '';
    assert.match(said, /through the proxy 127/);
    assert.match(said, /without checking its certificate/);
  });
});
