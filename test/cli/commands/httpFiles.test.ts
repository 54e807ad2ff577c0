import assert from 'node:assert/strict';
import { runReq, type Around, type Ended } from '../../support/command.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

describe('req with .http and .rest files', () => {
  const { server, folder } = useServerAndFolder();
  const req = (args: readonly string[], around: Partial<Around> = {}): Promise<Ended> => runReq(args, { cwd: folder.path, ...around });

  it('sends a request as its client does: comments in the body, variables, a $ value', async () => {
    folder.write(
      'a.http',
      `@host = ${server.url}\n\n### one\nPOST {{host}}/echo\n    ?q={{$processEnv REQ_TEST_Q}}\nContent-Type: text/plain\n\na\n# b\nc\n\n### two\nGET {{host}}/echo\n`,
    );
    const { code, stdout, stderr } = await req(['send', 'a.http', '-n', 'one'], { env: { REQ_TEST_Q: 'x y' } });
    assert.equal(code, 0, stderr);
    const echo = JSON.parse(stdout) as { readonly target: string; readonly body: string };
    assert.equal(echo.target, '/echo?q=x%20y');
    assert.equal(echo.body, 'a\nc');
    assert.equal((await req(['send', 'a.http#two'])).code, 0);
  });

  const bodyOf = ({ stdout }: Ended): string => (JSON.parse(stdout) as { readonly body: string }).body;
  const form = 'POST URL/echo\nContent-Type: application/x-www-form-urlencoded\n\n';
  for (const [title, text, sent] of [
    [
      'a form of REST Client percent-encoded',
      `@a = b c&d=%C3%A9\n\n${form}x=ü {}\n&y={{a}}&z={{%a}}`,
      'x=%C3%BC%20%7B%7D&y=b%20c&d=%C3%A9&z=b%20c%26d%3D%25C3%25A9',
    ],
    [
      'a form of httpYac joined and percent-encoded',
      `# @dialect httpyac\n@a = b c\n${form}x = 1 & y = ü&\nz={{a}}`,
      'x=1&y=%C3%BC&z=b%20c',
    ],
    ['a form of Kulala joined', `# @dialect kulala\n${form}x=1&\ny=2`, 'x=1&y=2'],
    [
      'a form of JetBrains without the white space around its signs',
      `# @dialect jetbrains\n${form}x = 1 & y = a=b &\nz = 2`,
      'x=1&y=a=b&z=2',
    ],
    [
      'NDJSON of REST Client with a line break at its end',
      'POST URL/echo\nContent-Type: application/x-ndjson\n\n{"a":1}\n{"b":2}\n\n',
      '{"a":1}\n{"b":2}\n',
    ],
    [
      'NDJSON of httpYac with a line break at its end',
      '# @dialect httpyac\nPOST URL/echo\nContent-Type: application/x-ndjson\n\n{"a":1}\n\n?? status == 200\n',
      '{"a":1}\n',
    ],
    ['the body of a curl command with its placeholders', `@n = 7\n\ncurl URL/echo -d '{"a": {{n}}}'`, '{"a": 7}'],
  ] as const)
    it(`sends ${title}`, async () => {
      folder.write('a.http', text.replace('URL', server.url));
      const ended = await req(['send', 'a.http']);
      assert.equal(bodyOf(ended), sent, ended.stderr);
    });

  it('gives scripts of httpYac the variables as globals', async () => {
    folder.write(
      'a.http',
      `@token = abc\n\n{{\n  exports.made = token + "-1";\n}}\n\n###\nPOST ${server.url}/echo\n\n{{made}}{{both}}\n\n{{@request\n  const { length } = token;\n  exports.both = made + length;\n}}\n`,
    );
    const { code, stdout, stderr } = await req(['send', 'a.http', '--dialect', 'httpyac']);
    assert.equal(code, 0, stderr);
    assert.equal(bodyOf({ stdout } as Ended), 'abc-1abc-13');
  });

  it('gives scripts of JetBrains the headers of the request, and $env', async () => {
    folder.write(
      'a.http',
      `@user = ada\n\n### one\n< {%\n  const h = request.headers.findByName("x-a");\n  request.variables.set("made", [h.name(), h.getRawValue(), h.tryGetSubstitutedValue(), request.headers.findByName("no"), request.headers.all().length, $env.REQ_TEST_A].join());\n%}\nPOST ${server.url}/echo\nX-A: {{user}}\nContent-Type: text/plain\n\n{{made}}\n`,
    );
    const sent = await req(['send', 'a.http', '--dialect', 'jetbrains'], { env: { REQ_TEST_A: 'b' } });
    assert.equal(bodyOf(sent), 'X-A,{{user}},ada,,2,b', sent.stderr);
  });

  it('reads a variable in a store of Visual Studio as a secret', async () => {
    folder.write(
      'http-client.env.json',
      '{"dev": {"key": {"provider": "AspnetUserSecrets", "secretName": "a:b"}, "other": {"provider": "x"}}}',
    );
    folder.write('a.http', `POST ${server.url}/echo\nContent-Type: text/plain\n\n{{key}} {{other.provider}}\n`);
    const sent = await req(['send', 'a.http', '--env', 'dev'], { env: { REQ_SECRET_key: 'hush' } });
    assert.equal(bodyOf(sent), '••• x', sent.stderr);
    assert.match((await req(['send', 'a.http', '--env', 'dev'])).stderr, /there is no secret key/);
  });

  it('reports a placeholder that repeats a request', async () => {
    folder.write('a.http', '# @dialect jetbrains\nGET http://h/{{$.users..id}}\n');
    assert.match((await req(['check', 'a.http'])).stdout, /a\.http:2:1 warning .*a request is sent once, not for each element of users/);
  });

  it('sends by the dialect of --dialect and of the file', async () => {
    folder.write('a.rest', `POST ${server.url}/echo\nContent-Type: text/plain\n\na\n# b\n`);
    assert.equal(bodyOf(await req(['send', 'a.rest'])), 'a');
    assert.equal(bodyOf(await req(['send', 'a.rest', '--dialect', 'jetbrains'])), 'a\n# b');
    folder.write('b.rest', `# @dialect jetbrains\nPOST ${server.url}/echo\nContent-Type: text/plain\n\na\n# b\n`);
    assert.equal(bodyOf(await req(['send', 'b.rest'])), 'a\n# b');
    const { code, stderr } = await req(['send', 'a.rest', '--dialect', 'none']);
    assert.equal(code, 2);
    assert.match(stderr, /--dialect is auto or rest-client or jetbrains or httpyac or visual-studio or kulala, not "none"/);
  });

  it('uses the environments of REST Client from the nearest settings, and those of JetBrains', async () => {
    folder.write(
      '.vscode/settings.json',
      '{\n  // c\n  "rest-client.environmentVariables": {"$shared": {"p": "s"}, "dev": {"x": "{{$shared p}}-1"}},\n}',
    );
    folder.write('http-client.env.json', '{"live": {"x": "2"}}');
    folder.write('in/a.http', `GET ${server.url}/echo/{{x}}\n`);
    folder.write('in/a2.req', `GET ${server.url}/echo/{{x}}\n`);
    const targetOf = ({ stdout }: Ended): string => (JSON.parse(stdout) as { readonly target: string }).target;
    assert.equal(targetOf(await req(['send', 'in/a.http', '--env', 'dev'])), '/echo/s-1');
    folder.write('in/http-client.env.json', '{"live": {"x": "2"}}');
    assert.equal(targetOf(await req(['send', 'in/a.http', '--env', 'live'])), '/echo/2');
    assert.match((await req(['send', 'in/a2.req', '--env', 'dev'])).stderr, /There is no environment "dev"/);
  });

  it('runs scripts and assertions as tests, and reports failures at the lines of the file', async () => {
    folder.write(
      't.http',
      `### one\nPOST ${server.url}/echo\n\n# gone\n{}\n\n> {%\nclient.test("fine", () => client.assert(true));\nclient.test("bad", () => client.assert(response.status === 201, "no"));\n%}\n`,
    );
    const { code, stdout } = await req(['run', '.', '--reporter', 'json']);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /"fine"/);
    assert.match((await req(['run', 't.http'])).stdout, /t\.http:9/);
  });

  it('lists and checks those of a folder, without those beside their .req file', async () => {
    folder.write('a.http', '### A\nGET http://h/\n');
    folder.write('b.http', '### B\nGET http://h/\n');
    folder.write('b.req', '### B\nGET http://h/\n');
    folder.write('c.rest', '### C\nMQTT mqtt://h\n\n### D\nGET http://h/{{$aadToken}}\n');
    assert.deepEqual(
      (await req(['list', '.'])).stdout
        .split('\n')
        .filter((l) => l !== '')
        .map((l) => l.split(/ +/)[0]),
      ['a.http:2', 'b.req:2', 'c.rest:5'],
    );
    const { code, stdout } = await req(['check', '.']);
    assert.equal(code, 2);
    assert.match(
      stdout,
      /^c\.rest:2:1 warning MQTT is not supported by Req: the request is ignored\. \[dialect\]\nc\.rest:5:14 error Req has no \$aadToken: write # @auth oauth2 \[unknown-dynamic\]\n$/,
    );
  });

  it('exports them, and does not format them', async () => {
    folder.write('a.http', '### A\nPOST http://h/\n\na\n# b\n');
    assert.match((await req(['export', 'curl', 'a.http'])).stdout, /--data-raw a|-d a|'a'/);
    assert.equal((await req(['format', '.'])).code, 0);
    assert.match((await req(['format', 'a.http'])).stderr, /a\.http is not a \.req file, so it is not formatted/);
  });
});
