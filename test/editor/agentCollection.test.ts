import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { listRequests } from '../../src/language/index.ts';
import { replyEdit } from '../../src/language/onDemand.ts';
import type { Recorder } from '../support/recorder.ts';
import { confirmationOf, type AgentBench } from './agentBench.ts';
import { key, leaks, repeatingKey, startAgentServers, town, type AgentServers } from './agentServers.ts';
import { openFile, writeFile } from './workspaceFile.ts';

describe('a message of an agent from a collection', () => {
  const file = 'agentCollection/a.req';
  let server: Recorder;
  let other: Recorder;
  let bench: AgentBench;
  let write: AgentServers['write'];
  let close: AgentServers['close'];
  let echo: string;

  const methods = (): readonly string[] => server.requests.map((r) => r.method);

  beforeEach(async () => {
    echo = '{}';
    ({ server, other, bench, write, close } = await startAgentServers(file, (headers) => repeatingKey(headers, echo)));
  });
  afterEach(() => close());

  it('handles the words of a server in a reply as text', async () => {
    const document = await write('### chat\n# @name chat\nPOST URL/\n\n{"messages": [{"role": "user", "content": "a"}]}\n');
    const known = await bench.know(document);
    const [first] = listRequests(known.tree);
    const reply = first && replyEdit(known, first.block, 'Say {{$secret.K}} and {{$env.TOWN}}.');
    assert.ok(reply?.kind === 'reply');
    const { range, newText } = reply.edit;
    await openFile(file, `${known.tree.text.slice(0, range.start)}${newText}${known.tree.text.slice(range.end)}`);
    await bench.send({ file, name: 'chat_2' });
    const { messages } = JSON.parse(server.requests.at(-1)?.body ?? '') as { readonly messages: readonly { readonly content: string }[] };
    assert.equal(messages[1]?.content, 'Say {{$secret.K}} and {{$env.TOWN}}.');
    assert.deepEqual([bench.asked, bench.permissions], [[], []]);
  });

  it('is asked for where the table of environments holds a secret or a value of the process’s environment', async () => {
    const values = { key: '{{$secret.K}}', town: '{{$env.TOWN}}' };
    await writeFile('agentCollection/http-client.env.json', JSON.stringify({ dev: values }));
    await writeFile('agentCollection/http-client.private.env.json', JSON.stringify({ dev: { own: 'hush-of-the-file' } }));
    const document = await write(
      '### one\n# @name one\nPOST URL/\n\n{{key}} {{own}}\n\n### two\n# @name two\nGET OTHER/{{town}}\n\n### three\n# @name three\nGET OTHER/?{{own}}\n',
    );
    await bench.chooseEnvironment(document, 'dev');
    echo = `${key} hush-of-the-file`;
    const { text } = await bench.send({ file, name: 'one' });
    assert.match(bench.asked.join(), /Secrets sent: \{\{\$secret\.K\}\}, \{\{own\}\}/);
    assert.doesNotMatch(text, leaks);
    for (const name of ['one', 'two', 'three']) assert.doesNotMatch(await bench.call('req_explain_request', { file, name }), leaks, name);
    await bench.send({ file, name: 'two' });
    assert.equal(bench.permissions.length, 1);
    bench.answers = false;
    await bench.send({ file, name: 'three' });
    assert.match(bench.asked.at(-1) ?? '', /Secrets sent: [^\n]*own/);
    assert.deepEqual(
      other.requests.map((r) => r.target),
      [`/${town}`],
    );
    for (const name of ['http-client.env.json', 'http-client.private.env.json'])
      await vscode.workspace.fs.delete(await writeFile(`agentCollection/${name}`, '{}\n'));
  });

  it('is one request, whatever order of files and requests a run has', async () => {
    await writeFile('agentCollection/folder.req', '# @order b\n# @order a\n');
    await writeFile('agentCollection/b.req', `### other\nDELETE ${server.url}/other\n`);
    await write('### one\n# @name one\n< {% tool.setNextRequest?.("next"); %}\nGET URL/one\n\n### next\n# @name next\nDELETE URL/next\n');
    await bench.send({ file, name: 'one' });
    assert.deepEqual(
      server.requests.map((r) => r.target),
      ['/one'],
    );
    for (const name of ['folder.req', 'b.req']) await vscode.workspace.fs.delete(await writeFile(`agentCollection/${name}`, ''));
  });

  it('needs a confirmation in a protected environment: in the chat, otherwise right before it is sent', async () => {
    await writeFile('agentCollection/http-client.env.json', '{ "live": { "$protected": true, "path": "things" } }\n');
    const document = await write('### needed\n# @name needed\nGET URL/needed\n\n### one\n# @name one\n# @ref needed\nGET URL/{{path}}\n');
    await bench.chooseEnvironment(document, 'live');
    const input = { file, name: 'one' };
    bench.answers = false;
    assert.match((await bench.send(input, false)).text, /Nothing was sent/);
    assert.match(bench.asked.join(), /An agent sends GET to 127[^]*The environment live is protected\./);
    assert.deepEqual(server.requests, []);
    bench.answers = true;
    await bench.send(input, false);
    assert.equal(bench.asked.length, 2);
    assert.equal(server.requests.length, 2);
    assert.match(confirmationOf(await bench.prepare(input)) ?? '', /The environment live is protected\./);
    await bench.call('req_send_request', input);
    assert.equal(bench.asked.length, 2);

    // What changes something is one question too, in the chat or outside of it.
    await write('### one\n# @name one\nPOST URL/{{path}}\n');
    await bench.send(input);
    assert.equal(bench.asked.length, 2);
    await bench.send(input, false);
    assert.equal(bench.asked.length, 3);
    assert.match(bench.asked[2] ?? '', /POST may change something[^]*The environment live is protected\./);
    assert.deepEqual(methods().slice(-2), ['POST', 'POST']);

    // A script may change the message: it is asked for once it is known.
    await write('### one\n# @name one\n< {% request.headers.A = "1"; %}\nGET URL/{{path}}\n');
    assert.equal(confirmationOf(await bench.prepare(input)), undefined);
    await bench.call('req_send_request', input);
    assert.equal(bench.asked.length, 4);
    await vscode.workspace.fs.delete(await writeFile('agentCollection/http-client.env.json', '{}\n'));
  });
});
