import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Host, Questions } from '../../src/runner/index.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { sendRun, type SendRun } from '../support/sendRun.ts';
import { startServer } from '../support/server.ts';

/** A user who answers each prompt with its label in capitals, and the prompted forms. */
function person(kept: Readonly<Record<string, string>> = {}) {
  const forms: string[] = [];
  const host = {
    asks: true,
    secret: (name: string) => Promise.resolve(kept[name]),
    ask: ({ title, questions }: Questions) => {
      forms.push(`${title}: ${questions.map((q) => `${q.kind} ${q.label}${q.hidden ? ' (hidden)' : ''}`).join(', ')}`);
      return Promise.resolve(questions.map((q) => q.label.toUpperCase()));
    },
  };
  return { forms, host };
}

describe('the questions of a send', () => {
  let recorder: Recorder;
  beforeEach(async () => {
    recorder = await startRecorder();
  });
  afterEach(() => recorder.close());

  /** Sends the last request of a file. Returns the forms and the received requests. */
  async function asked(text: string, kept: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, string>> = {}) {
    const { forms, host } = person(kept);
    const files = Object.fromEntries(Object.entries({ 'a.req': text, ...more }).map(([k, v]) => [k, v.replaceAll('URL', recorder.url)]));
    const run: SendRun = await sendRun(files, { host });
    return { forms, run, sent: recorder.requests.map((r) => `${r.target}${r.body === '' ? '' : ` ${r.body}`}`) };
  }

  for (const [what, text, forms, sent] of [
    [
      'prompts, labels in every place, and secrets that are not kept',
      '@x = {{?deep}}\n\n### Make\n# @prompt who Your name\n# @prompt pin\n# @secret pin\nPOST URL/{{?path}}\nX-A: {{x}}\n\n{{who}} {{?body}} {{$secret.KEY}} {{$secret.KEPT}}\n',
      ['Make: prompt Your name, prompt pin (hidden), label deep, label path, label body, secret KEY (hidden)'],
      ['/PATH YOUR NAME BODY KEY kept'],
    ],
    [
      'what requests that are sent first need, the same only once',
      '### Log in\n# @name login\nGET URL/login/{{?user}}/{{$secret.KEY}}\n\n### Other\n# @name other\n# @ref login\nGET URL/other/{{?other}}\n\n### Main\n# @ref login\n# @ref other\nGET URL/main/{{?user}}/{{?x}}\n',
      ['Main: label user, secret KEY (hidden), label other, label x'],
      ['/login/USER/KEY', '/other/OTHER', '/main/USER/X'],
    ],
    [
      'what stands in assertions and in the file of a body',
      '### Main\nPOST URL/{{?a}}\n\n<@ ./body.txt\n\n?? status == {{?b}}\n',
      ['Main: label a, label b, label in file'],
      ['/A IN FILE'],
    ],
    [
      'what stands beside scripts, which may define the rest',
      '### Main\n# @prompt who\n< {%\n  tool.setVar("seen", tool.getVar("who") + "!");\n%}\nGET URL/{{seen}}/{{?a}}\n',
      ['Main: prompt who, label a'],
      ['/WHO!/A'],
    ],
    [
      'in a second form what only a script makes known',
      '### Main\n< {%\n  tool.setVar("seen", tool.interpolate("{{?early}}"));\n  request.url = request.url + "/{{?late}}";\n%}\nGET URL/{{?a}}/{{seen}}\n',
      ['Main: label a', 'Main: label early', 'Main: label late'],
      ['/A/EARLY/LATE'],
    ],
    [
      'again by what a script sends, but nothing that was answered',
      '### Log in\n# @name login\nGET URL/login/{{?user}}/{{?role}}\n\n### Main\n< {%\n  await tool.send("login");\n%}\nGET URL/main/{{?user}}\n',
      ['Main: label user', 'Main: label role'],
      ['/login/USER/ROLE', '/main/USER'],
    ],
    [
      'once for a prompt of a shared file and one of the request that are the same',
      '### A\n# @name first\nGET URL/first/{{who}}\n\n### B\n# @ref first\n# @prompt who Your name\nGET URL/b/{{who}}\n',
      ['B: prompt Your name'],
      ['/first/YOUR%20NAME', '/b/YOUR%20NAME'],
    ],
  ] as const) {
    it(`is one form: ${what}`, async () => {
      const shared: Readonly<Record<string, string>> = what.includes('shared file') ? { 'folder.req': '# @prompt who Your name\n' } : {};
      const result = await asked(text, { KEPT: 'kept' }, { 'body.txt': '{{?in file}}', ...shared });
      assert.deepEqual(result.forms, forms, result.run.result.failure?.message);
      assert.deepEqual(result.sent, sent, result.run.result.failure?.message);
    });
  }

  for (const [what, text, message] of [
    ['a name that nothing defines', '# @prompt who\nGET URL/{{?a}}/{{nothing}}\n', /nothing/],
    [
      'a name that nothing defines in what is sent first',
      '# @name login\nGET URL/{{nothing}}\n\n###\n# @ref login\nGET URL/{{?a}}\n',
      /login.*nothing/s,
    ],
    [
      'a name that neither its scripts nor those of what is sent first define',
      '# @name login\nGET URL/login\n> {%\n  tool.setVar("token", 1);\n%}\n\n###\n# @ref login\n< {%\n  tool.setVar("seen", 1);\n%}\nGET URL/{{?a}}/{{$secret.KEY}}/{{token}}/{{seen}}/{{nothing}}\n',
      /nothing is not defined/,
    ],
    [
      'a response of a request that nothing sends first',
      '# @name other\nGET URL/other\n\n###\n# @name login\nGET URL/login\n\n###\n# @ref login\nGET URL/{{?a}}/{{other.response.body.x}}\n',
      /other has not been sent yet/,
    ],
    [
      'an unknown filter beside a script',
      '@user = a\n\n###\n< {%\n  tool.setVar("seen", 1);\n%}\nGET URL/{{$secret.KEY}}/{{user | uper}}\n',
      /uper is not a filter/,
    ],
    ['a request that is not there', '# @ref nowhere\nGET URL/{{?a}}\n', /@ref nowhere/],
    ['a file of the body that is not there', 'POST URL/{{?a}}\n\n<@ ./gone.txt\n', /gone\.txt does not exist/],
  ] as const) {
    it(`is nothing if the request cannot be sent anyway: ${what}`, async () => {
      const { forms, run, sent } = await asked(text);
      assert.deepEqual([forms, sent], [[], []]);
      assert.match(run.result.failure?.message ?? '', message);
    });
  }

  it('comes first if a script may still define the name, or prevent the request', async () => {
    for (const script of [
      'const name = "noth" + "ing"; tool.setVar(name, 1);',
      'tool.setVar("nothing", 1);',
      'const { setVar } = tool; setVar("nothing", 1);',
      'await tool.send("setter");',
      'request.url = request.url.replace("{{nothing}}", "1");',
      'tool.skip("not today");',
    ]) {
      const text = `### Set\n# @name setter\nGET URL/set\n> {%\n  tool.setVar("nothing", 1);\n%}\n\n### Main\n< {%\n  ${script}\n%}\nGET URL/{{?a}}/{{nothing}}\n`;
      const { forms, run } = await asked(text);
      assert.deepEqual([forms, run.result.failure?.message], [['Main: label a'], undefined], script);
    }
  });

  it('counts as JSON where the answer makes it so', async () => {
    const host = { ...person().host, ask: () => Promise.resolve(['7']) };
    const { result } = await sendRun({ 'a.req': `@list = [{{?n}}]\nGET ${recorder.url}/{{list[0]}}\n` }, { host });
    assert.equal(result.failure?.message, undefined);
    assert.equal(recorder.requests[0]?.target, '/7');
  });

  it('cancels the send where it is not answered', async () => {
    for (const text of [`GET ${recorder.url}/{{?a}}\n`, `# @prompt b\nGET ${recorder.url}/{{?a}}\n`]) {
      const { result } = await sendRun({ 'a.req': text }, { host: { ...person().host, ask: () => Promise.resolve(undefined) } });
      assert.equal(result.outcome, 'cancelled');
      assert.match(result.failure?.message ?? '', /not answered/);
    }
    assert.equal(recorder.requests.length, 0);
  });

  it('is taken back when the run is cancelled', async () => {
    const stop = new AbortController();
    let reported: AbortSignal | undefined;
    const ask = (_: Questions, signal: AbortSignal): Promise<undefined> => {
      reported = signal;
      setImmediate(() => stop.abort());
      return new Promise(() => undefined);
    };
    const { result } = await sendRun({ 'a.req': `GET ${recorder.url}/{{?a}}\n` }, { host: { ...person().host, ask }, signal: stop.signal });
    assert.equal(result.outcome, 'cancelled');
    assert.equal(reported?.aborted, true);
  });

  it('shows a hidden answer nowhere, also where only one of two requests calls it a secret', async () => {
    const text =
      '### A\n# @name first\n# @prompt pin\nGET URL/first?pin={{pin}}\n\n### B\n# @ref first\n# @prompt pin\n# @secret pin\nGET URL/b?pin={{pin}}\n';
    const { run } = await asked(text.replaceAll('pin', 'geheim'));
    assert.deepEqual(
      recorder.requests.map((r) => r.target),
      ['/first?geheim=GEHEIM', '/b?geheim=GEHEIM'],
    );
    assert.doesNotMatch(JSON.stringify(run.events), /GEHEIM/);
  });
});

