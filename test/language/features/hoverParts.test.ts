import assert from 'node:assert/strict';
import { hover as languageHover } from '../../../src/language/onDemand.ts';
import { inspect, type Around } from '../../support/inspect.ts';

const hover = async (text: string, around: Around = {}): Promise<string | undefined> => (await inspect(text, around)).hover();

describe('the hover of a placeholder', () => {
  const around: Around = { variables: { text: 'a b&c', quoted: 'say "hi"' } };
  for (const [text, sent] of [
    ['GET http://h/{{te|xt}}', 'a%20b&c'],
    ['GET http://h/?q={{te|xt}}', 'a%20b%26c'],
    ['GET http://h\n    ?q={{te|xt}}', 'a%20b%26c'],
    ['POST http://h\nContent-Type: application/x-www-form-urlencoded\n\na={{te|xt}}', 'a+b%26c'],
    ['# @escape json\nPOST http://h\n\n{"a": "{{quo|ted}}"}', 'say \\"hi\\"'],
  ] as const)
    it(`shows the sent text at its place in ${JSON.stringify(text)}`, async () => {
      const shown = (await hover(text, around)) ?? '';
      assert.ok(shown.includes(`Sent here as:\n\n\`\`\`text\n${sent}\n\`\`\``), shown);
    });

  it('does not show the sent text if it is the value itself, or known only at the send', async () => {
    for (const text of [
      'GET http://h/\nA: {{te|xt}}',
      '# @no-encode\nGET http://h/{{pl|ain}}',
      'GET http://h/{{as|ked}}\n###\n# @prompt asked',
    ])
      assert.doesNotMatch((await hover(text, { variables: { ...around.variables, plain: 'p' } })) ?? '', /Sent here as/, text);
  });
});

describe('the hover of a variable made of others', () => {
  it('shows how it is written and what its parts are, to any depth', async () => {
    const shown = await hover('@scheme = http\n@name = {{scheme}}-host\n@host = {{scheme}}://{{name}}\nGET {{ho|st}}/');
    assert.ok(
      shown?.includes('Written as `{{scheme}}://{{name}}`\n- `{{scheme}}` = `http`\n- `{{name}}` = `http-host`\n  - `{{scheme}}` = `http`'),
      shown,
    );
  });

  it('shows a part without a value', async () =>
    assert.match((await hover('@host = {{gone | default "x"}}{{gone}}\nGET {{ho|st}}/')) ?? '', /not defined/));
});

