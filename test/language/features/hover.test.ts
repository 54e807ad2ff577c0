import assert from 'node:assert/strict';
import { inspect, type Around } from '../../support/inspect.ts';

const hover = async (text: string, around: Around = {}): Promise<string | undefined> => (await inspect(text, around)).hover();

describe('the hover of a placeholder', () => {
  it('shows value, type and origin', async () => {
    assert.equal(await hover('@host = http://h\nGET {{ho|st}}/x'), '`host` · string\n\n```text\nhttp://h\n```\n\nFrom a.req:1');
    assert.equal(
      await hover('GET http://h/{{|n}}', { environments: { dev: { n: 5 } }, environment: 'dev' }),
      '`n` · number\n\n```text\n5\n```\n\nFrom environment **dev**, http-client.env.json:3',
    );
    assert.equal(
      await hover('GET http://h/{{o.li|st}}', { files: { 'collection.req': '\n@o = {"list": [1, {"a": true}]}\n' } }),
      '`o.list` · array\n\n```json\n[\n  1,\n  {\n    "a": true\n  }\n]\n```\n\nSent here as:\n\n```text\n%5B1,%7B%22a%22:true%7D%5D\n```\n\nFrom collection.req:2',
    );
  });

  for (const [value, type, text] of [
    [0, 'number', '0'],
    [false, 'boolean', 'false'],
    [null, 'null', 'null'],
    [12345678901234567890n, 'bigint', '12345678901234567890'],
    [new Date(0), 'date', '1970-01-01T00:00:00.000Z'],
  ] as const) {
    it(`shows ${text} as well as anything`, async () =>
      assert.equal(
        await hover('GET http://h/{{|x}}', { variables: { x: value } }),
        `\`x\` · ${type}\n\n\`\`\`text\n${text}\n\`\`\`\n\nFrom the script of **setup**`,
      ));
  }

  it('shows that a text is empty', async () => assert.match((await hover('@x =\nGET http://h/{{|x}}')) ?? '', /\(empty text\)/));

  it('is there from the first brace to the end of the last, and nowhere else', async () => {
    for (const text of ['GET http://h/|{{x}}', 'GET http://h/{{x}}|', 'GET http://h/{|{x}}'])
      assert.ok(await hover(text, { variables: { x: 1 } }), text);
    for (const text of ['# {{|x}}\nGET http://h', 'POST http://h\n\n\\{{|x}}', 'POST http://h\n\n{{ |if x }}'])
      assert.equal(await hover(text, { variables: { x: 1 } }), undefined, text);
  });

  it('works in definitions, header values, continuation lines, bodies and assertions', async () => {
    for (const text of [
      '@a = {{|x}}\nGET http://h',
      'GET http://h\n  ?q={{|x}}',
      'GET http://h\nA: b\n  {{|x}}',
      'POST http://h\n\n{"a": {{|x}}}',
      'GET http://h\n?? status == {{|x}}',
      '{{|x}} http://h',
    ])
      assert.match((await hover(text, { variables: { x: 1 } })) ?? '', /`x` · number/, text);
  });

  it('shows the result of a filter, at its place', async () => {
    const around = { variables: { x: 'say "hi"' } };
    assert.match((await hover('POST http://h\n\n{"a": "{{|x | json}}"}', around)) ?? '', /```text\nsay \\"hi\\"\n```/);
    assert.match(
      (await hover('POST http://h\n\n{"a": {{|x | json}}}', around)) ?? '',
      /```text\n"say \\"hi\\""\n```\n\n`\| json` As JSON, escaped/,
    );
  });

  it('shows that a variable with the whole dotted name overrides the path', async () => {
    assert.match(
      (await hover('GET http://h/{{user|.name}}', { variables: { 'user.name': 'a', user: { name: 'b' } } })) ?? '',
      /```text\na\n```\n\nThe variable named `user\.name` takes precedence over the path into `user`\./,
    );
  });

  it('shows that a definition is below', async () => {
    assert.match((await hover('GET http://h/{{|x}}\n###\n@x = 1\n')) ?? '', /Defined below this request: move the definition above it\./);
  });

  it('of an undefined name shows this, with the nearest name', async () => {
    assert.equal(await hover('@host = h\nGET {{hos|t2}}/x'), '⚠ `host2` — host2 is not defined: did you mean host?');
    assert.match(
      (await hover('GET http://h/{{user.na|em}}', { variables: { user: { name: 1 } } })) ?? '',
      /user has no property naem: did you mean name\?/,
    );
  });

  it('of a variable that a script will set shows which script', async () => {
    assert.equal(
      await hover('### Log in\nGET http://h\n\n> {%\n  tool.setVar("token", 1);\n%}\n###\nGET http://h/{{tok|en}}'),
      '`token`\n\nNot known until it is sent: the script of **Log in** sets `token` (line 5).',
    );
  });

  it('shows values of the last exchange', async () => {
    const exchanges = { login: { response: { body: { token: 't1' } } } };
    assert.equal(
      await hover('GET http://h/{{login.response.bo|dy.token}}', { exchanges }),
      '`login.response.body.token` · string\n\n```text\nt1\n```\n\n`login.response.body` is an object: token\n\nFrom the last exchange of **login**',
    );
  });

  it('of a dynamic shows its kind of value, and makes none', async () => {
    assert.equal(
      await hover('GET http://h/{{$uu|id}}'),
      '`{{$uuid}}`\n\nA new UUID (RFC 9562, version 4). Generated separately for each placeholder, once per send.',
    );
    assert.match((await hover('GET http://h/{{$randomInt| 5 1}}')) ?? '', /⚠.*the lower first/);
    assert.match((await hover('@id = {{$uuid}}\nGET http://h/{{i|d}}')) ?? '', /‹new at each send›/);
  });

  it('of a prompt never asks', async () => {
    assert.equal(
      await hover('GET http://h/{{?Your na|me}}', { prompts: { 'Your name': 'wrong' } }),
      '`{{?Your name}}`\n\nAsked for when the request is sent, once per send.',
    );
    assert.match(
      (await hover('# @prompt code The code\nGET http://h/{{co|de}}', { answers: { code: 'wrong' } })) ?? '',
      /‹asked when sending›/,
    );
  });

  it('cuts a very long text, and shows the length of the rest', async () => {
    assert.match((await hover('GET http://h/{{|x}}', { variables: { x: 'a'.repeat(20_100) } })) ?? '', /a\n… 100 more characters\n```/);
  });
});

describe('a hover never shows a secret', () => {
  const around: Around = {
    secrets: { KEY: 'canary-1' },
    privateEnvironments: { dev: { token: 'canary-2', o: { deep: 'canary-3', n: 123456 } } },
    environment: 'dev',
    variables: { named: 'canary-4', plain: 'p', made: { auth: 'Bearer canary-7', id: 5 } },
    exchanges: { login: { request: { headers: { Authorization: 'Bearer canary-8' } }, response: { body: { echo: 'canary-8', id: 7 } } } },
    hides: { made: ['canary-7'], login: ['canary-8'] },
    env: { HOME: 'canary-5' },
    dotenv: { D: 'canary-6' },
  };
  const file = `# @secret named
@a = Bearer {{token}}
@b = {{a | base64}}
@c = {"k": "{{o.deep}}", "u": "{{token | upper}}"}
@plain = {{named}}!
@d = {{$secret.KEY}} {{$env.HOME}} {{$dotenv.D}}
GET http://h/`;
  const dumb = [
    'canary',
    'CANARY',
    '123456',
    Buffer.from('canary').toString('base64').slice(0, 6),
    Buffer.from('Bearer canary').toString('base64').slice(-6),
  ];

  for (const path of [
    '$secret.KEY',
    'token',
    'token | upper',
    'o',
    'o.deep',
    'o.n',
    'named',
    'a',
    'b',
    'c',
    'c.u',
    'plain',
    'd',
    '$env.HOME',
    '$dotenv.D',
    'token.x',
    'o.depe',
    'made',
    'made.auth',
    'made.auth | upper',
    'login.request.headers.Authorization',
    'login.response.body.echo',
    'login.response.body',
  ]) {
    it(`masks {{${path}}}`, async () => {
      const shown = (await hover(`${file}{{|${path}}}`, around)) ?? '';
      assert.notEqual(shown, '');
      for (const text of dumb) assert.ok(!shown.includes(text), shown);
    });
  }

  it('masks a value named by @secret that is too short to be found in other texts', async () => {
    const text = '# @secret pin\n@pin = 42\nGET http://h/{{p|in}}';
    const shown = (await hover(text, { files: { 'collection.req': '@pin = 43' } })) ?? '';
    assert.match(shown, /•••[^]*Hides:\n- collection\.req:1 = •••/);
    assert.doesNotMatch(shown, /42|43/);
  });

  for (const name of ['a', 'b', 'c', 'plain', 'd'])
    it(`masks the definition of ${name}`, async () => {
      const shown = (await hover(file.replace(`\n@${name} `, `\n@${name}| `), around)) ?? '';
      assert.notEqual(shown, '');
      for (const text of dumb) assert.ok(!shown.includes(text), shown);
    });
});

describe('the hover of other things', () => {
  it('shows the value of a definition at its name, each definition its own', async () => {
    assert.equal(await hover('@a|b = {{n}}\n@ab = 2\nGET http://h', { variables: { n: 1 } }), '`ab` · number\n\n```text\n1\n```');
    assert.equal(await hover('@ab = 1\n@a|b = 2\nGET http://h'), '`ab` · string\n\n```text\n2\n```');
    assert.match((await hover('@a|b = 1\nGET http://h', { variables: { ab: 9 } })) ?? '', /Hidden by the script of \*\*setup\*\*/);
  });

  it('explains directives and methods', async () => {
    assert.equal(
      await hover('# @time|out 5s\nGET http://h'),
      "`# @timeout 5s`\n\nHow long to wait for the response's headers; a stream can continue longer.",
    );
    assert.equal(
      await hover('pa|tch http://h'),
      '**PATCH** · [RFC 5789](https://www.rfc-editor.org/rfc/rfc5789)\n\nChanges a part of the resource.',
    );
    assert.equal(await hover('# @unhe|ard\nGET http://h'), undefined);
    assert.equal(await hover('PUR|GE http://h'), undefined);
  });

  it('has no effect: the content of a value is text', async () => {
    const evil = '```\n[x](command:evil) <img src=x onerror=alert(1)> $(bug) `code` **b**';
    const shown = (await hover('GET http://h/{{|x}}', { variables: { x: evil } })) ?? '';
    assert.ok(shown.includes(`\`\`\`\`text\n${evil}\n\`\`\`\``), shown);
    const hidden = (await hover('GET http://h/{{|x}}', { variables: { x: 'a\u202eb\u001b[31m\n\tc' } })) ?? '';
    assert.ok(hidden.includes('```text\na⟨U+202E⟩b␛[31m\n\tc\n```'), hidden);
    const undefinedOne = (await hover('GET http://h/{{o["|<img>](command:x)`"]}}', { variables: { o: {} } })) ?? '';
    assert.doesNotMatch(undefinedOne.replaceAll(/``? .*? ``?/g, ''), /(?<!\\)[<[]/);
  });

  it('marks characters that would hide or reverse the text, in names, titles and keys too', async () => {
    for (const text of [
      '### \u202ename\nGET http://h\n\n> {%\n  tool.setVar("t", 1);\n%}\n###\nGET http://h/{{|t}}',
      'GET http://h/{{o["\u202e|a"]}}',
    ]) {
      const shown = (await hover(text, { variables: { o: {} } })) ?? '';
      assert.ok(shown.includes('⟨U') && !shown.includes('\u202e'), shown);
    }
  });
});

describe('the hover of a URL with values that are only known when sending', () => {
  const around: Around = { env: { PORT: '1', NAME: 'x' }, dotenv: { PORT: '2' }, secrets: { HOST: 'h', PORT: '3' } };
  const shown = async (text: string): Promise<string> => (await hover(text, around)) ?? '';
  for (const [url, expected] of [
    ['http://localhost:{{?port}}/api', 'http://localhost:‹asked when sending›/api'],
    ['http://localhost:{{$env.PORT}}/api', 'http://localhost:‹from the process environment›/api'],
    ['http://localhost:{{$dotenv.PORT}}/api', 'http://localhost:‹from .env›/api'],
    ['http://localhost:{{$secret.PORT}}/api', 'http://localhost:•••/api'],
    ['http://localhost:{{$randomInt 8000 9000}}/api', 'http://localhost:‹new number at each send›/api'],
    ['http://{{$secret.HOST}}/api', 'http://•••/api'],
    ['http://{{$secret.HOST}}.example.com/api', 'http://•••.example.com/api'],
    ['http://{{?host}}:8080/a b', 'http://‹asked when sending›:8080/a%20b'],
    ['http://{{$uuid}}.example.com/', 'http://‹new at each send›.example.com/'],
    ['http://h/{{$timestamp}}/{{$isoTimestamp}}', 'http://h/‹new number at each send›/‹new at each send›'],
    ['http://h/?a={{?x | base64}}&b={{$env.NAME | url}}', 'http://h/?a=‹asked when sending›&b=‹from the process environment›'],
  ])
    it(`shows ${url} and judges nothing`, async () => assert.equal(await shown(`GET |${url}`), `\`\`\`http\nGET ${expected}\n\`\`\``));

  it('shows an unknown value as written, with its problem instead of that of the URL', async () => {
    const text = await shown('GET |http://localhost:{{$env.NONE}}/\n    ?a=1');
    assert.equal(text.split('\n\n')[0], '```http\nGET http://localhost:{{$env.NONE}}/?a=1\n```');
    assert.match(text, /⚠ .*: the process's environment has no NONE/);
    assert.doesNotMatch(text, /is not a port/);
  });

  const first = '‹from a request sent first›';

  it('shows an unknown value as written, with its problem instead of that of the URL', async () => {
    const text = await shown('GET |http://localhost:{{$env.NONE}}/\n    ?a=1');
    assert.equal(text.split('\n\n')[0], '```http\nGET http://localhost:{{$env.NONE}}/?a=1\n```');
    assert.match(text, /⚠ .*: the process's environment has no NONE/);
    assert.doesNotMatch(text, /is not a port/);
  });

  it('does so at the start of the URL, through definitions, with # @prompt and in the parts of a JSON definition', async () => {
    for (const [text, expected] of [
      ['GET {{?base}}/|api', '‹asked when sending›/api\n'],
      ['GET {{$secret.HOST}}/|', '•••/\n'],
      ['GET {{?scheme}}://|h/', '‹asked when sending›://h/\n'],
      [
        '### l\nGET h\n@id << body.id\n###\n# @ref l\n@p = a-{{id}}\nGET |http://h/{{id}}/{{l.response.body.x}}/{{p}}',
        `http://h/${first}/${first}/${first}\n`,
      ],
      ['### l\nGET h\n@id << body.id\n###\n# @ref l\nGET |http://h/{{id}}/{{ids}}', `http://h/${first}/{{ids}}\n`],
      ['# @prompt port\nGET |http://localhost:{{port}}/', 'http://localhost:‹asked when sending›/'],
      ['@host = localhost:{{?port}}\nGET |http://{{host}}/', 'http://localhost:‹asked when sending›/'],
      [
        '@server = {"port": {{$env.PORT}}, "at": {{$timestamp}}}\nGET |http://h:{{server.port}}/{{server.at}}',
        'http://h:‹from the process environment›/‹new number at each send›',
      ],
    ] as const)
      assert.ok((await shown(text)).includes(`GET ${expected}`), await shown(text));
  });

  it('leaves the file without problems', async () => {
    for (const url of [
      'http://localhost:{{?port}}/',
      'http://{{$secret.HOST}}:{{$env.PORT}}/',
      'http://{{base}}/',
      'http://h/{{server.port}}',
    ])
      assert.deepEqual(
        (
          await inspect(
            `@base = localhost:{{?port}}\n@server = {"port": {{$env.PORT}}}\nPOST ${url}\n\n{"at": {{$timestamp}}, "year": {{$datetime "YYYY"}}}`,
            around,
          )
        )
          .diagnostics()
          .filter((d) => d.id !== 'unused-variable'),
        [],
        url,
      );
  });
});