describe('values of the process environment', () => {
  const env = (name: string): string | undefined => ({ TOWN: 'Riga', OTHER: 'hush' })[name];

  /** Sends, and returns the hosts for which permission was requested. */
  async function hosts(text: string, may: (to: string) => boolean = () => true, more: Readonly<Record<string, string>> = {}) {
    const asked: string[] = [];
    const maySendEnvironment: Host['maySendEnvironment'] = (names, root, { host }) => {
      asked.push(`${names.join(', ')} of ${root} to ${host}`);
      return Promise.resolve(may(host));
    };
    return { asked, run: await sendRun({ 'a.req': text, ...more }, { host: { env, maySendEnvironment } }) };
  }

  it('go to another host by a redirect only if allowed', async () => {
    const recorder = await startRecorder();
    const server = await startServer();
    try {
      const there = new URL(recorder.url).host;
      const text = `POST ${server.url}/redirect/307?to=${encodeURIComponent(recorder.url)}\nX-Town: {{$env.TOWN}}\n\n{{$env.TOWN}}\n`;
      const refused = await hosts(text, (to) => to !== there);
      assert.deepEqual(refused.asked, [`TOWN of /ws to ${new URL(server.url).host}`, `TOWN of /ws to ${there}`]);
      assert.match(refused.run.result.failure?.message ?? '', /redirect was not followed: TOWN/);
      assert.equal(recorder.requests.length, 0);
      assert.equal((await hosts(text)).run.result.outcome, 'complete');
      assert.equal(recorder.requests[0]?.body, 'Riga');
    } finally {
      await server.close();
      await recorder.close();
    }
  });

  it('are asked for by the collection and host of each request, also of those that others send', async () => {
    const recorder = await startRecorder();
    try {
      const { host } = new URL(recorder.url);
      const login = `### login\n# @name login\nGET ${recorder.url}/{{$env.TOWN}}\n`;
      const question = `TOWN of /ws to ${host}`;
      const byRef = `### a\n# @ref login\nGET ${recorder.url}/a\n`;
      assert.deepEqual((await hosts(byRef, undefined, { 'login.req': login })).asked, [question]);
      // What the script got from the other request may go along with its own.
      const bySend = `### a\n< {%\n  await tool.send("login");\n%}\nGET ${recorder.url}/a\n`;
      assert.deepEqual((await hosts(bySend, undefined, { 'login.req': login })).asked, [question, question]);
      const byScript = `< {%\n  tool.setVar("x", tool.interpolate("{{$env.TOWN}}"));\n%}\nGET ${recorder.url}/{{x}}\n`;
      assert.deepEqual((await hosts(byScript)).asked, [question]);
    } finally {
      await recorder.close();
    }
  });

  it('are none that a script makes up the name of', async () => {
    const recorder = await startRecorder();
    try {
      for (const script of [
        'tool.setVar("x", tool.interpolate("{{$env." + ["OTH", "ER"].join("") + "}}"));',
        'request.url = request.url + "{{$env." + ["OTH", "ER"].join("") + "}}";',
        'request.url = request.url + "{{$processEnv " + ["OTH", "ER"].join("") + "}}";',
      ]) {
        const { asked, run } = await hosts(`< {%\n  ${script}\n%}\n# {{$env.OTHERS}} {{$env.TOWN}}\nGET ${recorder.url}/\n`);
        assert.deepEqual(asked, [], script);
        assert.match(run.result.failure?.message ?? '', /OTHER.*does not appear in any file/, script);
      }
      assert.equal(recorder.requests.length, 0);
    } finally {
      await recorder.close();
    }
  });
});

