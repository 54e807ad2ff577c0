import assert from 'node:assert/strict';
import { diagnostics, shownDiagnostics } from '../../../src/language/onDemand.ts';
import { inspect, type Around } from '../../support/inspect.ts';

const said = async (text: string, around: Around = {}): Promise<readonly string[]> => (await inspect(text, around)).said();
const messages = async (text: string, around: Around = {}): Promise<readonly string[]> =>
  (await inspect(text, around)).diagnostics().map((d) => d.message);

describe('the diagnostics of a file', () => {
  it('are shown unchanged if they are few', async () => {
    const { view } = await inspect('GET {{a}}/{{b}}\nnot a header\n');
    assert.deepEqual(shownDiagnostics(view), diagnostics(view));
  });

  it('are none for a sound one', async () => {
    const text = `@host = http://h
### One
# @name one
# @prompt code
# @timeout 5s
< {% tool.setVar("set", 1); %}
POST {{host}}/{{code}}?a={{$uuid}}
Content-Type: application/json

{"a": "{{?Label}}", "b": {{$env.HOME}}, "s": "{{$secret.KEY}}", "d": "{{$dotenv.X}}", "e": "{{gone | default "x"}}"}

?? status == 200
`;
    assert.deepEqual(await said(text, { env: { HOME: '/' }, dotenv: { X: '1' } }), []);
  });

  it('report what the nearest .env lacks, if it is read', async () => {
    const text = 'GET http://h/{{$dotenv.X}}/{{$dotenv Y}}';
    assert.deepEqual(await said(text, { dotenv: { X: '1' } }), ['undefined-variable error "{{$dotenv Y}}"']);
    assert.deepEqual(await said(text, { files: { 'folder.env': 'X=1' } }), [
      'undefined-variable error "{{$dotenv.X}}"',
      'undefined-variable error "{{$dotenv Y}}"',
    ]);
    assert.deepEqual(await said(text, { dotenv: { X: '1' }, trusted: false }), []);
  });

  it('report undefined names, at the placeholder', async () => {
    assert.deepEqual(await said('@host = h\nGET {{hosst}}/{{o.x}}/{{l[1]}}', { variables: { o: { y: 1 }, l: [0] } }), [
      'unused-variable hint "host"',
      'undefined-variable error "{{hosst}}"',
      'missing-property error "{{o.x}}"',
      'index-out-of-range error "{{l[1]}}"',
    ]);
    assert.deepEqual((await messages('@host = h\nGET {{hosst}}'))[0], 'hosst is not defined: did you mean host?');
  });

  it('are none for variables that a script before the request sets, its own or that of the first block', async () => {
    const text = `< {% tool.setVar("first", 1); %}

### One
< {% tool.setVar("own", { a: 1 }); %}
GET http://h/{{first}}/{{own.a}}

### Two
GET http://h/{{first}}/{{own.a}}
`;
    assert.deepEqual(await said(text), ['undefined-until-sent hint "{{own.a}}"']);
    assert.deepEqual(await said(text, { variables: { own: { b: 1 } } }), ['missing-property information "{{own.a}}"']);
  });

  it('report circles, unknown dynamics and filters, and wrong arguments', async () => {
    assert.deepEqual(await said('@a = {{a}}\nGET {{a}}/{{$uid}}/{{$randomInt 1}}/{{a | nope}}'), [
      'cycle error "{{a}}"',
      'cycle error "{{a}}"',
      'unknown-dynamic error "{{$uid}}"',
      'dynamic-arguments error "{{$randomInt 1}}"',
      'cycle error "{{a | nope}}"',
    ]);
    assert.deepEqual(await said('@a = 1\nGET {{a | uper}}'), ['unknown-filter error "{{a | uper}}"']);
  });

  it('ignore variables of a script: they are known after it is sent', async () => {
    const text =
      '### Log in\nGET http://h\n\n> {%\n  client.global.set("token", 1);\n  tool.setVar(\'user\', {});\n%}\n###\nGET http://h/{{token}}/{{user.id}}/{{tokn}}';
    assert.deepEqual(await said(text), [
      'undefined-until-sent hint "{{token}}"',
      'undefined-until-sent hint "{{user.id}}"',
      'undefined-variable error "{{tokn}}"',
    ]);
    assert.equal(
      (await messages(text))[0],
      'token is not known until the script of Log in (line 4) has set it.'.replace('line 4', 'line 5'),
    );
  });

  it('are only information for variables that a script may set again', async () => {
    assert.deepEqual(await said('GET http://h/{{user.id}}\n\n> {% tool.setVar("user", {}); %}', { variables: { user: { name: 1 } } }), [
      'missing-property information "{{user.id}}"',
    ]);
  });

  it('report only this of a reference to a request that was not sent', async () => {
    assert.deepEqual(await said('# @name login\nGET http://h\n###\nGET http://h/{{login.response.body.id}}'), [
      'undefined-until-sent hint "{{login.response.body.id}}"',
    ]);
  });

  for (const [name, text, around] of [
    ['in the request', '# @undefined keep\nGET http://h/{{gone}}/{{o.gone}}', {}],
    ['in the first block', '# @undefined keep\n###\nGET http://h/{{gone}}', {}],
    ['in a shared file', 'GET http://h/{{gone}}', { files: { 'collection.req': '# @undefined keep\n' } }],
  ] as const)
    it(`report nothing undefined if it is kept: ${name}`, async () => assert.deepEqual(await said(text, around), []));

  it('hint at a definition below', async () => {
    const text = 'GET http://h/{{a}}\n###\n@a = 1\n';
    assert.deepEqual(await said(text), ['defined-below hint "{{a}}"']);
    const dotted = await inspect('GET http://h/{{a.b}}\n###\n@a.b = 1\n@a = {"b": 2}\nGET http://h/{{a}}');
    assert.match(dotted.diagnostics()[0]?.message ?? '', /^a\.b is defined below this request, at line 3/);
    assert.deepEqual(await messages(text), [
      'a is defined below this request, at line 3. It applies all the same, but reads better above.',
    ]);
  });

  it('report braces that are no placeholder, once each', async () => {
    assert.deepEqual(await said('POST http://h\n\n{{#each}} {{a}} {{/each}}', { variables: { a: 1 } }), [
      'not-a-placeholder information "{{#each}}"',
      'not-a-placeholder information "{{/each}}"',
    ]);
  });

  it('report single braces around the name of a variable, and any in the host and the path of a URL', async () => {
    const text = [
      '@id = 1',
      '@base = http://h/{id}',
      '@json = {"a": {other}}',
      'POST {{base}}/{id}/${id}/{other}/{{id}}/\\{{id}}?a={id}&b={other}&c={"d": {id}}',
      'X-A: {id} {other}',
      '',
      '{id} {other}',
    ].join('\n');
    assert.deepEqual(
      (await said(text)).filter((line) => line.startsWith('not-a-placeholder')),
      [
        'not-a-placeholder warning "{id}"',
        'not-a-placeholder warning "{id}"',
        'not-a-placeholder warning "${id}"',
        'not-a-placeholder information "{other}"',
        'not-a-placeholder warning "{id}"',
        'not-a-placeholder warning "{id}"',
      ],
    );
  });

  it('report first words of other protocols and tools, which would be sent as methods', async () => {
    const words = ['curl', 'GRPC', 'websocket', 'SSE', 'import', 'run'];
    for (const word of words) assert.deepEqual(await said(`${word} http://h`), [`method-case warning "${word}"`]);
    for (const word of ['PURGE', 'RUN', 'Import']) assert.deepEqual(await said(`${word} http://h`), [], word);
  });

  it('of a broken second request leave the first and the third working', async () => {
    const text = (at: string): string =>
      `@a = 1\n### One\n${at === '1' ? '|' : ''}POST http://h/{{a}}\nContent-Type: text/plain\n\none\n### Two\nGET\nno header\n@late = 2\n< {%\n### Three\n${at === '3' ? '|' : ''}POST http://h/{{a}}\nContent-Type: text/plain\n\nthree\n`;
    for (const [at, body] of [
      ['1', 'one'],
      ['3', 'three'],
    ] as const) {
      const r = await inspect(text(at));
      assert.equal(r.sent().wireUrl, 'http://h/1');
      assert.equal(r.body(), body);
    }
    assert.deepEqual(await said(text('')), [
      'missing-url error "GET"',
      'not-a-header error "no header"',
      'not-a-header error "@late = 2"',
      'not-a-header error "< {%"',
    ]);
  });

  it('never show a secret', async () => {
    const around: Around = {
      privateEnvironments: { dev: { t: { 'canary-key': 'canary' } } },
      environment: 'dev',
      secrets: { K: 'canary' },
    };
    assert.ok(!(await messages('GET http://h/{{t.x}}/{{$secret.K}}/{{t["canary-key"].y}}', around)).join().includes('canary"'));
  });
});

