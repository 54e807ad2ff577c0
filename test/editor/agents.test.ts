import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { newCollectionFiles } from '../../src/language/onDemand.ts';
import { agentHost, isListed } from '../../src/editor/agents/agentHost.ts';
import type { Host, OutgoingMessage } from '../../src/runner/index.ts';
import { canary, leaksIn } from '../support/canary.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { startStreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { agentBench } from './agentBench.ts';
import { openFile, writeFile } from './workspaceFile.ts';

/** A tool's result for a language model. */
async function call(name: string, input: object, { token } = new vscode.CancellationTokenSource()): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

const json = (text: string): Record<string, never> => JSON.parse(text) as Record<string, never>;

describe('the tools of agents', () => {
  let recorder: Recorder;
  const secret = canary('agents');

  before(async () => {
    const body = JSON.stringify({ items: [{ name: 'one' }, { name: 'two' }], echo: secret });
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Echo: ${encodeURIComponent(secret)}`;
    recorder = await startRecorder(() => `${head}\r\n\r\n${body}`);
    await writeFile('agents/collection.req', '@shared = all\n');
    await writeFile('agents/http-client.env.json', '{ "dev": { "user": "ada" }, "live": { "$protected": true } }\n');
    await openFile(
      'agents/one.req',
      [
        `@host = ${recorder.url}`,
        '# @secret key',
        `@key = ${secret}`,
        '',
        '### read',
        '# @name agentRead',
        '# @tag smoke, fast',
        'GET {{host}}/things?shared={{shared}}',
        'Authorization: Bearer {{key}}',
        '?? status == 200',
        '',
        '### asks',
        '# @name agentAsks',
        '# @prompt size How many',
        'GET {{host}}/size/{{size}}',
        '',
        '### port',
        '# @name agentPort',
        'POST http://localhost:{{?port}}/api',
        'X-Port: {{?port}}',
        '',
        '{ "port": {{?port}}, "at": {{$timestamp}} }',
        '',
        '### away',
        '# @name agentAway',
        'GET http://away.invalid/',
        '',
      ].join('\n'),
    );
  });

  after(() => recorder.close());

  it('list the requests of the workspace, by words', async () => {
    const { requests } = json(await call('req_list_requests', { search: 'agentRead smoke' })) as unknown as { requests: object[] };
    assert.equal(requests.length, 1);
    assert.deepEqual(requests[0], {
      file: 'agents/one.req',
      line: 8,
      name: 'agentRead',
      method: 'GET',
      url: '{{host}}/things?shared={{shared}}',
      tags: ['smoke', 'fast'],
    });
  });

  it('explain the message and its origins, send nothing and reveal no secret', async () => {
    const sent = recorder.requests.length;
    const text = await call('req_explain_request', { file: 'agents/one.req', name: 'agentRead' });
    const { url, headers, placeholders } = json(text) as unknown as {
      url: string;
      headers: string[];
      placeholders: Record<string, string>;
    };
    assert.equal(url, `${recorder.url}/things?shared=all`);
    assert.ok(
      headers.some((h) => h.startsWith('Authorization: Bearer •••')),
      text,
    );
    assert.match(placeholders['{{shared}}'] ?? '', /all[^]*collection\.req/);
    assert.deepEqual(leaksIn(text), []);
    assert.equal(recorder.requests.length, sent);
  });

  it('explain a request whose values are only known when it is sent', async () => {
    const { url, headers, body, problems } = json(
      await call('req_explain_request', { file: 'agents/one.req', name: 'agentPort' }),
    ) as Record<string, unknown>;
    assert.equal(url, 'http://localhost:‹asked when sending›/api');
    assert.deepEqual(headers, ['X-Port: ‹asked when sending›', 'Content-Type: application/json']);
    assert.deepEqual(body, ['{ "port": ‹asked when sending›, "at": ‹new number at each send› }']);
    assert.deepEqual(problems, []);
  });

  it('send like the lens, reveal no secret that comes back, and read a part again', async () => {
    // A person lets the agent send the secret.
    const bench = agentBench({});
    const text = await bench.call('req_send_request', { file: 'agents/one.req', name: 'agentRead' });
    const report = json(text) as unknown as { runId: string; status: number; tests: { passed: boolean }[] };
    assert.equal(report.status, 200, text);
    assert.ok(report.tests.every(({ passed }) => passed));
    assert.equal(recorder.requests.at(-1)?.target, '/things?shared=all');
    assert.deepEqual(leaksIn(text), []);
    const { body } = json(await bench.call('req_read_response', { runId: report.runId, path: '$.items[1].name' })) as unknown as {
      body: { text: string };
    };
    assert.equal(body.text, 'two');
    for (const part of [{ path: 'echo' }, { start: 0, length: 50_000 }, { start: 40 }, {}])
      assert.deepEqual(leaksIn(await bench.call('req_read_response', { runId: report.runId, ...part })), []);
    assert.match(await bench.call('req_read_response', { runId: report.runId, path: 'nothing.here' }), /"error"/);
    await bench.dispose();
  });

  it('answer prompts with the values of the model, and report missing ones', async () => {
    assert.match(await call('req_send_request', { file: 'agents/one.req', name: 'agentAsks' }), /asks for size/);
    await call('req_send_request', { file: 'agents/one.req', name: 'agentAsks', inputs: { size: 7 } });
    assert.equal(recorder.requests.at(-1)?.target, '/size/7');
  });

  it('send every request of a new collection with only a host', async () => {
    for (const [name, text] of Object.entries(newCollectionFiles(recorder.url))) await writeFile(`agents/fresh/${name}`, text);
    const file = 'agents/fresh/getting-started.req';
    await openFile(file, newCollectionFiles('')['getting-started.req'] ?? '');
    for (const name of ['first', 'second'])
      assert.deepEqual((json(await call('req_explain_request', { file, name })) as Record<string, unknown>)['problems'], []);
    for (const request of [{ name: 'first' }, { name: 'second' }, { name: 'Ask for a value before sending', inputs: { word: 'x' } }]) {
      const text = await call('req_send_request', { file, ...request });
      const { status, tests } = json(text) as unknown as { status: number; tests: { passed: boolean }[] };
      assert.equal(status, 200, text);
      assert.ok(
        tests.every(({ passed }) => passed),
        text,
      );
    }
    assert.equal(recorder.requests.at(-1)?.target, '/?word=x');
  });

  it('end a send that is cancelled, and report it', async () => {
    const streams = await startStreamServer();
    try {
      await openFile('agents/feed.req', `### feed\n# @name agentFeed\nGET ${streams.url}/feed\n`);
      const stop = new vscode.CancellationTokenSource();
      const sending = call('req_send_request', { file: 'agents/feed.req', name: 'agentFeed' }, stop);
      const feed = await until('the stream is live', () => streams.feeds[0]);
      stop.cancel();
      await until('its connection is closed', () => feed.closed);
      assert.match(await sending.catch(String), /cancel/i);
    } finally {
      streams.close();
    }
  });

  it('do nothing where the setting switches them off', async () => {
    const settings = vscode.workspace.getConfiguration('req.agents');
    await settings.update('enabled', false, vscode.ConfigurationTarget.Global);
    try {
      const sent = recorder.requests.length;
      const input = { file: 'agents/one.req', name: 'agentRead' };
      for (const name of ['req_list_requests', 'req_explain_request', 'req_send_request', 'req_read_response'])
        assert.match(await call(name, input).catch(String), /req\.agents\.enabled is off/, name);
      assert.equal(recorder.requests.length, sent);
    } finally {
      await settings.update('enabled', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('list the files and requests if one is not found', async () => {
    assert.match(await call('req_explain_request', { file: '../other.req' }), /no request file/);
    assert.match(await call('req_explain_request', { file: 'agents/one.req', name: 'nobody' }), /agentRead/);
  });
});

describe('the host of an agent’s send', () => {
  const base = { ask: async () => ['typed'] } as unknown as Host;
  const asked: string[] = [];
  const secrets = { lackingSecrets: () => [], allowSecrets: async () => undefined };
  const hostFor = (confirmed: OutgoingMessage | undefined, answer: string | undefined): Host =>
    agentHost(base, { inputs: { size: 1 }, confirmed, secrets, protectedEnvironments: new Set(['live']) }, async (message, detail) => {
      asked.push(`${message}\n${detail}`);
      return answer;
    });
  const message = (method: string, host: string, more: Partial<OutgoingMessage['to']> = {}): OutgoingMessage => ({
    method,
    url: `http://${host}/a`,
    at: { file: '/ws/a.req', line: 1, column: 1 },
    root: '/ws',
    files: [],
    environment: undefined,
    secrets: [],
    to: { host, shown: host, ...more },
  });

  beforeEach(() => asked.splice(0));

  it('asks for a host that is not listed, once for each send, and keeps a refusal', async () => {
    const allowing = hostFor(undefined, 'Send');
    assert.equal(await allowing.maySend?.(message('GET', 'localhost:8080')), true);
    assert.deepEqual(asked, []);
    assert.equal(await allowing.maySend?.(message('GET', 'api.example.com')), true);
    assert.equal(await allowing.maySend?.(message('GET', 'api.example.com')), true);
    assert.equal(asked.length, 1);
    assert.equal(await hostFor(undefined, undefined).maySend?.(message('GET', 'api.example.com')), false);
  });

  it('asks for every message that may change something and is not exactly the one that was confirmed', async () => {
    const confirmed = message('POST', 'localhost');
    const refusing = hostFor(confirmed, undefined);
    assert.equal(await refusing.maySend?.(confirmed), true);
    assert.deepEqual(asked, []);
    const proxy = { host: 'localhost:3128', shown: 'localhost:3128' };
    for (const other of [
      message('DELETE', 'localhost'),
      { ...confirmed, url: 'http://localhost/everything' },
      message('POST', 'localhost', { proxy }),
      message('POST', 'localhost', { unchecked: true }),
    ])
      assert.equal(await refusing.maySend?.(other), false);
    assert.equal(asked.length, 4);
    assert.match(asked[1] ?? '', /http:\/\/localhost\/everything/);
    assert.match(asked[2] ?? '', /through the proxy localhost:3128/);
    assert.match(asked[3] ?? '', /without checking its certificate/);
  });

  it('asks once for a call that sends to a protected environment and was not confirmed, whatever the method', async () => {
    const toLive = { ...message('GET', 'localhost'), environment: 'live' };
    const allowing = hostFor(undefined, 'Send');
    for (const url of ['http://localhost/a', 'http://localhost/b']) assert.equal(await allowing.maySend?.({ ...toLive, url }), true);
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /An agent sends GET to localhost[^]*The environment live is protected\./);
    assert.equal(await hostFor(undefined, undefined).maySend?.(toLive), false);
    assert.equal(await hostFor(undefined, undefined).maySend?.({ ...toLive, environment: 'dev' }), true);
    assert.equal(await hostFor(toLive, undefined).maySend?.({ ...toLive, url: 'http://localhost/needed' }), true);
    assert.equal(asked.length, 2);
  });

  it('asks once about a message that changes something in a protected environment, also one beside the confirmed message', async () => {
    const toLive = { ...message('POST', 'localhost'), environment: 'live' };
    const refusing = hostFor(toLive, undefined);
    assert.equal(await refusing.maySendProtected('POST', 'http://localhost/a', 'live'), true);
    assert.equal(await refusing.maySend?.(toLive), true);
    assert.deepEqual(asked, []);
    assert.equal(await refusing.maySend?.({ ...toLive, method: 'DELETE' }), false);
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /DELETE may change something[^]*The environment live is protected\./);
  });

  it('asks before a script gets a secret, once for each look-up', async () => {
    const lookUp = { what: '{{$secret.KEY}}', file: '/ws/a.req', line: 3 };
    const allowing = hostFor(undefined, 'Allow Reading');
    assert.equal(await allowing.mayLookUp?.(lookUp), true);
    assert.equal(await allowing.mayLookUp?.(lookUp), true);
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /a\.req:3, which reads \{\{\$secret\.KEY\}\}/);
    assert.equal(await hostFor(undefined, undefined).mayLookUp?.(lookUp), false);
  });

  it('leaves secrets to a person', async () => {
    const question = { name: 'size', label: 'size', hidden: false } as const;
    const questions = [
      { ...question, kind: 'prompt' },
      { ...question, name: 'token', kind: 'secret', hidden: true },
    ] as const;
    const { signal } = new AbortController();
    assert.deepEqual(await hostFor(undefined, undefined).ask({ root: '/', title: '', questions }, signal), ['1', 'typed']);
  });

  it('knows a host by its name, with or without port, and by what it ends with', () => {
    assert.ok(isListed('api.example.com:443', ['api.example.com']));
    assert.ok(isListed('a.example.com', ['*.example.com']));
    assert.ok(isListed('[::1]:8080', ['[::1]']));
    for (const host of ['example.com', 'evilexample.com', 'api.example.com.evil.org', 'api.example.com:81'])
      assert.ok(!isListed(host, ['*.example.com:80', 'api.example.com:80', '']), host);
  });
});
