import assert from 'node:assert/strict';
import { inspect } from '../../support/inspect.ts';

describe('a placeholder that has no value', () => {
  const text = `POST http://h/{{hosst}}
X-A: {{user.nmae}}
X-B: {{fine}} {{ gone }}

{"a": {{list[3]}}, "b": {{$uuidd}}, "c": {{login.response.body.id}}, "d": {{?Name}}, "e": {{$secret.KEY}}, "f": {{$env.HOM}}, "g": {{$dotenv A}}}`;
  const around = { variables: { host: 'h', user: { name: 1 }, list: [1], fine: 1 } };

  it('prevents the send, and every one is reported with its place', async () => {
    const r = await inspect(text, around);
    const resolution = r.resolve();
    assert.ok(!resolution.ok);
    assert.deepEqual(
      resolution.problems.map((p) => `${p.id} ${p.severity} ${text.slice(p.range.start, p.range.end)}`),
      [
        'undefined-variable error {{hosst}}',
        'missing-property error {{user.nmae}}',
        'undefined-variable error {{ gone }}',
        'index-out-of-range error {{list[3]}}',
        'unknown-dynamic error {{$uuidd}}',
        'undefined-variable error {{login.response.body.id}}',
        'undefined-variable error {{?Name}}',
        'undefined-variable error {{$secret.KEY}}',
        'undefined-variable error {{$env.HOM}}',
        'undefined-variable error {{$dotenv A}}',
      ],
    );
  });

  it('is reported with advice, and with the nearest known name', async () => {
    const r = await inspect(text, around);
    assert.deepEqual(r.problems(), [
      '{{hosst}}: hosst is not defined: did you mean host?',
      '{{user.nmae}}: user has no property nmae: did you mean name?',
      '{{ gone }}: gone is not defined. Define it as `@gone = …`, in an environment, or set it in a script.',
      '{{list[3]}}: list has 1 element: there is no [3], the last is [0]',
      '{{$uuidd}}: $uuidd is not a dynamic value: did you mean $uuid?',
      '{{login.response.body.id}}: login is not defined. Define it as `@login = …`, in an environment, or set it in a script.',
      '{{?Name}}: "Name" was not answered',
      '{{$secret.KEY}}: there is no secret KEY: store it in the editor, or give it to the command as REQ_SECRET_KEY or in --secrets FILE',
      "{{$env.HOM}}: the process's environment has no HOM",
      "{{$dotenv A}}: no .env file from the request's folder up to the collection's root has A",
    ]);
  });

  it('is reported with the environments that define it, chosen or not', async () => {
    const environments = { $shared: { page: 1 }, dev: { lang: 'en', gone: 1 }, live: { lang: 'de' } };
    const file = 'GET http://h/{{lang}}/{{gone}}/{{paeg}}';
    assert.deepEqual((await inspect(file, { environments })).problems(), [
      '{{lang}}: lang is not defined. The environments dev, live define it: choose one, or define it as `@lang = …`.',
      '{{gone}}: gone is not defined. The environment dev defines it: choose it, or define it as `@gone = …`.',
      '{{paeg}}: paeg is not defined: did you mean page?',
    ]);
    assert.deepEqual((await inspect(file, { environments, environment: 'live' })).problems().slice(0, 1), [
      '{{gone}}: gone is not defined. The environment dev defines it: choose it, or define it as `@gone = …`.',
    ]);
  });

  it('is reported once for each place', async () => {
    assert.equal((await inspect('GET http://h/{{a}}/{{a}}?b={{a}}')).problems().length, 3);
  });

  it('inside a variable is reported at the placeholder of the request, with the place of the variable', async () => {
    const file = '@base = http://{{hots}}/x\nGET {{base}}';
    const r = await inspect(file, { environments: { dev: { host: 'h' } }, environment: 'dev' });
    assert.deepEqual(r.problems(), ['{{base}}: base (a.req:1): hots is not defined: did you mean host?']);
  });

  it('in a header of a shared file is reported, though it is in another file', async () => {
    const r = await inspect('GET http://h', { files: { 'collection.req': 'X: {{gone}}\n' } });
    assert.deepEqual(r.problems(), ['{{gone}}: gone is not defined. Define it as `@gone = …`, in an environment, or set it in a script.']);
  });

  for (const [name, directive, around2] of [
    ['# @undefined keep', '# @undefined keep\n', {}],
    ['# @undefined keep in the first block of the file', '# @undefined keep\n\n###\n', {}],
    ['# @undefined keep in a shared file', '', { files: { 'collection.req': '# @undefined keep\n' } }],
    ['the setting', '', { defaults: { undefinedVariables: 'keep' } }],
  ] as const) {
    it(`is sent as written with ${name}`, async () => {
      const r = await inspect(`${directive}POST http://h/{{a}}?q={{ b.c }}\nX: {{d[0]}}\n\n{{e | upper}} {{f}}`, {
        ...around2,
        variables: { d: [], f: 'known' },
      });
      assert.equal(r.sent().wireUrl, 'http://h/%7B%7Ba%7D%7D?q=%7B%7B%20b.c%20%7D%7D');
      assert.equal(r.sent().url, 'http://h/{{a}}?q={{ b.c }}');
      assert.equal(r.header('X'), '{{d[0]}}');
      assert.equal(r.body(), '{{e | upper}} known');
    });
  }

  it('is an error again with # @undefined error, whatever is around', async () => {
    const r = await inspect('# @undefined error\nGET http://h/{{a}}', { defaults: { undefinedVariables: 'keep' } });
    assert.equal(r.problems().length, 1);
  });

  it('is not kept where it is wrong in itself: a circle, an unknown filter, wrong arguments', async () => {
    const r = await inspect('# @undefined keep\n@a = {{a}}\nGET http://h/{{a}}{{b | nope | default "x"}}{{$nope}}{{$randomInt 1}}');
    assert.equal(r.problems().length, 3);
  });
});

describe('text that is no placeholder', () => {
  it('is sent unchanged, with an information', async () => {
    const r = await inspect('POST http://h\n\n{{ if .x }}{{#each}}{{}}{{a b}} {{{{');
    assert.equal(r.body(), '{{ if .x }}{{#each}}{{}}{{a b}} {{{{');
    assert.deepEqual(r.said(), [
      'not-a-placeholder information "{{ if .x }}"',
      'not-a-placeholder information "{{#each}}"',
      'not-a-placeholder information "{{}}"',
      'not-a-placeholder information "{{a b}}"',
      'not-a-placeholder information "{{"',
    ]);
  });

  it('is never a placeholder in comments, scripts, titles and names', async () => {
    const r = await inspect(
      '### {{title}}\n# {{comment}}\n# @name {{name}}\n< {% let x = "{{script}}"; %}\nGET http://h\n# {{among headers}}\n\n> {% "{{after}}" %}',
    );
    assert.deepEqual(r.problems(), []);
    assert.deepEqual(r.said(), []);
    assert.equal(r.sent().name, '{{name}}');
  });
});
