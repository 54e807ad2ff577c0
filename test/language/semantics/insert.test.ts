import assert from 'node:assert/strict';
import { inspect, type Around } from '../../support/inspect.ts';

const at = new Date('2026-01-02T03:04:05.678Z');

/** The sent bytes of the body `text`. */
const body = async (text: string, around: Around): Promise<string> =>
  (await inspect(`POST http://h\nContent-Type: text/plain\n\n${text}`, around)).body();

describe('a placeholder', () => {
  for (const [name, value, text] of [
    ['a text as it is', 'Hello "World" {x} \\ é', 'Hello "World" {x} \\ é'],
    ['an empty text', '', ''],
    ['white space as it is', '  a\tb  ', '  a\tb  '],
    ['a whole number', 123, '123'],
    ['a fraction', 99.99, '99.99'],
    ['zero', 0, '0'],
    ['a large number without an exponent', 1e21, '1000000000000000000000'],
    ['a small number without an exponent', 1e-7, '0.0000001'],
    ['a bigint', 123456789012345678901234567890n, '123456789012345678901234567890'],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['null', null, 'null'],
    ['a date as ISO 8601 in UTC', at, '2026-01-02T03:04:05.678Z'],
    ['an object as compact JSON, dates inside quoted', { b: at, a: [1, 'x'] }, '{"b":"2026-01-02T03:04:05.678Z","a":[1,"x"]}'],
    ['a list', ['a', 1, null, { b: [] }], '["a",1,null,{"b":[]}]'],
    ['an empty list', [], '[]'],
    ['an empty object', {}, '{}'],
  ] as const) {
    it(name, async () => assert.equal(await body('<{{x}}>', { variables: { x: value } }), `<${text}>`));
  }

  it('inserts values of a definition, an environment and a response', async () => {
    const around = { environments: { dev: { e: { n: 1.5, t: ['x'] } } }, environment: 'dev', answers: { p: 'typed' } };
    const r = await inspect(
      '@d = {"k": [1,  2]}\nPOST http://h\nContent-Type: text/plain\n\n{{d}} {{d.k[1]}} {{e}} {{e.t[0]}} {{p}}',
      around,
    );
    assert.equal(r.body(), '{"k":[1,2]} 2 {"n":1.5,"t":["x"]} x typed');
  });

  it('inserts numbers of a file with every digit they were written with', async () => {
    const r = await inspect(
      '@a = {"n": 1.0, "big": 12345678901234567890, "e": 1e3}\nPOST http://h\n\n[{{a.n}}, {{a.big}}, {{a.e}}, {{a}}]',
    );
    assert.equal(r.body(), '[1.0, 12345678901234567890, 1000, {"n":1.0,"big":12345678901234567890,"e":1000}]');
  });

  it('inserts the keys of an object in the order they were written, whatever they look like', async () => {
    const r = await inspect('@a = {"b": 1, "2": 2, "1": 3, "__proto__": 4}\nPOST http://h\n\n{{a}}');
    assert.equal(r.body(), '{"b":1,"2":2,"1":3,"__proto__":4}');
  });

  it('inserts once: the inserted text is never scanned again', async () => {
    const around = { variables: { a: '{{b}}', b: 'secret', c: { k: '{{b}}' } }, exchanges: { r: { response: { body: '{{b}}' } } } };
    assert.equal(
      await body('{{a}} {{c}} {{c.k}} {{r.response.body}}', around),
      '{{a}} {{c}} {{c.k}} {{r.response.body}}'
        .replace('{{a}}', '{{b}}')
        .replace('{{c}}', '{"k":"{{b}}"}')
        .replace('{{c.k}}', '{{b}}')
        .replace('{{r.response.body}}', '{{b}}'),
    );
    assert.equal(await body('{{a}}b}}', { variables: { a: '{{', b: 'x' } }), '{{b}}');
    const through = await inspect('@copy = {{a}}\nPOST http://h\nContent-Type: text/plain\n\n{{copy}}', around);
    assert.equal(through.body(), '{{b}}');
  });
});

