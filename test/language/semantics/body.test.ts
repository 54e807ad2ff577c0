import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { inspect, type Around } from '../../support/inspect.ts';
import { runs } from '../../support/runs.ts';

const body = async (file: string, around: Around = {}): Promise<string> => (await inspect(file, around)).body();
/** Ids, severities and texts of the diagnostics of a body that can still be sent. */
async function hints(file: string, around: Around = {}): Promise<readonly string[]> {
  const r = await inspect(file, around);
  const resolution = r.resolve();
  assert.ok(resolution.ok);
  return resolution.hints.map((d) => `${d.id} ${d.severity} ${r.tree.text.slice(d.range.start, d.range.end)} ${d.message}`);
}

describe('a header', () => {
  it('keeps a value unchanged, trims the text around it, and joins folds by one space', async () => {
    const r = await inspect('GET http://h\nX-A:  {{x}}  \nX-B: a\n   {{y}}\n\tc\nX-C:\nx-a: again', {
      variables: { x: 'a "b" {c}', y: '  y  ' },
    });
    assert.deepEqual(r.sent().headers, [
      ['X-A', 'a "b" {c}'],
      ['X-B', 'a   y   c'],
      ['X-C', ''],
      ['x-a', 'again'],
    ]);
  });

  it('keeps letters outside ASCII', async () =>
    assert.equal((await inspect('GET http://h\nX: {{x}} ö', { variables: { x: 'größe' } })).header('X'), 'größe ö'));

  for (const [value, what] of [
    ['a\nb', 'a line break (at character 2)'],
    ['a\r\nX-Evil: 1', 'a line break (at character 2)'],
    ['ab\r', 'a line break (at character 3)'],
    ['\0', 'a NUL (at character 1)'],
  ] as const) {
    it(`with ${JSON.stringify(value)} in it stops the send`, async () => {
      const r = await inspect('GET http://h\nX-A: {{x}}', { variables: { x: value } });
      const resolution = r.resolve();
      assert.ok(!resolution.ok);
      assert.deepEqual(
        resolution.problems.map((p) => [p.id, r.tree.text.slice(p.range.start, p.range.end), p.message]),
        [['header-value', 'X-A', `The value of X-A contains ${what}: a header is one line.`]],
      );
    });
  }

  it('name that has no value is reported', async () =>
    assert.deepEqual((await inspect('GET http://h\n{{x}}: 1')).said(), ['undefined-variable error "{{x}}"']));
});

describe('a body', () => {
  it('is the written text, to the last character', async () => {
    const text = '\n  # no comment\n// nor this\n@a = 1\nName: value\n\n\tx \u00a0';
    assert.equal(await body(`POST http://h\nContent-Type: text/plain\n\n${text}\n\n \n###`), text);
    assert.equal(
      await body(`POST http://h\nContent-Type: text/plain\n\n${text.replaceAll('\n', '\r\n')}\r\n`),
      text.replaceAll('\n', '\r\n'),
    );
  });

  it('can get lines from a placeholder that look like structure', async () => {
    const r = await inspect('POST http://h/{{p}}\nX: {{h}}\n\n{{x}}\n\n{{y}}\n?? status == 200', {
      variables: { x: '### Not a separator\n\nGET http://evil', y: '?? no\n> {% no %}', p: '\n\nbody', h: '# no comment' },
    });
    assert.equal(r.body(), '### Not a separator\n\nGET http://evil\n\n?? no\n> {% no %}');
    assert.equal(r.header('X'), '# no comment');
    assert.equal(r.sent().wireUrl, 'http://h/%0A%0Abody');
  });

  it('that is absent is none, whatever the method', async () => {
    assert.deepEqual((await inspect('POST http://h\nA: b')).sent().body, []);
    assert.deepEqual((await inspect('POST http://h\nA: b\n\n\n\n')).sent().body, []);
    assert.deepEqual((await inspect('POST http://h\n\n{{x}}', { variables: { x: '' } })).sent().body, []);
  });

  for (const [text, type] of [
    ['{"a": 1}', 'application/json'],
    ['[1, 2]', 'application/json'],
    [' \n{"a": {{x}}}', 'application/json'],
    ['{"a": nope}', undefined],
    ['hello', undefined],
    ['5', undefined],
    ['<a/>', undefined],
    ['a=b&c=d', undefined],
    ['{{y}}', 'application/json'],
  ] as const) {
    it(`without a Content-Type gets ${type ?? 'none'}: ${JSON.stringify(text)}`, async () => {
      assert.equal((await inspect(`POST http://h\n\n${text}`, { variables: { x: 1, y: { a: 1 } } })).header('Content-Type'), type);
    });
  }

  it('keeps the Content-Type that is written, in any case', async () => {
    assert.deepEqual((await inspect('POST http://h\ncontent-type: text/plain\n\n{}')).sent().headers, [['content-type', 'text/plain']]);
  });
});