describe("a body's file", () => {
  it('is asked for with the host that it goes to, also before a redirect takes it to another one', async () => {
    const recorder = await startRecorder();
    const server = await startServer();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-body-'));
    const file = path.join(folder, 'body.txt');
    fs.writeFileSync(file, 'Riga');
    try {
      const [here, there] = [server.url, recorder.url].map((url) => new URL(url).host) as [string, string];
      for (const [sign, status] of [
        ['<', 307],
        ['<@', 307],
        ['<', 303],
      ] as const) {
        const text = `POST ${server.url}/redirect/${status}?to=${encodeURIComponent(recorder.url)}\n\n${sign} ${file}\n`;
        const asked: string[] = [];
        const hostTo = (may: (to: string) => boolean): Partial<Host> => ({
          readFile: (name) => fs.promises.readFile(name),
          mayRead: (name, _root, to) => {
            asked.push(`${name} to ${to?.host}`);
            return Promise.resolve(may(to?.host ?? ''));
          },
        });
        const refused = await sendRun({ 'a.req': text }, { host: hostTo((to) => to !== there) });
        assert.deepEqual(
          [...new Set(asked)],
          [`${file} to ${here}`, ...(status === 307 ? [`${file} to ${there}`] : [])],
          `${sign} ${status}`,
        );
        if (status === 307) assert.match(refused.result.failure?.message ?? '', /redirect was not followed: .*body\.txt may not go to/);
        assert.equal((await sendRun({ 'a.req': text }, { host: hostTo(() => true) })).result.outcome, 'complete');
        assert.equal(recorder.requests.at(-1)?.body, status === 307 ? 'Riga' : '');
        assert.match((await sendRun({ 'a.req': text }, { host: hostTo(() => false) })).result.failure?.message ?? '', /was not allowed/);
      }
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
      await server.close();
      await recorder.close();
    }
  });

  it('is asked for without a secret of the host, in whatever case it is written', async () => {
    const server = await startServer();
    try {
      const text = `# @secret place\n@place = LocalHost:${new URL(server.url).port}\nPOST http://{{place}}/echo\n\n`;
      for (const sign of ['<', '<@']) {
        const shown: (string | undefined)[] = [];
        const host: Partial<Host> = {
          readFile: () => Promise.resolve(Buffer.from('Riga')),
          mayRead: (_name, _root, to) => Promise.resolve(shown.push(to?.shown) > 0),
        };
        await sendRun({ 'a.req': `${text}${sign} ./b.txt\n` }, { host });
        assert.ok(shown.length > 0);
        assert.doesNotMatch(shown.join(), /localhost/i, sign);
      }
    } finally {
      await server.close();
    }
  });
});
