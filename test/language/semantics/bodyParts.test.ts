import assert from 'node:assert/strict';
import { graphqlJson } from '../../../src/language/semantics/request/graphqlBody.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';
import { inspect, type Around } from '../../support/inspect.ts';

const body = async (file: string, around: Around = {}): Promise<string> => (await inspect(file, around)).body();

describe('a body from files', () => {
  it('names them by the paths that are written', async () => {
    const r = await inspect('POST http://h\nContent-Type: text/plain\n\n< ./a {{x}}.bin', { variables: { x: 'b c' } });
    assert.deepEqual(r.sent().body, [{ kind: 'file', path: './a b c.bin', fill: false, start: 42 }]);
    assert.deepEqual((await inspect('POST http://h\n\n<@ ./t.json')).sent().body, [
      { kind: 'file', path: './t.json', fill: true, start: 18 },
    ]);
  });

  it('can be several, with text between', async () => {
    assert.deepEqual((await inspect('POST http://h\n\n< ./a\nand {{x}}\n<@ ./b\n', { variables: { x: 1 } })).sent().body, [
      { kind: 'file', path: './a', fill: false, start: 17 },
      { kind: 'text', text: '\nand 1\n' },
      { kind: 'file', path: './b', fill: true, start: 34 },
    ]);
  });

  for (const text of ['<a href="x">', '<>', '< ', 'text\n< ./file', ' < ./file']) {
    it(`is not ${JSON.stringify(text)}`, async () => assert.equal(await body(`POST http://h\n\n${text}`), text));
  }
});

describe('a multipart body', () => {
  const head = 'POST http://h\nContent-Type: multipart/form-data; boundary={{b}}\n\n';

  it('is framed with CRLF, also behind the last boundary; the content of its parts is untouched', async () => {
    const text =
      '--B\nContent-Disposition: form-data; name="{{x}}"\n\nline 1\nline 2\n\n--B\nContent-Disposition: form-data; name="f"; filename="f"\nContent-Type: image/png\n\n< ./f.png\n--B\nContent-Disposition: form-data; name="t"\n\n<@ ./t.txt\n--B--\n';
    const r = await inspect(head.replace('{{b}}', 'B') + text, { variables: { x: 'n' } });
    const expected =
      '--B\r\nContent-Disposition: form-data; name="n"\r\n\r\nline 1\nline 2\n\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="f"\r\nContent-Type: image/png\r\n\r\n‹./f.png›\r\n--B\r\nContent-Disposition: form-data; name="t"\r\n\r\n‹@./t.txt›\r\n--B--\r\n';
    assert.equal(r.body(), expected);
  });

  it('is the same with CRLF in the file', async () => {
    const text = '--B\r\nA: b\r\n\r\none\r\ntwo\r\n--B--';
    assert.equal(await body(head.replace('{{b}}', 'B').replaceAll('\n', '\r\n') + text), '--B\r\nA: b\r\n\r\none\r\ntwo\r\n--B--\r\n');
  });

  it('can have an empty part, a part without headers, a preamble and an epilogue', async () => {
    const text = 'preamble\n--B\n\nno headers\n--B\nA: b\n\n\n--B--\nepilogue';
    assert.equal(
      await body(head.replace('{{b}}', 'B') + text),
      'preamble\r\n--B\r\n\r\nno headers\r\n--B\r\nA: b\r\n\r\n\r\n--B--\r\nepilogue',
    );
  });

  it('finds its boundary in quotes, and after substitution', async () => {
    const text = '--B C\nA: b\n\nx\n--B C--';
    assert.equal(await body(head.replace('{{b}}', '"B C"') + text), '--B C\r\nA: b\r\n\r\nx\r\n--B C--\r\n');
    assert.equal(await body(head + text.replaceAll('B C', 'BC'), { variables: { b: 'BC' } }), '--BC\r\nA: b\r\n\r\nx\r\n--BC--\r\n');
  });

  const framed = (boundary: string): string => `--${boundary}\r\nA: b\r\n\r\nx\r\n--${boundary}--\r\n`;
  for (const [title, type, boundary, values, sent] of [
    ['a variable', '{{b}}', '{{b}}', { b: 'BC' }, 'BC'],
    ['a variable between text', 'B', '{{b}}', { b: 'B' }, 'B'],
    ['text and a variable', '----X{{b}}', '----X{{b}}', { b: 7 }, '----X7'],
  ] as const)
    it(`is framed with CRLF where its boundary lines have ${title}`, async () =>
      assert.equal(
        await body(head.replace('{{b}}', type) + `--${boundary}\nA: b\n\nx\n--${boundary}--`, { variables: values }),
        framed(sent),
      ));

  it('is framed with CRLF where its boundary is a dynamic value', async () => {
    const text = `${head.replace('{{b}}', 'X{{$timestamp}}')}--X{{$timestamp}}\nA: b\n\nx\n--X{{$timestamp}}--`;
    assert.equal((await body(text)).replace(/X\d+/g, 'X1'), framed('X1'));
  });

  it('has no boundary in a line that is a value alone', async () => {
    const text = '--B\nA: b\n\n{{x}}\nEvil: 1\n\ny\n--B--';
    assert.equal(
      await body(head.replace('{{b}}', 'B') + text, { variables: { x: '--B' } }),
      '--B\r\nA: b\r\n\r\n--B\nEvil: 1\n\ny\r\n--B--\r\n',
    );
  });

  it('has no boundary in a line with a value behind the whole boundary', async () => {
    const text = '--B\nA: b\n\n--B{{$timestamp}}\nEvil: 1\n\ny\n--B--';
    const sent = await body(head.replace('{{b}}', 'B') + text);
    assert.equal(sent.replace(/B\d+/, 'B1'), '--B\r\nA: b\r\n\r\n--B1\nEvil: 1\n\ny\r\n--B--\r\n');
  });

  it('whose values look like a boundary or a header changes nothing around them', async () => {
    const text = '--B\nA: b\n\n{{x}}\n--B--';
    assert.equal(
      await body(head.replace('{{b}}', 'B') + text, { variables: { x: '--B\nEvil: 1\n\ny' } }),
      '--B\r\nA: b\r\n\r\n--B\nEvil: 1\n\ny\r\n--B--\r\n',
    );
  });

  it('without a boundary is reported', async () => {
    const resolution = (await inspect('POST http://h\nContent-Type: multipart/form-data\n\n--B\n\nx\n--B--')).resolve();
    assert.ok(resolution.ok);
    assert.deepEqual(
      resolution.hints.map((d) => `${d.id} ${d.severity}`),
      ['request-setting warning'],
    );
    assert.match(resolution.hints[0]?.message ?? '', /has no boundary/);
  });

  it('has the place of a placeholder without a value', async () => {
    const r = await inspect(`${head.replace('{{b}}', 'B')}--B\nA: {{gone}}\n\n{{lost}}\n< ./{{away}}\n--B--`);
    const resolution = r.resolve();
    assert.ok(!resolution.ok);
    assert.deepEqual(
      resolution.problems.map((p) => r.tree.text.slice(p.range.start, p.range.end)),
      ['{{gone}}', '{{lost}}', '{{away}}'],
    );
  });
});

