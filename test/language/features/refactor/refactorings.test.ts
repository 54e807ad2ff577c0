import assert from 'node:assert/strict';
import { applyEdits, isRequest, type CodeAction } from '../../../../src/language/index.ts';
import { refactor } from '../../../../src/language/onDemand.ts';
import { inspect, type Around, type Inspected } from '../../../support/inspect.ts';

interface Offered {
  readonly text: string;
  readonly before: Inspected;
  readonly actions: readonly CodeAction[];
}

/** The refactorings of a text in which `⟦…⟧` is the selection and `⟦⟧` the cursor. */
async function offered(marked: string, around: Around = {}): Promise<Offered> {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const before = await inspect(text, around);
  return { text, before, actions: refactor(before.view, { start, end }) };
}

const titles = async (marked: string, around?: Around): Promise<readonly string[]> =>
  (await offered(marked, around)).actions.map((a) => a.title);

async function done(
  marked: string,
  title: RegExp,
  around?: Around,
): Promise<{ readonly text: string; readonly action: CodeAction; readonly before: Inspected }> {
  const { actions, text, before } = await offered(marked, around);
  const action = actions.find((a) => title.test(a.title));
  assert.ok(action, `${String(title)} is not offered: ${actions.map((a) => a.title).join(', ')}`);
  const [edits] = action.edits;
  return { text: applyEdits(text, edits?.edits ?? []), action, before };
}

/** The resolved requests of a text; undefined for one that cannot be resolved. */
async function sends(text: string, around?: Around): Promise<readonly unknown[]> {
  const { tree } = await inspect(text, around);
  const all: unknown[] = [];
  for (const block of tree.blocks.filter(isRequest)) {
    const at = block.requestLine.range.start;
    const one = (await inspect(`${text.slice(0, at)}|${text.slice(at)}`, around)).resolve();
    all.push(
      one.ok
        ? { ...one.request, name: '', body: one.request.body.map((p) => (p.kind === 'text' ? p : { ...p, start: 0 })) }
        : one.problems.map((p) => p.message),
    );
  }
  return all;
}

const host = '@host = https://api.example.com\n\n';

/** Refactorings that keep the sent requests: text before, title, text after. */
const keeping: readonly {
  readonly title: string;
  readonly before: string;
  readonly action: RegExp;
  readonly after: string;
  readonly around?: Around;
}[] = [
  {
    title: 'extracts the value of a parameter at the cursor',
    before: 'GET https://h/users?limit=2⟦⟧0&sort=name',
    action: /^Extract to the variable limit$/,
    after: '@limit = 20\nGET https://h/users?limit={{limit}}&sort=name',
  },
  {
    title: 'extracts a segment of the path',
    before: 'GET https://h/users/4⟦⟧2/posts',
    action: /^Extract to the variable userId$/,
    after: '@userId = 42\nGET https://h/users/{{userId}}/posts',
  },
  {
    title: 'extracts the origin',
    before: 'GET ht⟦⟧tps://h:8080/users',
    action: /^Extract to the variable host$/,
    after: '@host = https://h:8080\nGET {{host}}/users',
  },
  {
    title: 'extracts the value of a header, of Authorization without its scheme',
    before: 'GET https://h\nX-API-Key: a⟦⟧bc\n',
    action: /^Extract to the variable apiKey$/,
    after: '@apiKey = abc\nGET https://h\nX-API-Key: {{apiKey}}\n',
  },
  {
    title: 'extracts a token',
    before: 'GET https://h\nAuthorization: Bearer ab⟦⟧c',
    action: /^Extract to the variable token$/,
    after: '@token = abc\nGET https://h\nAuthorization: Bearer {{token}}',
  },
  {
    title: 'extracts the text of a JSON string, without its quotes',
    before: 'POST https://h\n\n{"first name": "A⟦⟧da \\"L\\"", "n": 1}',
    action: /^Extract to the variable firstName$/,
    after: '@firstName = Ada \\"L\\"\nPOST https://h\n\n{"first name": "{{firstName}}", "n": 1}',
  },
  {
    title: 'extracts a number of JSON',
    before: 'POST https://h\n\n{"count": 1⟦⟧2}',
    action: /^Extract to the variable count$/,
    after: '@count = 12\nPOST https://h\n\n{"count": {{count}}}',
  },
  {
    title: 'extracts what is selected, placeholders in it too',
    before: `${host}GET ⟦{{host}}/users⟧/7`,
    action: /^Extract to the variable url$/,
    after: '@host = https://api.example.com\n@url = {{host}}/users\n\nGET {{url}}/7',
  },
  {
    title: 'extracts below the definitions and above the scripts of the request',
    before: '### A\n# @name a\n@x = 1\n< {%\n%}\nGET https://h/ab⟦⟧c?{{x}}',
    action: /^Extract to the variable abc$/,
    after: '### A\n# @name a\n@x = 1\n@abc = abc\n< {%\n%}\nGET https://h/{{abc}}?{{x}}',
  },
  {
    title: 'takes a name that is free',
    before: 'GET https://h/users?limit=2⟦⟧0',
    action: /^Extract to the variable limit3$/,
    after: '@limit3 = 20\nGET https://h/users?limit={{limit3}}',
    around: { variables: { limit: 1 }, environments: { dev: { limit2: 5 } }, environment: 'dev' },
  },
  {
    title: 'keeps CRLF',
    before: 'GET https://h/users?limit=2⟦⟧0\r\nAccept: */*\r\n',
    action: /^Extract to the variable limit$/,
    after: '@limit = 20\r\nGET https://h/users?limit={{limit}}\r\nAccept: */*\r\n',
  },
  {
    title: 'inlines a variable wherever it stands',
    before: '@ho⟦⟧st = https://h\n\nGET {{host}}/a\nReferer: {{ host }}\n\n###\nGET {{host}}/b',
    action: /^Inline the variable host, 3 places$/,
    after: '\nGET https://h/a\nReferer: https://h\n\n###\nGET https://h/b',
  },
  {
    title: 'inlines from a place of use',
    before: '@a = x\n@b = {{a}}y\nGET https://h/{{⟦⟧b}}',
    action: /^Inline the variable b$/,
    after: '@a = x\nGET https://h/{{a}}y',
  },
  {
    title: 'splits a query over lines, and leaves the version where it belongs',
    before: 'GET https://h/a⟦⟧?x={{y}}&b=1&c=?&d HTTP/1.1\nAccept: */*\n',
    action: /^Split the query/,
    after: 'GET https://h/a HTTP/1.1\n    ?x={{y}}\n    &b=1\n    &c=?\n    &d\nAccept: */*\n',
  },
  {
    title: 'joins a query',
    before: 'GET https://h/a\n    ?x=1⟦⟧\n# why\n    &b=2\nAccept: */*\n',
    action: /^Join the URL/,
    after: 'GET https://h/a?x=1&b=2\n# why\nAccept: */*\n',
  },
  {
    title: 'marks a variable as secret',
    before: '### A\n# @name a\n@key = abc\nGET https://h/{{k⟦⟧ey}}',
    action: /^Mark key as secret$/,
    after: '### A\n# @secret key\n# @name a\n@key = abc\nGET https://h/{{key}}',
  },
];

