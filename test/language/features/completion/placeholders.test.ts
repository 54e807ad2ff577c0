import assert from 'node:assert/strict';
import { complete, type Asked } from '../../../support/complete.ts';

const user = '@user = {"name": "Ada", "full name": "Ada Lovelace", "tags": ["a", "b"], "0": 1, "o": {"x": null}}\n';

describe('completion between braces', () => {
  it('lists variables by precedence with value and origin, each once', async () => {
    const { items } = await complete('@host = http://file\nGET {{|}}', {
      variables: { token: 'abc' },
      environments: { dev: { host: 'http://dev', size: 5 }, $shared: { version: 'v1', size: 1 } },
      environment: 'dev',
      files: { 'folder.req': '@list = [1, 2]', 'collection.req': '@host = http://all\n@page = 3' },
    });
    const variables = items.filter((i) => i.kind === 'variable').map((i) => [i.label, i.detail, i.note]);
    assert.deepEqual(variables, [
      ['token', 'abc', 'script of setup'],
      ['host', 'http://file', 'line 1'],
      ['list', '[1, 2]', 'folder.req'],
      ['size', '5', 'dev'],
      ['page', '3', 'collection.req'],
      ['version', 'v1', '$shared'],
    ]);
  });

  it('shows no secret, and no part of one', async () => {
    const asked = {
      privateEnvironments: { dev: { key: 'hush-hush', pin: 7, deep: { a: 'x' } } },
      environments: { dev: { url: 'http://h/?key={{key}}' } },
      environment: 'dev',
    };
    const { item } = await complete('# @secret mine\n@mine = 12345\nGET {{|}}', asked);
    for (const name of ['key', 'pin', 'mine']) assert.deepEqual([item(name).kind, item(name).detail], ['secret', '•••']);
    assert.equal(item('url').detail, 'http://h/?key=•••');
    assert.doesNotMatch(item('url').documentation?.() ?? '', /hush/);
    assert.doesNotMatch(item('key').documentation?.() ?? '', /hush/);
    assert.equal((await complete('GET {{deep.|}}', asked)).item('a').detail, '•••');
  });

  it('offers no name of a variable that holds a secret', async () => {
    const asked = {
      privateEnvironments: { dev: { key: 'hush-hush' } },
      environment: 'dev',
      variables: { 'hush-hush': 1, seen: 2 },
    };
    const { items } = await complete('GET {{key}}/{{|}}', asked);
    assert.deepEqual(
      items.filter((i) => i.kind === 'variable').map((i) => i.label),
      ['seen'],
    );
  });

  it('shows nothing of a secret whose name has dots', async () => {
    const { item } = await complete('GET {{a.b.|}}', { privateEnvironments: { dev: { 'a.b': { pin: 7 } } }, environment: 'dev' });
    assert.equal(item('pin').detail, '•••');
  });

  it('offers the names of secrets that are kept and that the collection names, without values', async () => {
    const { items } = await complete('GET {{$secret.|}}\nX: {{$secret.NAMED}}', {
      kept: ['KEPT', 'NAMED'],
      secrets: { KEPT: 'hush', NAMED: 'hush' },
    });
    assert.deepEqual(
      items.map((i) => [i.label, i.kind, i.note, i.detail, i.documentation]),
      [
        ['KEPT', 'secret', 'kept', undefined, undefined],
        ['NAMED', 'secret', 'kept', undefined, undefined],
      ],
    );
  });

  it('cuts long values', async () => {
    const { item } = await complete('GET {{|}}', {
      variables: { long: 'x'.repeat(100_000), list: Array.from({ length: 9999 }, () => 'yy') },
    });
    assert.equal(item('long').detail?.length, 41);
    assert.match(item('list').detail ?? '', /^\["yy", .*…$/);
    assert.ok((item('list').detail?.length ?? 0) < 100);
  });

  const names: readonly (readonly [text: string, label: string, after: string, asked?: Asked])[] = [
    // What stands behind the cursor.
    ['GET {{ho|}}', 'host', 'GET {{host‸}}'],
    ['GET {{ho|', 'host', 'GET {{host}}‸'],
    ['GET {{|', 'host', 'GET {{host}}‸'],
    ['GET {{ho|}', 'host', 'GET {{host}‸}'],
    ['GET {{ho|/users/{{id}}', 'host', 'GET {{host}}‸/users/{{id}}'],
    ['GET {{ |}}', 'host', 'GET {{ host‸}}'],
    ['GET {{ ho| }}', 'host', 'GET {{ host‸ }}'],
    ['GET {{ho|st}}/x', 'host', 'GET {{host‸}}/x'],
    ['GET {{ho| | url}}', 'host', 'GET {{host‸ | url}}'],
    ['GET {{ho|[0].a}}', 'host', 'GET {{host‸[0].a}}'],
    // Where it stands.
    ['GET http://h/{{ho|}}/x?a={{b}}', 'host', 'GET http://h/{{host‸}}/x?a={{b}}'],
    ['{{ho|}}', 'host', '{{host‸}}'],
    ['GET http://h\n  ?q={{ho|}}', 'host', 'GET http://h\n  ?q={{host‸}}'],
    ['GET http://h\nX-A: {{ho|', 'host', 'GET http://h\nX-A: {{host}}‸'],
    ['GET http://h\nX-A: a\n  {{ho|}}', 'host', 'GET http://h\nX-A: a\n  {{host‸}}'],
    ['@a = {{ho|\nGET http://h', 'host', '@a = {{host}}‸\nGET http://h'],
    ['POST http://h\n\n{"a": "{{ho|}}"}', 'host', 'POST http://h\n\n{"a": "{{host‸}}"}'],
    ['POST http://h\n\n{"a": "{{ho|"}', 'host', 'POST http://h\n\n{"a": "{{host}}‸"}'],
    ['POST http://h\n\n{"a": {{ho|}', 'host', 'POST http://h\n\n{"a": {{host}}‸}'],
    ['POST http://h\n\n{"a":{{{ho|}}}', 'host', 'POST http://h\n\n{"a":{{{host‸}}}'],
    ['POST http://h\n\n<@ ./{{ho|}}.json', 'host', 'POST http://h\n\n<@ ./{{host‸}}.json'],
    ['GET http://h\n\n?? status == {{ho|}}', 'host', 'GET http://h\n\n?? status == {{host‸}}'],
    // Among errors, in any kind of line end, at the ends of a file.
    [
      'GET\nbad line\n### b\nGET {{ho|\nanother bad\n\n?? nonsense',
      'host',
      'GET\nbad line\n### b\nGET {{host}}‸\nanother bad\n\n?? nonsense',
    ],
    ['GET http://h\r\nX-A: {{ho|\r\n\r\nbody', 'host', 'GET http://h\r\nX-A: {{host}}‸\r\n\r\nbody'],
    ['\ufeffGET {{ho|}}', 'host', '\ufeffGET {{host‸}}'],
    ['X-A: {{ho|}}', 'host', 'X-A: {{host‸}}', { at: 'collection.req' }],
    // What goes on.
    ['GET {{$sec|}}', '$secret', 'GET {{$secret.‸}}'],
    ['GET {{$sec|', '$secret', 'GET {{$secret.‸}}'],
    ['GET {{$rand|', '$randomInt', 'GET {{$randomInt ‸}}'],
    ['GET {{$|}}', '$uuid', 'GET {{$uuid‸}}'],
    ['GET {{$ran|}}', '$randomFirstName', 'GET {{$randomFirstName‸}}'],
    ['GET {{$ran|}}', '$random.alphabetic', 'GET {{$random.alphabetic(8)‸}}'],
    ['GET {{$random.|', 'integer(1, 100)', 'GET {{$random.integer(1, 100)}}‸'],
    // Steps into a value.
    [`${user}GET {{user.|}}`, 'name', `${user}GET {{user.name‸}}`],
    [`${user}GET {{user.|`, 'name', `${user}GET {{user.name}}‸`],
    [`${user}GET {{user.na|me}}`, 'name', `${user}GET {{user.name‸}}`],
    [`${user}GET {{user.|}}`, 'full name', `${user}GET {{user["full name"]‸}}`],
    [`${user}GET {{user.fu|`, 'full name', `${user}GET {{user["full name"]}}‸`],
    [`${user}GET {{user[|]}}`, 'full name', `${user}GET {{user["full name"‸]}}`],
    [`${user}GET {{user["|"]}}`, 'full name', `${user}GET {{user["full name"‸]}}`],
    [`${user}GET {{user["fu|`, 'full name', `${user}GET {{user["full name"]}}‸`],
    [`${user}GET {{user.|}}`, '0', `${user}GET {{user["0"]‸}}`],
    [`${user}GET {{user[na|me]}}`, 'name', `${user}GET {{user["name"‸]}}`],
    [`${user}GET {{user.tags[|]}}`, '[1]', `${user}GET {{user.tags[1‸]}}`],
    [`${user}GET {{user.tags[|`, '[1]', `${user}GET {{user.tags[1]}}‸`],
    [`${user}GET {{user.tags.|}}`, '[1]', `${user}GET {{user.tags[1]‸}}`],
    [`${user}GET {{user.tags.|}}`, 'length', `${user}GET {{user.tags.length‸}}`],
    [`${user}GET {{user["o"].|}}`, 'x', `${user}GET {{user["o"].x‸}}`],
    // Filters.
    ['GET {{a | |}}', 'json', 'GET {{a | json‸}}'],
    ['GET {{a | json | up|}}', 'upper', 'GET {{a | json | upper‸}}'],
    ['GET {{a | de|', 'default', 'GET {{a | default "‸"‸}}'],
    ['GET {{a.b["x y"] | |', 'url', 'GET {{a.b["x y"] | url}}‸'],
    ['GET {{$timestamp | |}}', 'base64', 'GET {{$timestamp | base64‸}}'],
    // Arguments.
    ['GET {{$randomInt |}}', '1 100', 'GET {{$randomInt 1 100‸}}'],
    ['GET {{$datetime i|}}', 'iso8601', 'GET {{$datetime iso8601‸}}'],
    ['GET {{$datetime "YYYY MM" |}}', '1 d', 'GET {{$datetime "YYYY MM" 1 d‸}}'],
    ['GET {{$timestamp -1 |}}', 'd', 'GET {{$timestamp -1 d‸}}'],
    ['GET {{$localDatetime rfc1123 1 |', 'M', 'GET {{$localDatetime rfc1123 1 M}}‸'],
    ['GET {{$secret.|}}', 'KEY', 'GET {{$secret.KEY‸}}', { files: { 'b.req': 'GET http://h/{{$secret.KEY}}' } }],
    ['GET {{$processEnv |}}', 'HOME', 'GET {{$processEnv HOME‸}}', { files: { 'b.req': 'GET http://h/{{$processEnv HOME}}' } }],
  ];
  for (const [text, label, after, asked] of names) {
    it(`${JSON.stringify(text.replace(user, ''))} takes ${label}`, async () => {
      const { take, fitting } = await complete(text, { variables: { host: 'http://h', a: { b: { 'x y': 1 } } }, ...asked });
      assert.equal(take(label), after);
      assert.ok(fitting.includes(label), `what was typed does not find it`);
    });
  }

  it('looks at no more than it shows, in a file of thousands of names', async () => {
    const definitions = Array.from({ length: 3000 }, (_, i) => `@name${i} = ${i}`).join('\n');
    const { items, incomplete } = await complete(`${definitions}\nGET {{name29|}}`);
    assert.ok(items.length < 700);
    assert.ok(items.some((i) => i.label === 'name2999'));
    assert.equal((await complete(`${definitions}\nGET {{|}}`)).incomplete, true);
    assert.equal(incomplete, false);
  });
});