describe('a GraphQL request', () => {
  const sent = async (text: string, around: Around = {}): Promise<unknown> => JSON.parse(await body(`GRAPHQL http://h\n\n${text}`, around));

  it('reads the beginning of its body as the query, also after empty lines with spaces', async () => {
    assert.deepEqual(await sent('\t\n\n{ "a": 1 }\n'), { query: '\t\n\n{ "a": 1 }' });
    assert.deepEqual(await sent('\t\n\n{ a }\n\n{ "b": 2 }'), { query: '\t\n\n{ a }', variables: { b: 2 } });
  });

  it('is a POST with the query and the variables as JSON', async () => {
    const r = await inspect('GRAPHQL http://h\n\nquery Q($id: ID!) {\n  user(id: $id) { name }\n}\n\n{"id": {{id}}}', {
      variables: { id: 7 },
    });
    assert.equal(r.sent().method, 'POST');
    assert.equal(r.header('Content-Type'), 'application/json');
    assert.equal(r.body(), '{"query":"query Q($id: ID!) {\\n  user(id: $id) { name }\\n}","variables":{"id": 7}}');
  });

  it('keeps the numbers of its variables as written', async () => {
    assert.ok(
      (await body('GRAPHQL http://h\n\n{ a }\n\n{"big": 12345678901234567890, "n": 1.0}')).endsWith(
        '"variables":{"big": 12345678901234567890, "n": 1.0}}',
      ),
    );
  });

  for (const [name, text, expected] of [
    ['without variables', '{ a }', { query: '{ a }' }],
    [
      'with empty lines in the query',
      'query A { a }\n\nfragment F on T { b }\n\n{"x": {}}',
      { query: 'query A { a }\n\nfragment F on T { b }', variables: { x: {} } },
    ],
    ['with an anonymous query after an empty line', '# a comment\n\n{ a }', { query: '# a comment\n\n{ a }' }],
    ['with empty lines in the variables', '{ a }\n\n{"x": [\n\n{"y": 1}\n\n]}', { query: '{ a }', variables: { x: [{ y: 1 }] } }],
    ['with an input that names query', '{ a }\n\n{"query": "query"}', { query: '{ a }', variables: { query: 'query' } }],
    ['with CRLF', '{ a }\r\n\r\n{"x": 1}', { query: '{ a }', variables: { x: 1 } }],
    ['with empty variables', '{ a }\n\n{}', { query: '{ a }', variables: {} }],
  ] as const) {
    it(`can be written ${name}`, async () => assert.deepEqual(await sent(text), expected));
  }

  it('names the first of several operations, if it has a name', async () => {
    for (const [query, name] of [
      ['fragment query on Query { a }\nquery One { a }\nmutation Two { b }', 'One'],
      ['# query No\nmutation @d(a: {b: "}"}) { a }\nquery Two { a }', undefined],
      ['subscription {{name}}($query: Int = 1) { a }\nquery Two { a }', 'Live'],
      ['query ($a: String = "query Q") { a }\nquery Two { a }', undefined],
      ['{ query mutation }', undefined],
      ['# query No { a }\nquery One { query mutation }\nfragment F on T { a }', undefined],
      ['query, Q { a }\n{ b }', 'Q'],
    ] as const) {
      const { operationName } = (await sent(query, { variables: { name: 'Live' } })) as { operationName?: string };
      assert.equal(operationName, name, query);
    }
  });

  it('has escaped values of placeholders in the query', async () => {
    assert.deepEqual(await sent('{ a(t: "{{t}}") }', { variables: { t: 'x\\n"' } }), { query: '{ a(t: "x\\n"") }' });
  });

  it('whose variables are not JSON is refused', async () => {
    const r = await inspect('GRAPHQL http://h\n\n{ a }\n\n{"x": nope}');
    assert.deepEqual(r.problems(), ['The GraphQL variables are not JSON: "n" does not begin a value.']);
  });

  it('needs time that is linear in its length, for any text', () => {
    for (const piece of ['\n', '\n{', '\r\n \r\n', '"""', 'query '])
      growsLinearly(
        (n) => piece.repeat(n),
        (text) => void graphqlJson(text, () => undefined),
        piece.length,
      );
  });
});