describe('a form body', () => {
  const form = (text: string): string => `POST http://h\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\n\n${text}`;

  it('has encoded placeholders, and all else unchanged', async () => {
    assert.equal(
      await body(form('a=x y&b={{x}}&{{k}}=ö{{x}}!'), { variables: { x: 'a b&c=d+e%41ö\n', k: 'k[]' } }),
      'a=x y&b=a+b%26c%3Dd%2Be%2541%C3%B6%0A&k%5B%5D=öa+b%26c%3Dd%2Be%2541%C3%B6%0A!',
    );
  });

  it('joins lines that begin with &', async () => {
    assert.equal(await body(form('a={{x}}\n&b=2 \n  &c={{x}}\r\n&d=4'), { variables: { x: 'v' } }), 'a=v&b=2 &c=v&d=4');
  });

  it('keeps other lines', async () => assert.equal(await body(form('a=1\nb=2')), 'a=1\nb=2'));

  it('does not encode again after an encoding filter', async () => {
    assert.equal(await body(form('a={{x | url}}&b={{x}}'), { variables: { x: 'a b' } }), 'a=a%20b&b=a+b');
  });

  it('arrives as the values of the variables, whatever they hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (x) => {
        fc.pre(x.isWellFormed());
        const sent = new URLSearchParams(await body(form('p=1&a={{x}}\n&b=<{{x}}>'), { variables: { x } }));
        assert.deepEqual(
          [...sent],
          [
            ['p', '1'],
            ['a', x],
            ['b', `<${x}>`],
          ],
        );
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a JSON body', () => {
  const variables = { name: 'Ada', quote: 'say "hi" \\ \n', n: 5, o: { a: ['x', new Date(0)] }, d: new Date(0) };

  it('keeps values unchanged', async () => {
    assert.equal(
      await body('POST http://h\n\n{"a": "{{name}}", "b": {{n}}, "c": {{o}}, "d": "{{d}}"}', { variables }),
      '{"a": "Ada", "b": 5, "c": {"a":["x","1970-01-01T00:00:00.000Z"]}, "d": "1970-01-01T00:00:00.000Z"}',
    );
  });

  for (const [text, at] of [
    ['{"a": "{{quote}}", "b": "{{name}}"}', '{{quote}}'],
    ['{"a": {{n}}, "b": {{name}}}', '{{name}}'],
    ['{"a": "{{name}}", "o": "{{o}}"}', '{{o}}'],
    ['{"a": {{d}}}', '{{d}}'],
    ['{"a": "{{ quote }}"}', '{{ quote }}'],
  ] as const) {
    it(`that a value breaks is sent, and the placeholder is reported: ${text}`, async () => {
      assert.deepEqual(await hints(`POST http://h\n\n${text}`, { variables }), [
        `json-body warning ${at} The text of ${at} breaks the JSON around it: write {{${at.slice(2, -2).trim()} | json}} to escape it.`,
      ]);
    });
  }

  for (const text of [
    '{"a": nope, "b": "{{quote}}"}',
    'hello {{quote}}',
    '{"a": "{{name}}"}',
    '{"a": {{quote | json}}, "b": "{{quote | json}}"}',
    '{{o}}',
  ]) {
    it(`has no report if it was no JSON before, or still is: ${text}`, async () =>
      assert.deepEqual(await hints(`POST http://h\n\n${text}`, { variables }), []));
  }

  it('has no report if the Content-Type is another', async () => {
    assert.deepEqual(await hints('POST http://h\nContent-Type: text/plain\n\n{"a": "{{quote}}"}', { variables }), []);
  });

  it('of many placeholders has a report for the one that breaks it', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => `"k${i}": "{{name}}"`).join(',\n');
    const said = await hints(`POST http://h\n\n{"q": {{n}},\n${many},\n"b": "{{quote}}"}`, { variables });
    assert.equal(said.length, 1);
  });

  it('with | json has each value escaped for its place', async () => {
    const text =
      '{"in": "<{{quote | json}}>", "out": {{quote | json}}, "n": {{n | json}}, "s": "{{n | json}}", "o": {{o | json}}, "t": "{{o | json}}", "d": {{d | json}}}';
    assert.deepEqual(JSON.parse(await body(`POST http://h\n\n${text}`, { variables })), {
      in: `<${variables.quote}>`,
      out: variables.quote,
      n: 5,
      s: '5',
      o: { a: ['x', '1970-01-01T00:00:00.000Z'] },
      t: '{"a":["x","1970-01-01T00:00:00.000Z"]}',
      d: '1970-01-01T00:00:00.000Z',
    });
  });

  for (const [name, directive, more] of [
    ['in the request', '# @escape json\n', {}],
    ['in the first block of the file', '# @escape json\n\n###\n', {}],
    ['in a shared file', '', { files: { 'collection.req': '# @escape json\n' } }],
  ] as const) {
    it(`with # @escape json ${name} has every placeholder escaped, once`, async () => {
      const text = '{"in": "{{quote}}", "out": {{quote}}, "n": {{n}}, "o": {{o}}, "once": "{{quote | json}}"}';
      assert.deepEqual(JSON.parse(await body(`${directive}POST http://h/{{name}}\nX: {{name}}\n\n${text}`, { variables, ...more })), {
        in: variables.quote,
        out: variables.quote,
        n: 5,
        o: { a: ['x', '1970-01-01T00:00:00.000Z'] },
        once: variables.quote,
      });
    });
  }

  it('with # @escape json is JSON whatever its values hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (x) => {
        const sent = JSON.parse(
          await body('# @escape json\nPOST http://h\n\n{"a": "<{{x}}>", "b": {{x}}, "k{{x}}": 1}', { variables: { x } }),
        ) as Record<string, unknown>;
        assert.equal(sent['b'], x);
        assert.equal(sent['a'], `<${x}>`);
      }),
      { numRuns: runs(100) },
    );
  });

  it('has a Windows path as one would wish', async () => {
    assert.equal(
      await body('POST http://h\n\n{"p": "C:\\\\{{dir}}\\\\x", "lit": "\\{{dir}}"}', { variables: { dir: 'tmp' } }),
      '{"p": "C:\\\\tmp\\\\x", "lit": "{{dir}}"}',
    );
  });
});