describe('the hover of a definition that names itself', () => {
  it('shows the effective one there, not the value that a script has set', async () => {
    const shown = await hover('@host = {{ho|st}}/v1\nGET {{host}}', {
      variables: { host: 'http://script' },
      environments: { dev: { host: 'http://env' } },
      environment: 'dev',
    });
    assert.match(shown ?? '', /http:\/\/env\n```\n\nFrom environment \*\*dev\*\*/);
    assert.doesNotMatch(shown ?? '', /script/);
  });
});

describe('the hover in an editor that shows the problems of a place beside it', () => {
  const beside = async (text: string, around: Around = {}): Promise<string | undefined> => {
    const { view, offset } = await inspect(text, around);
    return languageHover(view, offset, { besideDiagnostics: true })?.markdown;
  };

  for (const text of [
    'GET http://h/{{go|ne}}',
    'GET http://h/{{$uu|ix}}',
    'GET http://h/{{$randomInt| 5 1}}',
    'POST http://h\n\n< ./go|ne.bin',
  ])
    it(`repeats none of them: ${JSON.stringify(text)}`, async () => {
      assert.match((await hover(text)) ?? '', /⚠|Not known until/);
      assert.equal(await beside(text), undefined);
    });

  it('shows the text of a hint, because an editor shows that at its first two characters only', async () => {
    const text = '### Log in\nGET http://h\n\n> {%\n  tool.setVar("token", 1);\n%}\n###\nGET http://h/{{tok|en}}';
    assert.match((await beside(text)) ?? '', /Not known until it is sent: the script of \*\*Log in\*\* sets `token`/);
  });

  it('shows the other facts of the place', async () => {
    assert.equal(await beside('@user = {"name": 1}\nGET http://h/{{user.na|em}}'), '`user.naem`\n\nFrom a.req:1');
    assert.doesNotMatch((await beside('GET http://h/{{|x}}\n###\n@x = 1\n')) ?? 'Defined below', /Defined below/);
  });

  it('shows a fact that is no problem: a placeholder that is kept', async () =>
    assert.match((await beside('# @undefined keep\nGET http://h/{{go|ne}}')) ?? '', /⚠ `gone`/));
});

describe('the time in a hover', () => {
  const now = Date.UTC(2026, 0, 1, 12);
  it('is that at which a script set the value', async () => {
    const { view, offset } = await inspect('GET http://h/{{|x}}', { variables: { x: 1 }, setAt: now - 125_000 });
    assert.match(languageHover(view, offset, { now })?.markdown ?? '', /From the script of \*\*setup\*\*, 2 minutes ago/);
  });

  it('is that at which the response arrived', async () => {
    const { view, offset } = await inspect('### login\nGET http://h\n###\nGET http://h/{{lo|gin.response.status}}', {
      exchanges: { login: { response: { status: 200 } } },
      setAt: now - 3_600_000,
    });
    assert.match(languageHover(view, offset, { now })?.markdown ?? '', /From the last exchange of \*\*login\*\*, 1 hour ago/);
  });
});

describe('the decoded text in a hover', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256' })}.${part({ sub: 'ada', exp: 1767225600, evil: '```<img>' })}.c2lnbmF0dXJl`;
  const now = Date.UTC(2026, 0, 4);

  it('has the claims of a token and when it ended, and never its signature', async () => {
    for (const [text, variables] of [
      [`GET http://h\nAuthorization: Bearer ${token.slice(0, 30)}|${token.slice(30)}`, {}],
      ['GET http://h\nAuthorization: Bearer {{to|ken}}', { token }],
      [`GET http://h\nAuthorization: {{bea|rer}}`, { bearer: `Bearer ${token}` }],
      [`@t = ey|${token.slice(2)}\nGET http://h`, {}],
    ] as const) {
      const { view, offset } = await inspect(text, { variables });
      const shown = languageHover(view, offset, { now })?.markdown ?? '';
      assert.match(shown, /"sub": "ada"/, text);
      assert.match(shown, /Expired 2026-01-01T00:00:00Z, 3 days ago/, text);
      assert.match(shown, /````json/, text);
      assert.doesNotMatch(shown.replaceAll(token, ''), /c2lnbmF0dXJl|signature/, text);
    }
  });

  it('is absent for a secret', async () => {
    const shown = await hover('GET http://h/{{to|ken}}', { privateEnvironments: { dev: { token } }, environment: 'dev' });
    assert.doesNotMatch(shown ?? '', /ada|JSON Web Token/);
  });

  it('explains a Unix timestamp, in seconds or milliseconds, and no other number', async () => {
    assert.match((await hover('GET http://h/?t=17672|25600')) ?? '', /seconds: 2026-01-01T00:00:00\.000Z/);
    assert.match(
      (await hover('GET http://h/{{|t}}', { variables: { t: 1767225600000 } })) ?? '',
      /milliseconds: 2026-01-01T00:00:00\.000Z/,
    );
    for (const other of ['9999999999', '0000000001', '123456789', '12345678901'])
      assert.doesNotMatch((await hover(`POST http://h\n\n${other.slice(0, 4)}|${other.slice(4)}`)) ?? '', /timestamp/, other);
  });

  it('has percent-encoded text, with visible control characters, but not text other than UTF-8', async () => {
    assert.equal(await hover('GET http://h/a%20|b%E2%80%AE?q=1'), 'Decoded: `a b⟨U+202E⟩`');
    assert.match((await hover('GET http://h/a%FF|b')) ?? '', /GET http:\/\/h\/a%FFb/);
  });

  it('names the user of Basic, and never the password', async () => {
    const credentials = Buffer.from('ada:canary').toString('base64');
    const shown = await hover(`GET http://h\nAuthorization: Basic ${credentials.slice(0, 4)}|${credentials.slice(4)}`);
    assert.equal(shown, 'User `ada`, with a password');
  });
});

describe('the hover of a line', () => {
  it('hides the secrets in a URL that cannot be used', async () => {
    for (const url of ['http://{{key}}:x y/', 'http://:{{key}}', 'http://h{{key}}:99999/', 'http://h:80{{key}}/']) {
      const shown = await hover(`GET |${url}`, { privateEnvironments: { dev: { key: 'canary one' } }, environment: 'dev' });
      assert.match(shown ?? '', /⚠ [^]*•••/, url);
      assert.doesNotMatch(shown ?? '', /canary/, url);
    }
  });

  it('shows the name of a file whose script sets a variable as text', async () => {
    const shown = await hover('GET http://h/{{to|k}}', {
      files: { '[x](http:evil)<b>.req': '### q\nGET http://h\n> {% tool.setVar("tok", 1) %}\n' },
    });
    assert.match(shown ?? '', /\(\\\[x\\\]\\\(http:evil\\\)\\<b\\>\.req:3\)/);
  });

  for (const [text, shows] of [
    ['GET http://h\nAcc|ept: */*', /\*\*Accept\*\* · \[RFC 9110 §12\.5\.1\]/],
    ['GET http://h\nAccept: text/plain, application/js|on', /\*\*application\/json\*\*/],
    ['GET http://h\nAuthorization: Bea|rer x', /\*\*Bearer\*\* · \[RFC 6750\]/],
    ['GET http://h\nAccept-Encoding: gz|ip', /\*\*gzip\*\*/],
    ['GET http://h\n\n?? status == 4|04', /\*\*404 Not Found\*\* · \[RFC 9110/],
    ['GET http://h\n\n?? sta|tus == 404', /status code/],
    ['GET http://h\n\n?? status =|= 404', /values are equal/],
    ['GET exam|ple.org/x', /GET https:\/\/example\.org\/x\n```\n\n`https`, because the URL has no scheme/],
    ['GET local|host:8080', /`http`, because the URL has no scheme and the host is this machine/],
    ['### Get |it\nGET http://{{h}}/{{$secret.K}}', /GET http:\/\/api\/•••/],
    ['# @ref lo|gin\nGET http://h\n### login\nPOST http://h/in', /POST http:\/\/h\/in/],
    ['### login\n# @name login\nGET http://h\n\n@t << body.t\n\n### u\n# @ref |*\nGET http://h/{{t}}', /^Sent first: `login`$/],
    ['# @ref |*\n\n### login\n# @name login\nGET http://h', /first sends the requests whose responses it uses/],
    ['# @ref lo|gin\nGET http://h\n### login\nGET http://h/title\n###\n# @name login\nPOST http://h/in', /POST http:\/\/h\/in/],
    ['GET http://h/|x{{nobody}}', /GET http:\/\/h\/x\{\{nobody\}\}\n```\n\n⚠ .*nobody is not defined/],
    ['POST http://h/|x\n\n{{nobody}}', /^```http\nPOST http:\/\/h\/x\n```$/],
    ['POST ftp://h/|x', /⚠ .*not a scheme/],
    ['POST http://h\n\n< ./bo|dy.json', /`body\.json`\n\nThe body/],
    ['POST http://h\n\n< ./go|ne.json', /`gone\.json` does not exist/],
  ] as const)
    it(`tells of ${JSON.stringify(text)}`, async () =>
      assert.match((await hover(text, { variables: { h: 'api' }, files: { 'body.json': '{}' } })) ?? 'nothing', shows));
});