describe('a path', () => {
  const around: Around = {
    variables: {
      o: { list: ['a', { p: [10, 20] }], 'odd key': 1, '0': 'zero', '007': 'bond', length: 5, nested: { deep: { er: true } } },
      a: [{ p: 'first' }, [1, [2]]],
      text: 'abc',
      'user.name': 'whole',
      user: { name: 'part', mail: 'm' },
      nothing: null,
    },
  };
  for (const [path, text] of [
    ['a[0].p', 'first'],
    ['a[1][1][0]', '2'],
    ['a.0.p', 'first'],
    ['a.length', '2'],
    ['o.list[1].p[0]', '10'],
    ['o.list[1].p.length', '2'],
    ['o["odd key"]', '1'],
    ["o['odd key']", '1'],
    ['o[0]', 'zero'],
    ['o.007', 'bond'],
    ['o.length', '5'],
    ['o.nested.deep.er', 'true'],
    ['o.nested', '{"deep":{"er":true}}'],
    ['user.name', 'whole'],
    ['user["name"]', 'part'],
    ['user.mail', 'm'],
  ] as const) {
    it(`${path} is ${text}`, async () => assert.equal(await body(`{{${path}}}`, around), text));
  }

  for (const [path, message] of [
    ['a[2]', 'a has 2 elements: there is no [2], the last is [1]'],
    ['a[-1]', 'a has 2 elements: there is no [-1], the last is [1]'],
    ['a.p', 'a is an array: it has no property p, its elements are [0], [1] …'],
    ['a[0].q', 'a[0] has no property q (it has p)'],
    ['o.lsit', 'o has no property lsit: did you mean list?'],
    ['o.nested.deep.x', 'o.nested.deep has no property x (it has er)'],
    ['text.length', 'text is a string: it has no property length'],
    ['text[0]', 'text is a string, not an array: it has no [0]'],
    ['nothing.x', 'nothing is null: it has no property x'],
    ['o.constructor', 'o has no property constructor (it has 0, list, odd key, 007, length, nested)'],
    ['o.__proto__', 'o has no property __proto__ (it has 0, list, odd key, 007, length, nested)'],
    ['o.toString', 'o has no property toString (it has 0, list, odd key, 007, length, nested)'],
    ['a.map', 'a is an array: it has no property map, its elements are [0], [1] …'],
    ['a.constructor', 'a is an array: it has no property constructor, its elements are [0], [1] …'],
    ['text.toString', 'text is a string: it has no property toString'],
  ] as const) {
    it(`${path} is nothing: ${message}`, async () => {
      const r = await inspect(`POST http://h\n\n{{${path}}}`, around);
      assert.deepEqual(r.problems(), [`{{${path}}}: ${message}`]);
    });
  }

  it('finds own properties named like those of every object', async () => {
    const r = await inspect(
      '@o = {"constructor": 1, "toString": 2, "__proto__": {"x": 3}}\nPOST http://h\n\n[{{o.constructor}},{{o.toString}},{{o.__proto__.x}}]',
    );
    assert.equal(r.body(), '[1,2,3]');
  });

  it('handles names such as constructor and __proto__ as plain names', async () => {
    assert.equal(
      await body('{{x | default "none"}}{{constructor | default "none"}}{{__proto__ | default "none"}}{{toString | default "none"}}', {}),
      'nonenonenonenone',
    );
    const r = await inspect('@__proto__ = 1\n@constructor = 2\nPOST http://h\n\n[{{__proto__}},{{constructor}}]');
    assert.equal(r.body(), '[1,2]');
  });
});

describe('a filter', () => {
  for (const [written, text] of [
    ['{{t | upper}}', 'ADA É'],
    ['{{t | lower}}', 'ada é'],
    ['{{s | trim}}', 'x'],
    ['{{t | url}}', 'Ada%20%C3%A9'],
    ['{{marks | url}}', '%21%27%28%29%2A~-._%25%2B'],
    ['{{t | base64}}', Buffer.from('Ada é').toString('base64')],
    ['{{bytes | base64url}}', Buffer.from('>>>???').toString('base64url')],
    ['{{t | json}}', '"Ada é"'],
    ['{{n | json}}', '5'],
    ['{{o | json}}', '{"a":1}'],
    ['{{d | json}}', '"2026-01-02T03:04:05.678Z"'],
    ['{{s | trim | upper | base64}}', Buffer.from('X').toString('base64')],
    ['{{gone | default "none"}}', 'none'],
    ['{{gone | default \'it is "none"\'}}', 'it is "none"'],
    ['{{o.gone | default ""}}', ''],
    ['{{o.a | default "none"}}', '1'],
    ['{{nothing | default "none"}}', 'null'],
    ['{{empty | default "none"}}', ''],
    ['{{gone | upper | default "none"}}', 'NONE'],
    ['{{gone | default "none" | upper}}', 'NONE'],
    ['{{r.response.body | default "not sent"}}', 'not sent'],
  ] as const) {
    it(`${written} produces ${text}`, async () => {
      const variables = {
        t: 'Ada é',
        s: '  x \n',
        marks: "!'()*~-._%+",
        bytes: '>>>???',
        n: 5,
        o: { a: 1 },
        d: at,
        nothing: null,
        empty: '',
      };
      assert.equal(await body(written, { variables }), text);
    });
  }

  it('stops the send if it is unknown', async () => {
    const r = await inspect('POST http://h\n\n{{x | uper}} {{x | frobnicate}}', { variables: { x: 1 } });
    assert.deepEqual(r.problems(), [
      '{{x | uper}}: uper is not a filter: did you mean upper?',
      '{{x | frobnicate}}: frobnicate is not a filter (available: json, url, uri, base64, base64url, lower, upper, trim, default)',
    ]);
  });

  it('named default without a text reports the missing text', async () => {
    const r = await inspect('POST http://h\n\n{{x | default}}', { variables: { x: 1 } });
    assert.deepEqual(r.problems(), ['{{x | default}}: default needs a text in quotes: {{name | default "text"}}']);
  });

  it('named default does not hide a circle or an unknown filter', async () => {
    const r = await inspect('@a = {{a}}\nPOST http://h\n\n{{a | default "x"}} {{gone | nope | default "x"}}');
    assert.equal(r.problems().length, 2);
  });
});

