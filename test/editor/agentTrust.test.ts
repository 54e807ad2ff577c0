import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Recorder } from '../support/recorder.ts';
import type { AgentBench } from './agentBench.ts';
import { key, leaks, repeatingKey, startAgentServers, town, type AgentServers } from './agentServers.ts';
import { openFile, writeFile } from './workspaceFile.ts';

async function invoke(name: string, input: object): Promise<string> {
  const { token } = new vscode.CancellationTokenSource();
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('a message of an agent', () => {
  const file = 'agentTrust/a.req';
  let server: Recorder;
  let other: Recorder;
  let bench: AgentBench;
  let write: AgentServers['write'];
  let close: AgentServers['close'];
  let echo: string;
  /** Replaces the whole response. */
  let head: string | undefined;

  beforeEach(async () => {
    echo = '{}';
    head = undefined;
    ({ server, other, bench, write, close } = await startAgentServers(file, (headers) => head ?? repeatingKey(headers, echo)));
  });
  afterEach(() => close());

  describe('with a secret', () => {
    const input = { file, name: 'one' };
    const one = '### one\n# @name one\nGET URL/\nX-Key: {{$secret.K}}\n';

    it('is asked for once for each collection, secret and receiver, also to a listed host', async () => {
      await write(one);
      for (let i = 0; i < 3; i++) await bench.send(input);
      assert.equal(bench.asked.length, 1);
      assert.match(bench.asked[0] ?? '', /127\.0\.0\.1:\d+[^]*Secrets sent: \{\{\$secret\.K\}\}/);
      assert.equal(server.requests.length, 3);
      await write(one.replace('.K', '.L'));
      await bench.send(input);
      assert.match(bench.asked[1] ?? '', /Secrets sent: \{\{\$secret\.L\}\}/);
      await write('### one\n# @name one\n# @proxy OTHER\nGET URL/\nX-Key: {{$secret.K}}\n');
      await bench.send(input);
      assert.equal(bench.asked.length, 3);
      assert.match(bench.asked[2] ?? '', /through the proxy/);
    });

    it('is not sent after a refusal', async () => {
      await write(one);
      bench.answers = false;
      const { report } = await bench.send(input);
      assert.equal(report.outcome, 'cancelled');
      assert.deepEqual(server.requests, []);
    });

    for (const [how, text] of [
      ['a filter', '@k = {{$secret.K | base64}}\n### one\n# @name one\nGET URL/{{k | upper}}\n'],
      ['@secret', '# @secret k\n@k = 17\n\n### one\n# @name one\nPOST URL/\n\n{"k": {{k}}}\n'],
      ['a body’s file', '### one\n# @name one\nPOST URL/\n\n<@ ./agentTrust.txt\n'],
    ] as const)
      it(`needs a permission if it is sent by ${how}`, async () => {
        await writeFile('agentTrust/agentTrust.txt', 'k={{$secret.K}}');
        await write(text);
        bench.answers = false;
        await bench.send(input);
        assert.equal(bench.asked.length, 1);
        assert.match(bench.asked[0] ?? '', /Secrets sent:/);
        assert.deepEqual(server.requests, []);
      });

    it('needs a permission if a redirect leads to another host', async () => {
      head = `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${other.url}/there\r\nContent-Length: 2\r\n\r\n{}`;
      bench.refuses = new RegExp(new URL(other.url).host);
      await write('### one\n# @name one\n# @keep-auth-on-redirect\nQUERY URL/\n\n{{$secret.K}}\n');
      await bench.send(input);
      assert.equal(bench.asked.length, 2, bench.asked.join('\n'));
      assert.match(bench.asked[1] ?? '', /Secrets sent: \{\{\$secret\.K\}\}/);
      assert.deepEqual([server.requests.length, other.requests.length], [1, 0]);
    });

    it('needs a permission if it results from a request that a person sent', async () => {
      const sent =
        '### login\n# @name login\nGET URL/\nX-Key: {{$secret.K}}\n\n### one\n# @name one\nGET URL/{{login.request.headers.X-Key}}\n'.replaceAll(
          'URL',
          server.url,
        );
      await bench.sendByHand(file, sent, 'login');
      bench.answers = false;
      await bench.send(input);
      assert.equal(bench.asked.length, 1);
      assert.match(bench.asked[0] ?? '', /\{\{login\.request\}\}/);
      assert.equal(server.requests.length, 1);
    });

    it('needs no permission without a secret', async () => {
      await write('@k = {{$secret.K}}\n### one\n# @name one\nGET URL/plain\n');
      await bench.send(input);
      assert.deepEqual(bench.asked, []);
      assert.equal(server.requests.length, 1);
    });

    it('is asked for before a page of the browser is opened', async () => {
      await writeFile(
        'agentTrust/http-client.env.json',
        JSON.stringify({
          $shared: {
            Security: {
              Auth: {
                web: {
                  Type: 'OAuth2',
                  'Grant Type': 'Authorization Code',
                  'Auth URL': `${other.url}/sign-in`,
                  'Token URL': `${server.url}/token`,
                  'Client ID': '{{$secret.K}}',
                },
              },
            },
          },
        }),
      );
      try {
        await write('### one\n# @name one\n# @auth oauth2 web\nGET URL/\n');
        bench.answers = false;
        await bench.send(input);
        assert.deepEqual(bench.opened, []);
        assert.equal(bench.asked.length, 1);
        assert.match(bench.asked[0] ?? '', new RegExp(`page of ${new URL(other.url).host}`));
      } finally {
        await writeFile('agentTrust/http-client.env.json', '{}');
      }
    });
  });

  describe('by its scripts', () => {
    const input = { file, name: 'one' };
    const prints =
      'console.log([...s].join(" ")); tool.test([...s].join("."), () => { throw new Error([...s].join("_")); }); tool.setVar("x", [...s].reverse().join(""));';

    for (const [what, text] of [
      ['{{$secret.K}}', `< {%\n const s = tool.interpolate("{{$secret.K}}"); ${prints} tool.skip([...s].join(";"));\n%}\nGET URL/\n`],
      ['{{$env.TOWN}}', `< {%\n const s = tool.interpolate("{{$env.TOWN}}"); ${prints} throw new Error([...s].join("-"));\n%}\nGET URL/\n`],
      ['tool.getVar("k")', `@k = {{$secret.K}}\n< {%\n const s = tool.getVar("k"); ${prints} tool.stop([...s].join(";"));\n%}\nGET URL/\n`],
      ['tool.vars()', `@k = {{$env.TOWN}}\n< {%\n const s = tool.vars().k; ${prints}\n%}\nGET URL/\n`],
      ['request', `GET URL/\nX-Key: {{$secret.K}}\n\n> {%\n const s = request.headers["X-Key"]; ${prints}\n%}\n`],
      [
        'response',
        `GET URL/\nX-Key: {{$secret.K}}\n\n> {%\n const s = response.headers.get ? response.headers.get("X-Was") : response.headers["X-Was"]; ${prints}\n%}\n`,
      ],
      [
        'tool.send("two")',
        `< {%\n const r = await tool.send("two"); const s = JSON.stringify(r.headers); ${prints}\n%}\nGET URL/\n\n### two\n# @name two\nGET URL/\nX-Key: {{$secret.K}}\n`,
      ],
    ] as const) {
      it(`asks before ${what} is looked up, and the agent gets nothing of the result`, async () => {
        await write(text.startsWith('@') ? text.replace('\n', '\n### one\n# @name one\n') : `### one\n# @name one\n${text}`);
        const { text: answer, report } = await bench.send(input);
        const lookUps = bench.asked.filter((question) => question.includes('runs the script'));
        assert.equal(lookUps.length, 1, `${bench.asked.join('\n')}\n${answer}`);
        assert.ok(lookUps[0]?.includes(what), lookUps[0]);
        assert.doesNotMatch(answer, leaks);
        assert.match(answer, /•••/);
        for (const { passed } of report.tests ?? []) assert.equal(passed, '•••');
        assert.doesNotMatch(await bench.call('req_read_response', { runId: report.runId }), leaks);
        // What the script has set is a secret for explanations too.
        await openFile('agentTrust/b.req', `### b\n# @name shows\nGET ${server.url}/{{x}}/{{x | upper}}\n`);
        assert.doesNotMatch(await bench.call('req_explain_request', { file: 'agentTrust/b.req', name: 'shows' }), leaks);
      });

      it(`gives a script nothing of ${what} after a refusal`, async () => {
        await write(text.startsWith('@') ? text.replace('\n', '\n### one\n# @name one\n') : `### one\n# @name one\n${text}`);
        bench.refuses = /runs the script/;
        const { text: answer } = await bench.send(input);
        assert.match(answer, /was not given to the script/);
        assert.doesNotMatch(answer, leaks);
      });
    }

    it('reports nothing of an event that contains a secret', async () => {
      head = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\nContent-Length: ${key.length + 8}\r\n\r\ndata: ${key}\n\n`;
      await write(
        '### one\n# @name one\n< {%\n tool.onEvent((e) => { console.log([...e.data].join(" ")); tool.setVar("x", [...e.data].reverse().join("")); });\n%}\nGET URL/\nX-Key: {{$secret.K}}\n',
      );
      const { text } = await bench.send(input);
      assert.match(text, /log: •••/);
      assert.doesNotMatch(text, leaks);
    });

    it('asks nobody if the scripts look up nothing secret', async () => {
      await write(
        '@k = v\n### one\n# @name one\n< {%\n console.log("k is", tool.getVar("k"), tool.interpolate("{{k}}"));\n%}\nGET URL/\n\n> {%\n tool.test("fine", () => tool.expect(response.status).to.equal(200)); tool.setVar("n", response.headers);\n%}\n',
      );
      const { text, report } = await bench.send(input);
      assert.deepEqual(bench.asked, []);
      assert.match(text, /k is v v/);
      assert.deepEqual(
        report.tests?.map((t) => [t.name, t.passed]),
        [['fine', true]],
      );
    });
  });

  it('reveals no secret by an assertion', async () => {
    echo = JSON.stringify({ guess: 'h', was: key });
    await write(
      '### one\n# @name one\nGET URL/\nX-Key: {{$secret.K}}\n\n?? body.guess < {{$secret.K}}\n?? body.guess == {{$env.TOWN}}\n?? body.was startsWith h\n?? body matches "hush-[0-9]"\n?? header X-Was matches ^h\n?? status == 200\n?? body.guess == h\n',
    );
    const { report, text } = await bench.send({ file, name: 'one' });
    assert.deepEqual(
      report.tests?.map((t) => t.passed),
      ['•••', '•••', '•••', '•••', '•••', true, true],
      text,
    );
  });

  it('is explained without values of the environment that a person’s run has left in variables and requests', async () => {
    const text =
      '### a\n# @name sent\n< {%\n tool.setVar("x", [...tool.interpolate("{{$env.TOWN}}")].reverse().join(""));\n%}\nGET URL/\nX-Town: {{$env.TOWN}}\n'.replaceAll(
        'URL',
        server.url,
      );
    await bench.sendByHand(file, text, 'sent');
    assert.equal(bench.permissions.length, 1);
    await write(
      `${text}\n### b\n# @name shows\n# @timeout {{x}}\nPOST URL/{{x}}\nX: {{sent.request.headers.X-Town | upper}}\n\n{{x | upper}} {{sent.request.headers}}\n`,
    );
    const report = await bench.call('req_explain_request', { file, name: 'shows' });
    assert.doesNotMatch(report, /Riga|RIGA|yranac|YRANAC/);
    assert.match(report, /•••/);
  });

  it('shows no value of the environment that a person has allowed for the host', async () => {
    await bench.sendByHand(file, `### a\n# @name sent\nGET ${server.url}/{{$env.TOWN}}\n`, 'sent');
    await write('@t = {{$env.TOWN | upper}}\n### one\n# @name one\nGET URL/{{t}}\nX-Key: {{$env.TOWN}}\n');
    const { text } = await bench.send({ file, name: 'one' });
    assert.equal(server.requests.at(-1)?.target, `/${town.toUpperCase()}`, text);
    assert.doesNotMatch(text, leaks);
  });

  it('has the note that a response contains a server’s words', async () => {
    await write('### one\n# @name one\nGET URL/\n');
    const { report } = await bench.send({ file, name: 'one' });
    assert.match(report.warning ?? '', /written by the server/);
    for (const part of [{}, { start: 0 }, { path: '$' }])
      assert.match(await bench.call('req_read_response', { runId: report.runId, ...part }), /written by the server/, JSON.stringify(part));
  });

  it('asks through the tools that VS Code calls', async () => {
    await write(
      '# @secret k\n@k = hush-4711-canary\n\n### one\n# @name one\n< {%\n console.log([...tool.getVar("k")].join(" ")); tool.skip();\n%}\nGET URL/\n\n### two\n# @name two\nGET URL/{{k}}\n',
    );
    assert.match(await invoke('req_send_request', { file, name: 'one' }).catch(String), /An agent runs the script/);
    // A listed host and a method that changes nothing: the secret alone is asked for.
    assert.match(await invoke('req_send_request', { file, name: 'two' }).catch(String), /An agent sends GET to 127/);
    assert.deepEqual(server.requests, []);
  });

  it('asks through the tools that VS Code calls, outside of a chat, for each message that changes something', async () => {
    for (const [text, asks] of [
      ['### one\n# @name one\nPOST URL/things\n', /An agent sends POST to 127/],
      ['### all\n# @name all\nDELETE URL/everything\n\n### one\n# @name one\n# @ref all\nGET URL/\n', /An agent sends DELETE to 127/],
      [
        '### one\n# @name one\n< {%\n request.method = "DELETE"; request.url = "URL/everything";\n%}\nGET URL/\n',
        /An agent sends DELETE to 127/,
      ],
      [
        '### all\n# @name all\nDELETE URL/everything\n\n### one\n# @name one\n< {%\n await tool.send("all");\n%}\nGET URL/\n',
        /An agent sends DELETE to 127/,
      ],
    ] as const) {
      await write(text);
      const report = await invoke('req_send_request', { file, name: 'one' }).catch(String);
      assert.match(report, asks);
      assert.deepEqual(server.requests, []);
    }
  });
});