describe('the colours of placeholders', () => {
  it('distinguish variables, dynamics, secrets and undefined names', async () => {
    const r = await inspect(
      '# @secret s\n@v = 1\nPOST http://h/{{ v }}/{{o.k[0] | upper}}\nA: {{$uuid}} {{$randomInt 1 9}} {{?x}} {{$env.A}} {{$secret.K}} {{s}} {{t}}\n\n{{gone}} {{later}} {{a.response.body}}\n\n> {% tool.setVar("later", 1) %}\n###\n# @name a\nGET http://h',
      {
        variables: { o: { k: ['x'] }, s: 'x' },
        privateEnvironments: { dev: { t: 1 } },
        environment: 'dev',
        env: { A: 'a' },
      },
    );
    assert.deepEqual(r.tokens(), [
      'v reqVariable',
      'o.k[0] reqVariable',
      '$uuid reqDynamic',
      '$randomInt reqDynamic',
      '?x reqDynamic',
      '$env.A reqDynamic',
      '$secret.K reqSecret',
      's reqSecret',
      't reqSecret',
      'gone reqUndefined',
      'later reqDynamic',
      'a.response.body reqDynamic',
    ]);
  });

  describe('in a JSON body', () => {
    const breaking = { name: 'say "hi"', city: 'Paris', list: [1] };
    const body = async (text: string, around: Around = {}): Promise<readonly string[]> =>
      said(`POST http://h\n${text}`, { variables: breaking, ...around });

    it('warn of the placeholder that breaks it and offer | json', async () => {
      const text = 'POST http://h\n\n{"list": {{list}}, "name": "{{name}}", "city": "{{city}}"}';
      assert.deepEqual(await said(text, { variables: breaking }), ['json-body warning "{{name}}"']);
      assert.match((await messages(text, { variables: breaking }))[0] ?? '', /write \{\{name \| json\}\}/);
    });

    it('warn of a text without quotes', async () => {
      assert.deepEqual(await body('\n{"city": {{city}}}'), ['json-body warning "{{city}}"']);
      assert.deepEqual(await body('\n{"id": {{$uuid}}, "at": {{$timestamp}}}'), ['json-body warning "{{$uuid}}"']);
    });

    it('do not warn where it is escaped, by a filter or by a directive here or around', async () => {
      assert.deepEqual(await body('\n{"name": "{{name | json}}"}'), []);
      assert.deepEqual(await said('# @escape json\nPOST http://h\n\n{"name": "{{name}}"}', { variables: breaking }), []);
      assert.deepEqual(await body('\n{"name": "{{name}}"}', { files: { 'collection.req': '# @escape json\n' } }), []);
    });

    it('do not warn where the body is not JSON, by its own type or one around', async () => {
      assert.deepEqual(await body('Content-Type: text/plain\n\n{"name": "{{name}}"}'), []);
      assert.deepEqual(await body('\n{"name": "{{name}}"}', { files: { 'folder.req': 'Content-Type: text/plain\n' } }), []);
      assert.deepEqual(await body('Content-Type: application/vnd.api+json\n\n{"name": "{{name}}"}'), ['json-body warning "{{name}}"']);
      assert.deepEqual(await body('\n{"name": "{{name}}"'), ['invalid-json warning "\\""']);
    });

    it('do not warn of values that only a send defines', async () => {
      const text =
        '\n{"a": {{?Age}}, "b": {{$env.PORT}}, "c": {{$secret.N}}, "d": {{$dotenv.N}}, "e": {{answer}}, "f": {{one.response.body.id}}}';
      const other = '\n\n### one\n# @name one\nGET http://h\n';
      assert.deepEqual(await said(`# @prompt answer\nPOST http://h\n${text}${other}`, { env: { PORT: '1' }, dotenv: { N: '1' } }), [
        'undefined-until-sent hint "{{one.response.body.id}}"',
      ]);
    });
  });
});