describe('a placeholder in a request', () => {
  const variables = {
    name: 'Hello World',
    id: 123,
    price: 99.99,
    huge: 1e21,
    active: true,
    user: { name: 'Ada', address: { city: 'London' } },
    tags: ['a', 'b'],
    users: [{ p: 'first' }],
    shop: { list: ['x', 'y'] },
    now: at,
    doc: { createdAt: at },
    page: { limit: 10, offset: 20, filter: 'a b&c' },
    auth: { key: 'k-1', secret: 's-2' },
  };

  it('keeps a space of a path in the resolved URL and sends it as %20', async () => {
    const { url, wireUrl } = (await inspect('GET http://h/users/{{name}}', { variables })).sent();
    assert.equal(url, 'http://h/users/Hello World');
    assert.equal(wireUrl, 'http://h/users/Hello%20World');
  });

  it('inserts numbers into a path', async () => {
    assert.equal(
      (await inspect('GET http://h/{{id}}/{{price}}/{{huge}}', { variables })).sent().wireUrl,
      'http://h/123/99.99/1000000000000000000000',
    );
  });

  it('inserts a boolean into a body without quotes', async () => {
    assert.equal((await inspect('POST http://h\n\n{"active": {{active}}}', { variables })).body(), '{"active": true}');
  });

  it('inserts a nested object, a whole list, and parts of them', async () => {
    const text =
      '{"u": {{user}}, "t": {{tags}}, "c": "{{user.address.city}}", "p": "{{users[0].p}}", "l": "{{shop.list[1]}}", "q": "{{tags[0]}}"}';
    assert.equal(
      (await inspect(`POST http://h\n\n${text}`, { variables })).body(),
      '{"u": {"name":"Ada","address":{"city":"London"}}, "t": ["a","b"], "c": "London", "p": "first", "l": "y", "q": "a"}',
    );
  });

  it('inserts a date alone and inside an object', async () => {
    assert.equal(
      (await inspect('POST http://h?since={{now}}\n\n{"now": "{{now}}", "doc": {{doc}}}', { variables })).body(),
      '{"now": "2026-01-02T03:04:05.678Z", "doc": {"createdAt":"2026-01-02T03:04:05.678Z"}}',
    );
    assert.equal((await inspect('GET http://h?since={{now}}', { variables })).sent().wireUrl, 'http://h/?since=2026-01-02T03:04:05.678Z');
  });

  it('inserts limit, offset and filter of one object into the query', async () => {
    const { wireUrl } = (
      await inspect('GET http://h/x?limit={{page.limit}}&offset={{page.offset}}&filter={{page.filter}}', { variables })
    ).sent();
    assert.equal(wireUrl, 'http://h/x?limit=10&offset=20&filter=a%20b%26c');
    assert.equal(new URL(wireUrl).searchParams.get('filter'), 'a b&c');
  });

  it('inserts a text with a million blanks into a header, in time', async () => {
    const x = `a${' '.repeat(1_000_000)}b`;
    const r = await inspect('GET http://h\nX: {{x}}', { variables: { x } });
    assert.deepEqual(r.sent().headers, [['X', x]]);
  });

  it('inserts X-API-Key and X-Secret of one object into headers', async () => {
    const r = await inspect('GET http://h\nX-API-Key: {{auth.key}}\nX-Secret: {{auth.secret}}', { variables });
    assert.deepEqual(r.sent().headers, [
      ['X-API-Key', 'k-1'],
      ['X-Secret', 's-2'],
    ]);
  });

  for (const path of ['name', 'id', 'price', 'huge', 'active', 'user.address.city', 'users[0].p', 'shop.list[1]', 'now', 'doc.createdAt']) {
    it(`has a hover with the text that is sent: ${path}`, async () => {
      const r = await inspect(`POST http://h\nContent-Type: text/plain\n\n{{|${path}}}`, { variables });
      assert.ok(r.hover()?.includes(`\`\`\`text\n${r.body()}\n\`\`\``), r.hover());
    });
  }

  for (const path of ['user', 'tags', 'doc']) {
    it(`has a hover with the value that is sent, laid out: ${path}`, async () => {
      const r = await inspect(`POST http://h\n\n{{|${path}}}`, { variables });
      const shown = /```json\n([^]*?)\n```/.exec(r.hover() ?? '')?.[1] ?? '';
      assert.equal(JSON.stringify(JSON.parse(shown)), r.body());
    });
  }
});
