import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runReq, type Around, type Ended } from '../../support/command.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

interface Echo {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

describe('req send', () => {
  const { server, folder } = useServerAndFolder();

  const send = (args: readonly string[], around: Partial<Around> = {}): Promise<Ended> =>
    runReq(['send', ...args], { cwd: folder.path, ...around });
  const echoOf = ({ stdout }: Ended): Echo => JSON.parse(stdout) as Echo;

  describe('the response', () => {
    it('prints the body alone on standard output, with JSON laid out, and the status on standard error', async () => {
      folder.write('a.req', `GET ${server.url}/json?size=3\n`);
      const { code, stdout, stderr } = await send(['a.req']);
      assert.equal(code, 0);
      assert.equal(stdout, '{\n  "text": "xxx"\n}\n');
      assert.match(stderr, /^HTTP\/1\.1 200 OK {2}\d[\d.]* m?s {2}14 B\n$/);
    });

    it('prints its head before it for --include', async () => {
      folder.write('a.req', `GET ${server.url}/headers?X-A=1&X-A=2\n`);
      const { stdout, stderr } = await send(['a.req', '--include']);
      assert.match(stdout, /^HTTP\/1\.1 200 OK\nX-A: 1\nX-A: 2\n[^]*\n\n$/);
      assert.equal(stderr, '');
    });

    it('prints only the bytes as received for --body-only', async () => {
      folder.write('a.req', `POST ${server.url}/encoded/gzip\n`);
      const { stdout, stderr } = await send(['a.req', '--body-only']);
      assert.equal(stdout, '{"encoded":true}');
      assert.equal(stderr, '');
    });

    it('prints the sent message, timings and the console on standard error with -v', async () => {
      folder.write('a.req', `< {%\nconsole.log("before", 1)\n%}\nGET ${server.url}/echo?q=1\nX-A: b\n`);
      const { stdout, stderr } = await send(['a.req', '-v']);
      assert.equal(echoOf({ code: 0, stdout, stderr }).target, '/echo?q=1');
      assert.match(stderr, /^log: before 1\n> GET \/echo\?q=1 HTTP\/1\.1\n> Host: 127[^]*> X-A: b\n/);
      assert.match(stderr, /\* queue .* total /);
      assert.doesNotMatch((await send(['a.req'])).stderr, /before/);
    });

    it('prints the console of its scripts beside the message for --dry-run -v, and why nothing would be sent', async () => {
      folder.write('a.req', `< {%\nconsole.warn("before", 1)\n%}\nGET ${server.url}/echo?q=1\n`);
      const { stdout, stderr } = await send(['a.req', '--dry-run', '-v']);
      assert.match(stdout, /^GET \/echo\?q=1 HTTP\/1\.1\n/);
      assert.equal(stderr, 'warn: before 1\n');
      assert.equal((await send(['a.req', '--dry-run'])).stderr, '');
      folder.write('a.req', `< {%\ntool.skip("not today")\n%}\nGET ${server.url}/echo\n`);
      assert.match((await send(['a.req', '--dry-run'])).stderr, /Skipped by a script: not today/);
    });

    it('uses colors for --color always, and none for NO_COLOR', async () => {
      folder.write('a.req', `GET ${server.url}/status/500\n`);
      assert.match((await send(['a.req', '--color', 'always'])).stderr, /\u001b\[31m500/);
      assert.doesNotMatch((await send(['a.req'], { env: { NO_COLOR: '1' } })).stderr, /\u001b/);
    });

    it('prints the response after redirects, or the redirect itself for --no-redirect', async () => {
      folder.write('a.req', `GET ${server.url}/redirect/302?to=/json\n`);
      assert.match((await send(['a.req'])).stderr, /^HTTP\/1\.1 200/);
      const { stdout, stderr, code } = await send(['a.req', '--no-redirect']);
      assert.deepEqual([code, stdout], [0, 'moved']);
      assert.match(stderr, /^HTTP\/1\.1 302 Found/);
      folder.write('a.req', `GET ${server.url}/redirect/302?to=/redirect/302\n`);
      const many = await send(['a.req', '--max-redirects', '1']);
      assert.equal(many.code, 4);
      assert.match(many.stderr, /More than 1 redirect;/);
    });

    it('warns where credentials went to another origin, and lists the headers that did not for -v', async () => {
      const to = server.url.replace('127.0.0.1', 'localhost');
      const text = `GET ${server.url}/redirect/302?to=${to}/echo\nAuthorization: Bearer abc\n`;
      folder.write('a.req', `# @keep-auth-on-redirect\n${text}`);
      assert.match(
        (await send(['a.req'])).stderr,
        /^warning: Authorization is sent to another origin, http:\/\/localhost:\d+, because of @keep/,
      );
      folder.write('a.req', text);
      const { stderr, stdout } = await send(['a.req', '-v']);
      assert.match(stderr, /\n< 302, redirected to http:\/\/localhost.*\n\* left out from here on: Authorization\n> GET/);
      assert.doesNotMatch(stdout, /Bearer/);
    });
  });

  describe('the choice of a request', () => {
    beforeEach(() => {
      const block = (name: string): string => `### ${name}\n# @name ${name.toLowerCase()}\nGET ${server.url}/echo?${name}\n`;
      folder.write('three.req', `${block('One')}\n${block('Two')}\n###\n# @disabled\nGET ${server.url}/echo?Three\n`);
    });

    it('is by @name, by title or by line', async () => {
      for (const flags of [
        ['-n', 'two'],
        ['-n', 'Two'],
        ['-l', '5'],
        ['-l', '7'],
      ])
        assert.equal(echoOf(await send(['three.req', ...flags])).target, '/echo?Two', flags.join(' '));
    });

    it('is all in order for --all, except those that are disabled', async () => {
      const { stdout, stderr, code } = await send(['three.req', '--all']);
      assert.equal(code, 0);
      assert.deepEqual(
        [...stdout.matchAll(/"target": "([^"]*)"/g)].map((m) => m[1]),
        ['/echo?One', '/echo?Two'],
      );
      assert.deepEqual(stderr.match(/^### .*$/gm), ['### one', '### two']);
    });

    it('is an error where all are disabled', async () => {
      folder.write('off.req', `# @disabled\nGET ${server.url}/echo\n`);
      const { code, stdout, stderr } = await send(['off.req', '--all']);
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, /every request is marked @disabled/);
    });

    it('is never by chance: several without a choice are an error that lists them', async () => {
      const { code, stdout, stderr } = await send(['three.req']);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /contains 3 requests: choose one with -n or -l, or use --all\.\n +3 {2}one {2}\(GET .*\n +7 {2}two/);
    });

    it('names the nearest request for a name that does not exist', async () => {
      const { code, stderr } = await send(['three.req', '-n', 'tow']);
      assert.equal(code, 2);
      assert.match(stderr, /no request named "tow"[^]*Did you mean "two"\?/);
    });

    it('refuses a line after the end of the file', async () => {
      const { code, stderr } = await send(['three.req', '-l', '99']);
      assert.deepEqual([code, stderr], [2, 'error: three.req has no line 99: it ends at line 12.\n']);
    });
  });

  it('reads standard input for -, with the folder one is in as its own', async () => {
    folder.write('http-client.env.json', JSON.stringify({ dev: { host: server.url } }));
    folder.write('body.txt', 'from a file');
    const done = await send(['-', '--env', 'dev'], { stdin: 'POST {{host}}/echo\n\n< ./body.txt\n' });
    assert.equal(echoOf(done).body, 'from a file');
    const wrong = await send(['-'], { stdin: 'GET {{host}}/echo\n' });
    assert.equal(wrong.code, 3);
    assert.match(wrong.stderr, /^-:1:5: error: /);
  });

  describe('its variables', () => {
    it('are set by --var with their types and by --vars with dates, before those of the file', async () => {
      folder.write(
        'v.json',
        '{"date": {"$date": "2026-01-31T12:00:00Z"}, "big": 12345678901234567890, "deep": {"list": [{"$date": "2026-02-01"}]}}',
      );
      folder.write(
        'a.req',
        `@text = of the file\nPOST ${server.url}/echo\n\n{{text}}|{{number}}|{{list[1].x}}|{{date}}|{{big}}|{{deep}}|{{quoted}}`,
      );
      const flags = [
        '--vars',
        'v.json',
        '--var',
        'text=a=b',
        '--var',
        'number=1.50',
        '--var',
        'list=[0,{"x":true}]',
        '--var',
        'quoted="q"',
      ];
      assert.equal(
        echoOf(await send(['a.req', ...flags])).body,
        'a=b|1.50|true|2026-01-31T12:00:00.000Z|12345678901234567890|{"list":["2026-02-01T00:00:00.000Z"]}|"q"',
      );
    });

    it('are data: braces in them are sent unchanged', async () => {
      folder.write('a.req', `POST ${server.url}/echo\n\n{{x}}`);
      assert.equal(echoOf(await send(['a.req', '--var', 'x={{y}}'])).body, '{{y}}');
    });

    it('are refused if they are not variables', async () => {
      folder.write('a.req', `GET ${server.url}/echo\n`);
      folder.write('list.json', '[1]');
      folder.write('broken.json', '{\n  "a": 1,\n}');
      folder.write('date.json', '{"d": {"$date": "yesterday"}}');
      for (const [flags, message] of [
        [['--var', 'x'], /--var is written --var name=value: there is no "=" in it/],
        [['--var', '=x'], /--var is written --var name=value: there is no name before the "="/],
        [['--vars', 'list.json'], /list\.json must be an object of variables/],
        [['--vars', 'broken.json'], /^broken\.json:3:1: error: broken\.json is not JSON/],
        [['--vars', 'date.json'], /holds a date as ISO 8601/],
        [['--vars', 'none.json'], /There is no file none\.json/],
      ] as const) {
        const { code, stderr } = await send(['a.req', ...flags]);
        assert.equal(code, 2, stderr);
        assert.match(stderr, message);
      }
    });

    it('are read from the selected environment, and from $shared without one', async () => {
      folder.write('http-client.env.json', JSON.stringify({ dev: { x: 'dev' }, prod: { x: 'prod' }, $shared: { x: 'shared' } }));
      folder.write('a.req', `GET ${server.url}/echo?{{x}}\n`);
      assert.equal(echoOf(await send(['a.req'])).target, '/echo?shared');
      assert.equal(echoOf(await send(['a.req', '--env', 'prod'])).target, '/echo?prod');
      const { code, stderr } = await send(['a.req', '--env', 'pord']);
      assert.deepEqual([code, stderr], [2, 'error: There is no environment "pord". There are: dev, prod.\nhint: Did you mean prod?\n']);
    });

    it('set by a script are seen by the requests after it', async () => {
      folder.write(
        'a.req',
        `GET ${server.url}/json?size=2\n\n> {%\ntool.setVar("t", response.body.text)\n%}\n###\nPOST ${server.url}/echo\n\n{{t}}`,
      );
      const { stdout, code } = await send(['a.req', '--all', '--json']);
      assert.equal(code, 0);
      const [first, second] = JSON.parse(stdout) as { variables: unknown; request: { body: unknown } }[];
      assert.deepEqual(first?.variables, { set: { t: 'xx' } });
      assert.deepEqual(second?.request.body, { text: 'xx' });
    });

    it('are set by --answer for prompts, by label or name; without an answer and a terminal it is an error', async () => {
      folder.write('a.req', `# @prompt who Who are you?\nPOST ${server.url}/echo\n\n{{who}} {{?age}}`);
      const flags = ['--answer', 'age=7', '--answer'];
      assert.equal(echoOf(await send(['a.req', ...flags, 'Who are you?=Ada'])).body, 'Ada 7');
      assert.equal(echoOf(await send(['a.req', ...flags, 'who=Al'])).body, 'Al 7');
      const { code, stderr } = await send(['a.req', '--answer', 'who=Al']);
      assert.equal(code, 2);
      assert.match(stderr, /"age" is asked for[^]*--answer "age=…"/);
      assert.match((await send(['a.req'])).stderr, /"Who are you\?", "age" are asked for[^]*--answer "Who are you\?=…" --answer "age=…"/);
    });
  });

  describe('its secrets', () => {
    const canary = 'canary-7d1f!';

    it('are read from the process environment or --secrets, and are masked in all output', async () => {
      folder.write(
        'a.req',
        `POST ${server.url}/echo\nAuthorization: Bearer {{$secret.KEY}}\n\n{{$secret.KEY}}\n\n?? body.body == {{$secret.KEY}}\n`,
      );
      folder.write('s.env', `KEY=${canary}\n`);
      folder.write('s.json', JSON.stringify({ KEY: canary }));
      for (const [flags, env] of [
        [['-v'], { REQ_SECRET_KEY: canary }],
        [['--secrets', 's.env', '--include'], {}],
        [['--secrets', 's.json', '--json'], {}],
        [['--secrets', 's.json', '--dry-run'], {}],
      ] as const) {
        const before = server.requests.length;
        const { code, stdout, stderr } = await send(['a.req', ...flags], { env });
        assert.equal(code, 0, stderr);
        assert.doesNotMatch(stdout + stderr, /canary-7d1f/, flags.join(' '));
        assert.match(stdout, /Bearer •••/);
        if (!flags.some((f) => f === '--dry-run')) assert.equal(server.requests[before]?.body.toString(), canary);
      }
    });

    it('are looked for in places that the error for a missing one names', async () => {
      folder.write('a.req', `GET ${server.url}/echo?{{$secret.KEY}}\n`);
      const { code, stderr } = await send(['a.req']);
      assert.equal(code, 3);
      assert.match(stderr, /REQ_SECRET_KEY or in --secrets FILE/);
    });
  });

  describe('-o', () => {
    it('writes the bytes to a file, and the status to standard error', async () => {
      folder.write('a.req', `GET ${server.url}/bytes/3000000\n`);
      const { code, stdout, stderr } = await send(['a.req', '-o', 'out.bin']);
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, /200 OK[^]*saved to out\.bin\n$/);
      assert.equal(fs.statSync(path.join(folder.path, 'out.bin')).size, 3_000_000);
    });

    it('does not change a file if there is no response', async () => {
      folder.write('out.txt', 'precious');
      folder.write('a.req', `GET ${server.url}/reset\n`);
      assert.equal((await send(['a.req', '-o', 'out.txt'])).code, 4);
      assert.equal(folder.read('out.txt'), 'precious');
    });

    it('reports why a file cannot be written before anything is sent', async () => {
      folder.write('a.req', `GET ${server.url}/json\n`);
      const before = server.requests.length;
      for (const [file, why] of [
        ['no/such/folder.txt', 'there is no folder no/such'],
        ['a.req/x', 'there is no folder a.req'],
        ['.', 'it is a folder'],
      ] as const) {
        const { code, stderr } = await send(['a.req', '-o', file]);
        assert.equal(code, 2);
        assert.ok(stderr.startsWith(`error: ${file} cannot be written: ${why}`), stderr);
      }
      assert.equal(server.requests.length, before);
    });
  });

  it('reads body files outside the collection only with --allow-read', async () => {
    folder.write('inner/a.req', `POST ${server.url}/echo\n\n< ../outside.txt\n`);
    folder.write('outside.txt', 'outside');
    const refused = await send(['inner/a.req']);
    assert.equal(refused.code, 6);
    assert.match(refused.stderr, /was not allowed[^]*--allow-read DIR/);
    assert.equal(echoOf(await send(['inner/a.req', '--allow-read', '.'])).body, 'outside');
  });

  it('sends undefined placeholders as written with --undefined keep', async () => {
    folder.write('a.req', `POST ${server.url}/echo\n\n{{nowhere}}`);
    assert.equal(echoOf(await send(['a.req', '--undefined', 'keep'])).body, '{{nowhere}}');
  });

  it('refuses flags that exclude each other', async () => {
    folder.write('a.req', `GET ${server.url}/echo\n`);
    for (const flags of [
      ['--json', '--jsonl'],
      ['--json', '--body-only'],
      ['--body-only', '-o', 'x'],
    ]) {
      const { code, stderr } = await send(['a.req', ...flags]);
      assert.equal(code, 2);
      assert.match(stderr, /exclude each other/);
    }
  });
});