describe('refactorings', () => {
  for (const { title, before, action, after, around } of keeping) {
    it(title, async () => {
      const result = await done(before, action, around);
      assert.equal(result.text, after);
      const start = before.replace(/[⟦⟧]/g, '');
      const without = (sent: readonly unknown[]): unknown => sent.map((s) => ({ ...(s as object), secrets: [] }));
      assert.deepEqual(without(await sends(result.text, around)), without(await sends(start, around)));
      assert.deepEqual((await inspect(result.text, around)).tree.diagnostics, (await inspect(start, around)).tree.diagnostics);
    });
  }

  it('extracts all that are equal, at the top of the file', async () => {
    const before =
      '### A\nGET https://h.example/a\nX-Key: ab⟦⟧cd\n\n### B\nGET https://h.example/abcd\nx-key: abcd\n\n### C\nGET https://h.example/c\nX-Key: abcde\n';
    const { text } = await done(before, /^Extract to the variable key, all 2 places$/);
    assert.equal(
      text,
      before
        .replace('⟦⟧', '')
        .replace('### A\n', '### A\n@key = abcd\n')
        .replace('X-Key: abcd\n', 'X-Key: {{key}}\n')
        .replace('x-key: abcd\n', 'x-key: {{key}}\n'),
    );
    assert.deepEqual(await sends(text), await sends(before.replace('⟦⟧', '')));
  });

  it('starts a rename at the new name', async () => {
    const { text, action } = await done('GET https://h/users?limit=2⟦⟧0', /^Extract to the variable limit$/);
    assert.ok(action.command?.kind === 'rename');
    assert.ok(text.startsWith('limit}}', action.command.offset));
  });

  it('extracts nothing that would change the sent request', async () => {
    // A variable is trimmed, and the delimiters of a query would be encoded.
    for (const before of [
      'GET https://h/?x=0&⟦a=1&b=2⟧',
      'POST https://h\nContent-Type: application/x-www-form-urlencoded\n\na=⟦1 2⟧',
      'GET https://h/{{a⟦⟧}}',
      'GET https://h/{{⟦a}}/b⟧',
    ])
      assert.deepEqual(
        (await titles(before)).filter((t) => t.startsWith('Extract')),
        [],
        before,
      );
  });

  it('inlines nothing that is defined twice, set elsewhere, used with a path, a filter or in a script, or made again', async () => {
    const refused: readonly (readonly [string, Around?])[] = [
      ['@a⟦⟧ = 1\n@a = 2\nGET https://h/{{a}}'],
      ['@a⟦⟧ = 1\nGET https://h/{{a}}', { variables: { a: 2 } }],
      ['@a⟦⟧ = 1\nGET https://h/{{a}}\n\n> {%\n tool.setVar("a", 3);\n%}'],
      ['@a⟦⟧ = {"b": 1}\nGET https://h/{{a.b}}'],
      ['@a⟦⟧ = 1\nGET https://h/{{a | upper}}'],
      ['@a⟦⟧ = 1\nGET https://h/{{a}}\n\n> {%\n tool.getVar("a");\n%}'],
      ['@a⟦⟧ = 1\nGET https://h/{{a}}\n\n> {%\n tool.interpolate("{{a}}");\n%}'],
      ['@a⟦⟧ = {{$uuid}}\nGET https://h/{{a}}/{{a}}'],
      ['@b = 1\n@a⟦⟧ = {{b}}\n\n###\n@b = 2\nGET https://h/{{a}}'],
      ['@a⟦⟧ = x&y\nGET https://h/?q={{a}}'],
      ['@a⟦⟧ = 1\nGET https://h/'],
      [`@a⟦⟧ = 1\nGET https://h/${'{{a}}'.repeat(201)}`],
    ];
    for (const [before, around] of refused)
      assert.deepEqual(
        (await titles(before, around)).filter((t) => t.startsWith('Inline')),
        [],
        before,
      );
  });

  it('escapes a placeholder of a JSON body', async () => {
    const { text } = await done('POST https://h\n\n{"a": "{{b⟦⟧.c}}"}', /\| json$/);
    assert.equal(text, 'POST https://h\n\n{"a": "{{b.c | json}}"}');
    assert.deepEqual(
      (await titles('POST https://h\nContent-Type: text/plain\n\n{{b⟦⟧}}')).filter((t) => t.endsWith('| json')),
      [],
    );
    assert.deepEqual(
      (await titles('POST https://h\n\n{"a": "{{b⟦⟧ | json}}"}')).filter((t) => t.endsWith('| json')),
      [],
    );
    // A quick fix offers it where the body breaks.
    assert.deepEqual(
      (await titles('POST https://h\n\n{"a": "{{b⟦⟧}}"}', { variables: { b: '"' } })).filter((t) => t.endsWith('| json')),
      [],
    );
  });

  it('adds headers that are missing', async () => {
    const before = 'POST⟦⟧ https://h\nX: 1\n    2\n\n{"a": 1}';
    assert.deepEqual(
      (await titles(before)).filter((t) => t.startsWith('Add')),
      ['Add the header Accept', 'Add the header Content-Type', 'Add the header Authorization'],
    );
    assert.equal((await done(before, /Content-Type/)).text, 'POST https://h\nX: 1\n    2\nContent-Type: application/json\n\n{"a": 1}');
    assert.equal((await done('GET⟦⟧ https://h', /Accept/)).text, 'GET https://h\nAccept: application/json');
    assert.deepEqual(await titles('GET⟦⟧ https://h', { files: { 'collection.req': 'Accept: a\nAuthorization: b\n' } }), []);
  });

  it('sorts headers, with their comments and folds, those of one name in their order', async () => {
    const { text } = await done('GET https://h\n# about b\nB: 1\nc: 2\n    3\n# @no-redirect\nA⟦⟧: 4\nb: 0\n\nbody', /^Sort/);
    assert.equal(text, 'GET https://h\n# @no-redirect\nA: 4\n# about b\nB: 1\nb: 0\nc: 2\n    3\n\nbody');
    assert.ok(!(await titles('GET https://h\nA⟦⟧: 1\nb: 2')).some((t) => t.startsWith('Sort')));
    assert.equal((await done('GET https://h\nB⟦⟧: 1\nA: 2', /^Sort/)).text, 'GET https://h\nA: 2\nB: 1');
  });

  it('makes a request of a URL in a comment or a selection', async () => {
    assert.equal(
      (await done('# see https://h/a⟦⟧?b=1.\nGET https://x\n\n###\nGET https://y', /^Create/)).text,
      '# see https://h/a?b=1.\nGET https://x\n\n###\n\nGET https://h/a?b=1\n\n###\nGET https://y',
    );
    assert.equal(
      (await done('POST https://x\n\nsee ⟦https://h/{{a}}⟧', /^Create/)).text,
      'POST https://x\n\nsee https://h/{{a}}\n\n###\n\nGET https://h/\\{{a}}\n',
    );
    assert.equal((await done('# https://h/⟦⟧a\n', /^Create/)).text, '# https://h/a\n\nGET https://h/a\n');
  });

  it('marks defined names as secret, and no other name', async () => {
    const marks = async (...of: Parameters<typeof titles>): Promise<readonly string[]> =>
      (await titles(...of)).filter((t) => t.startsWith('Mark'));
    assert.deepEqual(await marks('GET https://h/{{go⟦⟧ne}}'), []);
    assert.deepEqual(await marks('GET https://h/{{a⟦⟧}}', { environments: { dev: { a: 1 } } }), ['Mark a as secret']);
    assert.deepEqual(await marks('GET https://h/{{a⟦⟧}}\n\n> {%\n  tool.setVar("a", 1);\n%}'), ['Mark a as secret']);
  });

  it('offers nothing in an empty file, and nothing but secrets in a shared one', async () => {
    assert.deepEqual(await titles('⟦⟧'), []);
    assert.deepEqual(await titles('@k⟦⟧ = 1\nX: 1\n', { at: 'collection.req' }), ['Mark k as secret']);
  });
});
