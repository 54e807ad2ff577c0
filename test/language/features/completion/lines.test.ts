import assert from 'node:assert/strict';
import { complete, type Asked } from '../../../support/complete.ts';

const collection: Asked = {
  files: {
    'b.req': [
      '# @tag smoke, slow',
      'GET https://api.example.com/users/{{id}}?page=1',
      'X-Tenant: acme',
      'Accept: application/vnd.acme+json',
      'X-Api-Key: 12345',
    ].join('\n'),
  },
};
const login = '### Log in\n# @name login\nPOST http://h/login\n';
const answered: Asked = {
  exchanges: {
    login: {
      request: {},
      response: { status: 201, headers: { 'X-Trace': 'abc' }, body: { token: 'abc', ok: true, n: 5, list: [{ id: 'x' }], text: '42' } },
    },
    'Log in': { response: { status: 418 } },
  },
};
const folders = {
  '': ['a.req', 'picture.png', 'before.js', 'data/', '.hidden', 'node_modules/'],
  data: ['book.json', 'more/'],
};

/** The text, the accepted item, and the text after it. */
type Case = readonly [text: string, label: string, after: string, asked?: Asked];

const groups: Readonly<Record<string, readonly Case[]>> = {
  'a request line': [
    ['|', 'GET', 'GET ‸'],
    ['po|', 'POST', 'POST ‸'],
    ['PO| http://h', 'POST', 'POST‸ http://h'],
    ['### a\nGET http://h\n\n### b\n|', 'DELETE', '### a\nGET http://h\n\n### b\nDELETE ‸'],
    ['# @name x\n@a = 1\n\ng|', 'GET', '# @name x\n@a = 1\n\nGET ‸'],
    ['GET |', 'https://api.example.com/users/{{id}}', 'GET https://api.example.com/users/{{id}}‸', collection],
    ['GET |', 'https://api.example.com', 'GET https://api.example.com‸', collection],
    ['GET https://api.ex|', 'https://api.example.com/users', 'GET https://api.example.com/users‸', collection],
    ['https://api|', 'https://api.example.com', 'https://api.example.com‸', collection],
    ['GET ht| HTTP/1.1', 'https://api.example.com', 'GET https://api.example.com‸ HTTP/1.1', collection],
    ['GET |', '{{host}}', 'GET {{host}}‸', { environments: { dev: { host: 'http://127.0.0.1:1' } }, environment: 'dev' }],
    ['@base = http://h\nGET ba|', '{{base}}', '@base = http://h\nGET {{base}}‸'],
    ['GET http://h H|', 'HTTP/1.1', 'GET http://h HTTP/1.1‸'],
    ['GET http://h |', 'HTTP/1.0', 'GET http://h HTTP/1.0‸'],
    ['GET http://h |', 'HTTP/2', 'GET http://h HTTP/2‸'],
  ],
  headers: [
    ['GET http://h\n|', 'Accept', 'GET http://h\nAccept: ‸'],
    ['GET http://h\ncont|', 'Content-Type', 'GET http://h\nContent-Type: ‸'],
    ['GET http://h\nAc|: text/html', 'Accept', 'GET http://h\nAccept‸: text/html'],
    ['GET http://h\nAcc|\n\nbody', 'Accept', 'GET http://h\nAccept: ‸\n\nbody'],
    ['GET http://h\nA: b\n|', 'X-Tenant', 'GET http://h\nA: b\nX-Tenant: ‸', collection],
    ['GET http://h\nAccept: |', 'text/event-stream', 'GET http://h\nAccept: text/event-stream‸'],
    ['GET http://h\nAccept: |', 'application/vnd.acme+json', 'GET http://h\nAccept: application/vnd.acme+json‸', collection],
    ['GET http://h\nAccept:te|', 'text/html', 'GET http://h\nAccept:text/html‸'],
    ['GET http://h\nAccept: text/html, |', 'text/plain', 'GET http://h\nAccept: text/html, text/plain‸'],
    ['GET http://h\nAccept: te|, b/c', 'text/plain', 'GET http://h\nAccept: text/plain‸, b/c'],
    ['GET http://h\nAccept: text/html;|', 'q=0.9', 'GET http://h\nAccept: text/html;q=0.9‸'],
    ['POST http://h\nContent-Type: application/|json', 'application/xml', 'POST http://h\nContent-Type: application/xml‸'],
    ['POST http://h\ncontent-type: multi|', 'multipart/form-data', 'POST http://h\ncontent-type: multipart/form-data; boundary=‸boundary'],
    ['POST http://h\nContent-Type: text/html; |', 'charset=utf-8', 'POST http://h\nContent-Type: text/html; charset=utf-8‸'],
    ['GET http://h\nAuthorization: |', 'Bearer', 'GET http://h\nAuthorization: Bearer {{$secret.‸TOKEN}}'],
    ['GET http://h\nAuthorization: Bearer |', '{{$secret.TOKEN}}', 'GET http://h\nAuthorization: Bearer {{$secret.‸TOKEN}}'],
    ['GET http://h\nCache-Control: no-cache, |', 'no-store', 'GET http://h\nCache-Control: no-cache, no-store‸'],
    ['GET http://h\nIdempotency-Key: |', '{{$uuid}}', 'GET http://h\nIdempotency-Key: {{$uuid}}‸'],
    ['GET http://h\nAccess-Control-Request-Method: |', 'PATCH', 'GET http://h\nAccess-Control-Request-Method: PATCH‸'],
    ['GET /x\nHost: |', 'api.example.com', 'GET /x\nHost: api.example.com‸', collection],
    ['Acc|', 'Accept', 'Accept: ‸', { at: 'collection.req' }],
    ['@a = 1\n\nAccept: |', 'text/html', '@a = 1\n\nAccept: text/html‸', { at: 'folder.req' }],
  ],
  directives: [
    ['# @|', 'timeout', '# @timeout ‸'],
    ['# @no|', 'no-redirect', '# @no-redirect‸'],
    ['// @ti|', 'timeout', '// @timeout ‸'],
    ['GET http://h\n# @|', 'insecure', 'GET http://h\n# @insecure‸'],
    ['# @timeout |', '5s', '# @timeout 5s‸'],
    ['# @undefined |', 'keep', '# @undefined keep‸'],
    ['# @proxy |', 'none', '# @proxy none‸'],
    ['@host = h\n# @proxy http://{{|', 'host', '@host = h\n# @proxy http://{{host}}‸'],
    ['# @passphrase {{$secret.|', 'TOKEN', '# @passphrase {{$secret.TOKEN}}‸', { kept: ['TOKEN'] }],
    ['# @escape j|', 'json', '# @escape json‸'],
    [`${login}### x\n# @ref |\nGET http://h`, 'login', `${login}### x\n# @ref login‸\nGET http://h`],
    ['# @prompt |\nGET http://h/{{who}}', 'who', '# @prompt who‸\nGET http://h/{{who}}'],
    ['@pin = 1\n# @secret |', 'pin', '@pin = 1\n# @secret pin‸'],
    ['# @tag |', 'smoke', '# @tag smoke‸', collection],
    ['### Create a user\n# @name |\nGET http://h', 'createAUser', '### Create a user\n# @name createAUser‸\nGET http://h'],
    ['# @max-e|', 'max-events', '# @max-events ‸', { at: 'collection.req' }],
  ],
  definitions: [
    ['@|\nGET http://h/{{who}}', 'who', '@who = ‸\nGET http://h/{{who}}'],
    ['@w| = 1\nGET http://h/{{who}}', 'who', '@who‸ = 1\nGET http://h/{{who}}'],
    ['@a = 1\n@b = |', 'a', '@a = 1\n@b = {{a}}‸'],
    ['@a = 1\n@b =|', 'a', '@a = 1\n@b ={{a}}‸'],
  ],
  assertions: [
    ['GET http://h\n?? |', 'status', 'GET http://h\n?? status ‸'],
    ['GET http://h\n\nbody\n?? st|', 'status', 'GET http://h\n\nbody\n?? status ‸'],
    ['GET http://h\n?? status == 200\n?? bo|', 'body', 'GET http://h\n?? status == 200\n?? body‸'],
    ['GET http://h\n?? header |', 'Location', 'GET http://h\n?? header Location ‸'],
    ['GET http://h\n?? header Lo|', 'Location', 'GET http://h\n?? header Location ‸'],
    ['GET http://h\n?? header Location |', 'startsWith', 'GET http://h\n?? header Location startsWith ‸'],
    ['GET http://h\n?? status |', '==', 'GET http://h\n?? status == ‸'],
    ['GET http://h\n?? body.a !e|', '!exists', 'GET http://h\n?? body.a !exists‸'],
    ['GET http://h\n?? status == |', '404', 'GET http://h\n?? status == 404‸'],
    ['GET http://h\n?? status == 4|04', '401', 'GET http://h\n?? status == 401‸'],
    ['GET http://h\n?? status in |', '200', 'GET http://h\n?? status in [200]‸'],
    ['GET http://h\n?? header Content-Type == |', 'text/html', 'GET http://h\n?? header Content-Type == text/html‸'],
    ['GET http://h\n?? body.ok == |', 'true', 'GET http://h\n?? body.ok == true‸'],
    ['GET http://h\n?? events.|', 'length', 'GET http://h\n?? events.length‸'],
    ['GET http://h\n?? events[0].|', 'data', 'GET http://h\n?? events[0].data‸'],
    [`${login}?? body.|`, 'token', `${login}?? body.token‸`, answered],
    ['GET http://h\n?? body.x|', 'xpath', 'GET http://h\n?? body.xpath("‸'],
    ['GET http://h\n?? body.css("a") !e|', '!exists', 'GET http://h\n?? body.css("a") !exists‸'],
    ['# @ref |\nGET http://h', '*', '# @ref *‸\nGET http://h'],
    [`${login}?? body.list[|`, '[0]', `${login}?? body.list[0]‸`, answered],
    [`${login}?? body.list[0].|`, 'id', `${login}?? body.list[0].id‸`, answered],
    [`${login}?? body.token == |`, 'abc', `${login}?? body.token == abc‸`, answered],
    [`${login}?? body.text == |`, '"42"', `${login}?? body.text == "42"‸`, answered],
    [`${login}?? body.n == |`, '5', `${login}?? body.n == 5‸`, answered],
    [`${login}?? status == |`, '201', `${login}?? status == 201‸`, answered],
    [`${login}?? header X-|`, 'X-Trace', `${login}?? header X-Trace ‸`, answered],
    [`${login}?? header X-Trace == |`, 'abc', `${login}?? header X-Trace == abc‸`, answered],
    [`${login}?? body matchesSnapshot |`, 'ignoring', `${login}?? body matchesSnapshot ignoring ‸`, answered],
    [`${login}?? body matchesSnapshot ignoring |`, 'token', `${login}?? body matchesSnapshot ignoring token‸`, answered],
    [`${login}?? body matchesSnapshot ignoring n, to|`, 'token', `${login}?? body matchesSnapshot ignoring n, token‸`, answered],
    [`${login}?? body matchesSnapshot ignoring to|x, n`, 'token', `${login}?? body matchesSnapshot ignoring token‸, n`, answered],
    [`${login}?? body matchesSnapshot ignoring list[|`, '[*]', `${login}?? body matchesSnapshot ignoring list[*]‸`, answered],
    [`${login}?? body matchesSnapshot ignoring list[*].|`, 'id', `${login}?? body matchesSnapshot ignoring list[*].id‸`, answered],
    [`${login}?? body matchesSnapshot ignoring list[*].i|`, 'id', `${login}?? body matchesSnapshot ignoring list[*].id‸`, answered],
    [`${login}?? body.list matchesSnapshot ignoring [0].|`, 'id', `${login}?? body.list matchesSnapshot ignoring [0].id‸`, answered],
    ['### Log in\nGET http://h\n?? status == |', '418', '### Log in\nGET http://h\n?? status == 418‸', answered],
  ],
  'answers of other requests': [
    [`${login}### x\nGET http://h/{{lo|}}`, 'login', `${login}### x\nGET http://h/{{login‸}}`],
    [`${login}### x\nGET http://h/{{login.|`, 'response', `${login}### x\nGET http://h/{{login.response}}‸`],
    [`${login}### x\nGET http://h/{{login.response.|}}`, 'body', `${login}### x\nGET http://h/{{login.response.body‸}}`],
    [`${login}### x\nGET http://h/{{login.request.|}}`, 'url', `${login}### x\nGET http://h/{{login.request.url‸}}`],
    [
      `${login}### x\nGET http://h/{{login.response.headers.|}}`,
      'Location',
      `${login}### x\nGET http://h/{{login.response.headers.Location‸}}`,
    ],
    [
      `${login}### x\nGET http://h/{{login.response.body.|}}`,
      'token',
      `${login}### x\nGET http://h/{{login.response.body.token‸}}`,
      answered,
    ],
    [
      `${login}### x\nGET http://h/{{login.response.headers.|}}`,
      'X-Trace',
      `${login}### x\nGET http://h/{{login.response.headers.X-Trace‸}}`,
      answered,
    ],
  ],
  'paths of files': [
    ['POST http://h\n\n< |', 'picture.png', 'POST http://h\n\n< ./picture.png‸', { folders }],
    ['POST http://h\n\n< pic|', 'picture.png', 'POST http://h\n\n< ./picture.png‸', { folders }],
    ['POST http://h\n\n<@ ./|', 'data/', 'POST http://h\n\n<@ ./data/‸', { folders }],
    ['POST http://h\n\n<@ ./data/b|', 'book.json', 'POST http://h\n\n<@ ./data/book.json‸', { folders }],
    ['POST http://h\n\n< ./da|/book.json', 'data/', 'POST http://h\n\n< ./data‸/book.json', { folders }],
    ['< |\nGET http://h', 'before.js', '< ./before.js‸\nGET http://h', { folders }],
    ['GET http://h\n\n> |', 'before.js', 'GET http://h\n\n> ./before.js‸', { folders }],
    ['GET http://h\n\n> ./|', 'before.js', 'GET http://h\n\n> ./before.js‸', { folders }],
    ['GET http://h\n\n<> |', 'picture.png', 'GET http://h\n\n<> ./picture.png‸', { folders }],
    ['POST http://h\n\n< ../|', 'picture.png', 'POST http://h\n\n< ../picture.png‸', { folders, at: 'data/a.req' }],
    [
      'POST http://h\nContent-Type: multipart/form-data; boundary=b\n\n--b\n\n< ./p|\n--b--',
      'picture.png',
      'POST http://h\nContent-Type: multipart/form-data; boundary=b\n\n--b\n\n< ./picture.png‸\n--b--',
      { folders },
    ],
  ],
};

for (const [group, cases] of Object.entries(groups)) {
  describe(`completion of ${group}`, () => {
    for (const [text, label, after, asked] of cases) {
      it(`${JSON.stringify(text)} takes ${label}`, async () => {
        const { take, fitting } = await complete(text, asked);
        assert.equal(take(label), after);
        assert.ok(fitting.includes(label), 'what was typed does not find it');
      });
      it(`${JSON.stringify(text)} does so in CRLF, below errors and above them`, async () => {
        const around = (t: string): string => `### x\nGET\nnone\n\n### y\n${t}\n\n### z\nGET\nnone`.replaceAll('\n', '\r\n');
        if (asked?.at !== undefined && /^(?:collection|folder)/.test(asked.at)) return;
        const inside = text.startsWith('###') ? text : `# @title t\n${text}`;
        const then = text.startsWith('###') ? after : `# @title t\n${after}`;
        assert.equal((await complete(around(inside), asked)).take(label), around(then));
      });
    }
  });
}

describe('completion where nothing is to be offered', () => {
  const quiet: readonly (readonly [text: string, asked?: Asked])[] = [
    ['# a comment |'],
    ['# see {{|}}'],
    ['### A title |'],
    ['###|'],
    ['GET http://h\n\n{"a": |}'],
    ['GET http://h\n\nsome words |'],
    ['GET http://h\n\n# @|'],
    ['GET http://h\n\nAccept: |'],
    ['GET http://h\n\n> quoted |', { folders }],
    ['POST http://h\n\n<a>\n< |', { folders }],
    ['< {%\n|\n%}\nGET http://h'],
    ['< {% tool.|\n%}\nGET http://h'],
    ['< {%\n{{|'],
    ['> {%\n# @|\n'],
    ['GET http://h\n> {%\n{{|}}\n%}'],
    ['GET http://h/\\{{|}}'],
    ['GET http://h/{{a}}|', { trigger: '}' }],
    ['GET http://h/{{?who|}}'],
    ['GET http://h/{{1|}}'],
    ['GET http://h/{{a b|}}'],
    ['GET http://h/{{a..|}}'],
    ['GET http://h/{{nothing.of.this.|}}'],
    ['GET http://h\n  |'],
    ['GET http://h\nAccept: a\n  te|'],
    ['GET http://h\nX-Unheard-Of: |'],
    ['GET http://h |', { trigger: ' ' }],
    ['@a = 1\n@b = |', { trigger: ' ' }],
    ['@a = 1\n@b = a|'],
    [' |', { trigger: ' ' }],
    ['GET http://h\n |', { trigger: ' ' }],
    ['GET http://h\n?? status exists |'],
    ['GET http://h\n?? status == 200\nafter |'],
    ['@a = 1\n|', { at: 'collection.req', trigger: ' ' }],
    ['GET http://h\nAuthorization: Unheard |'],
    ['POST http://h\n\n< ./nowhere/|', { folders }],
    ['POST http://h\n\n< {{a}}/|', { folders }],
  ];
  for (const [text, asked] of quiet)
    it(JSON.stringify(text), async () => assert.deepEqual((await complete(text, { variables: { a: 'x' }, ...asked })).labels, []));

  it('offers no second request line in a block, and no request in a shared file', async () => {
    assert.deepEqual((await complete('|\n\nGET http://h')).labels, []);
    for (const label of ['GET', 'name', 'disabled']) {
      assert.ok(!(await complete('|', { at: 'collection.req' })).labels.includes(label));
      assert.ok(!(await complete('# @|', { at: 'collection.req' })).labels.includes(label));
    }
  });
});

describe('completion chooses well', () => {
  it('puts headers that a request has already behind the others, and those of responses nowhere', async () => {
    const { labels } = await complete('GET http://h\nAccept: a\n|');
    assert.equal(labels.at(-1), 'Accept');
    assert.ok(!labels.includes('Set-Cookie'));
  });

  it('offers status codes from 200 on first', async () => assert.equal((await complete('GET http://h\n?? status == |')).labels[0], '200'));

  it('sorts directives that are there already after the others, except repeatable ones', async () => {
    const { labels } = await complete('# @timeout 5s\n# @ref a\n# @|');
    assert.equal(labels.at(-1), 'timeout');
    assert.notEqual(labels.at(-2), 'ref');
  });

  it('carries no secrets from one file to another', async () => {
    const files = { 'b.req': 'GET http://h\nX-Api-Key: 12345\nAuthorization: Bearer hush\nX-Note: fine' };
    assert.deepEqual((await complete('GET http://h\nX-Note: |', { files })).labels, ['fine']);
    assert.ok(!(await complete('GET http://h\nX-Api-Key: |', { files })).labels.includes('12345'));
    assert.ok(!(await complete('GET http://h\nAuthorization: |', { files })).labels.join().includes('hush'));
  });

  it('offers no masked value as one to compare with', async () => {
    const asked = { ...answered, hides: { login: ['abc'] } };
    const { labels, items } = await complete(`${login}?? body.token == |`, asked);
    assert.ok(!labels.includes('abc') && !labels.includes('•••'));
    assert.doesNotMatch(JSON.stringify(items), /"abc"/);
    assert.equal((await complete(`${login}?? body.|`, asked)).item('token').detail, '•••');
  });

  it('names the requests of this file, then those of the collection', async () => {
    const { labels } = await complete(`# @ref |\nGET http://h\n${login}`, { files: { 'b.req': '### other\nGET http://h' } });
    assert.deepEqual(labels, ['login', 'other', '*']);
  });

  it('escapes the text of values', async () => {
    const { item } = await complete('GET {{|}}', { variables: { evil: '[x](command:y) <img src=x>\u202e\u001b[31m' } });
    assert.equal(item('evil').detail, '[x](command:y) <img src=x>⟨U+202E⟩␛[31m');
    assert.match(item('evil').documentation?.() ?? '', /^`evil` · string\n\n```text\n\[x\]/);
  });

  it('offers only the effective definition of a hidden name', async () => {
    const { items } = await complete('@a = near\nGET {{|}}', { files: { 'collection.req': '@a = far' } });
    assert.deepEqual(
      items.filter((i) => i.label === 'a').map((i) => i.detail),
      ['near'],
    );
  });

  it('offers in a definition the names above it, and in a request also those below', async () => {
    const text = (at: string): string => `@a = 1\n@b = ${at}\n@c = 3\nGET http://h`;
    const above = (await complete(text('{{|}}'))).labels;
    assert.ok(above.includes('a') && !above.includes('c') && !above.includes('b'));
    const { item } = await complete('GET {{|}}\n###\n@late = 1');
    assert.equal(item('late').note, 'below, line 3');
  });

  it('offers names that scripts set after they are sent', async () => {
    const { item } = await complete('### first\n> {%\n tool.setVar("later", 1);\n%}\nGET http://h\n### b\nGET {{|}}');
    assert.equal(item('later').note, 'set by first');
  });
});
