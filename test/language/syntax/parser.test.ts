import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LineIndex } from '../../../src/base/text/text.ts';
import { parse, type Block, type DocumentTree } from '../../../src/language/index.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';
import { runs } from '../../support/runs.ts';

const whole = `# a comment
@host = http://h

### First
# @name first
< {%
  tool.setVar("a", 1);
%}
POST {{host}}/a HTTP/1.1
    ?x=1
Content-Type: text/plain
    ; charset=utf-8

one

two

?? status == 200
> {%
### not a separator
%}
<> ./saved.json

### Second
http://h/b
`;

/** The contents of a tree without ranges, to compare texts with different line ends. */
function content(tree: DocumentTree): unknown {
  const texts = (b: Block): unknown => ({
    title: b.separator?.title?.text,
    directives: b.directives.map((d) => [d.name.text, d.argument?.text]),
    definitions: b.definitions.map((d) => [d.name.text, d.value.text]),
    line: [b.requestLine?.method?.text, b.requestLine?.target.text, b.requestLine?.version?.text],
    continuations: b.continuations.map((c) => c.text.text),
    headers: b.headers.map((h) => [h.name.text, h.values.map((v) => v.text)]),
    body: b.body?.text.text.replaceAll(/\r\n?/g, '\n'),
    assertions: b.assertions.map((a) => [a.left.text, a.operator.text, a.right.text]),
    scripts: [...b.preScripts, ...b.responseScripts].map((s) => s.source.text.replaceAll(/\r\n?/g, '\n')),
    kinds: b.nodes.map((n) => n.kind),
  });
  return [tree.blocks.map(texts), tree.diagnostics.map((d) => d.id)];
}

describe('line ends', () => {
  const expected = content(parse(whole));
  it('can be CRLF, or CR as on old Macs', () => {
    assert.deepEqual(content(parse(whole.replaceAll('\n', '\r\n'))), expected);
    assert.deepEqual(content(parse(whole.replaceAll('\n', '\r'))), expected);
  });

  it('can be mixed in any way', () => {
    const pieces = whole.split('\n');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: pieces.length, maxLength: pieces.length }), (ends) => {
        // Nothing may come between a CR and the LF of the next, empty line.
        const text = pieces
          .map((p, i) => (i < pieces.length - 1 ? p + (pieces[i + 1] === '' && ends[i] === '\r' ? '\r\n' : ends[i]) : p))
          .join('');
        assert.deepEqual(content(parse(text)), expected);
      }),
      { numRuns: runs(200) },
    );
  });

  it('of a body are kept', () => {
    assert.equal(parse('POST http://h\r\n\r\na\r\nb\n\nc\r\n').blocks[0]?.body?.text.text, 'a\r\nb\n\nc');
  });
});

describe('a byte order mark at the start', () => {
  it('is skipped', () => {
    const tree = parse(`\ufeff${whole}`);
    assert.deepEqual(content(tree), content(parse(whole)));
    assert.equal(tree.blocks[0]?.range.start, 1);
  });
});

describe('a script that is not closed', () => {
  it('leaves the requests after it unchanged', () => {
    const tree = parse('< {%\n  oops\n\n### B\n< {% fine(); %}\nGET http://b\n\n### C\nGET http://c\n');
    assert.deepEqual(
      tree.blocks.map((b) => b.requestLine?.target.text),
      [undefined, 'http://b', 'http://c'],
    );
    assert.deepEqual(
      tree.diagnostics.map((d) => d.id),
      ['unclosed-script'],
    );
  });

  it('does not remove lines of the index with it', () => {
    const text = '< {%\n\n### B\n\r\nGET http://b\n> {%\n> {%\n### C\n';
    agreesWithItsText(text);
  });
});

describe('a syntax error', () => {
  it('in the second request leaves the first and the third unchanged', () => {
    const sound = (n: number): string => `### ${n}\nGET http://h/${n}\nA: 1\n\nbody ${n}\n`;
    const alone = parse(`${sound(1)}### 2\n${sound(3)}`);
    for (const broken of ['GET\nno header\n', '@1 = x\nGET http://h\n{"a": 1}\n', '< {%\nGET x\n', 'GET http://h\n?? nonsense\n']) {
      const tree = parse(`${sound(1)}### 2\n${broken}${sound(3)}`);
      assert.equal(tree.blocks.length, 3);
      assert.ok(tree.diagnostics.length > 0, broken);
      for (const i of [0, 2])
        assert.deepEqual(
          tree.blocks[i]?.nodes.map((n) => n.kind),
          alone.blocks[i]?.nodes.map((n) => n.kind),
          broken,
        );
      for (const d of tree.diagnostics) assert.ok(d.range.start >= tree.blocks[1]!.range.start && d.range.end <= tree.blocks[1]!.range.end);
    }
  });
});

describe('a directive that applies to one request only', () => {
  const warned = (text: string, shared = false): string[] => parse(text, { shared }).diagnostics.map((d) => d.message);

  for (const name of ['disabled', 'insecure', 'unsafe-framing', 'until any event.data == x'])
    it(`has a warning in a block without a request: @${name}`, () => {
      const line = `# @${name}\n`;
      const expected = [`@${name.split(' ')[0]} has no effect here: write it in each request that needs it.`];
      assert.deepEqual(warned(`${line}\n### A\nGET http://h\n`), expected);
      assert.deepEqual(warned(`@a = 1\n${line}`, true), expected);
      assert.deepEqual(warned(`${line}GET http://h\n\n### B\n# @timeout 5s\n`), []);
    });
});

function agreesWithItsText(text: string): void {
  for (const options of [{}, { shared: true }]) {
    const tree = parse(text, options);
    const lines = LineIndex.of(text);
    assert.equal(tree.lines.lineCount, lines.lineCount);
    for (let i = 0; i < lines.lineCount; i++) assert.equal(tree.lines.startOf(i), lines.startOf(i));
    let at = text.startsWith('\ufeff') ? 1 : 0;
    for (const block of tree.blocks) {
      assert.equal(block.range.start, at);
      for (const node of block.nodes) {
        assert.equal(node.range.start, at, `${node.kind} in ${JSON.stringify(text)}`);
        assert.ok(node.range.end >= at);
        at = node.range.end;
      }
      assert.equal(block.range.end, at);
    }
    assert.equal(at, text.length);
    for (const d of tree.diagnostics) assert.ok(d.range.start >= 0 && d.range.start <= d.range.end && d.range.end <= text.length);
  }
}

/** Lines with a meaning, in any order, which random characters would rarely produce. */
const line = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '###',
      '### T',
      '#',
      '# @name x',
      '// @timeout 5s',
      '# @',
      '@a = 1',
      '@',
      '@=',
      '<',
      '<>',
      '<> x',
      '< x.js',
      '< {%',
      '<{%',
      '> {%',
      '>{%x%}',
      '%}',
      ' %}\t',
      '< {% %}',
      'GET http://h',
      'GET',
      'http://h',
      '{{a}}',
      'A: b',
      ':',
      '  ?a=1',
      '  fold',
      '\tB: c',
      '?? status == 200',
      '??',
      '?? body[',
      '???',
      '> a.js',
      '{"a": 1}',
      '// x',
      '/',
      ' # x',
      ' @b = 1',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
const file = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 30 })
  .chain((lines) => fc.constantFrom('', '\ufeff').map((bom) => bom + lines.map(([l, e]) => l + e).join('')));

describe('any text', () => {
  it('is read without an error, its nodes tile it and its lines are where they are', () => {
    fc.assert(fc.property(file, agreesWithItsText), { numRuns: runs(300) });
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), agreesWithItsText), { numRuns: runs(300) });
  });

  it('followed by ### and another text has the blocks of both', () => {
    fc.assert(
      fc.property(file, file, (a, b) => {
        const second = b.replace('\ufeff', '');
        const first = parse(a);
        fc.pre(!first.diagnostics.some((d) => d.id === 'unclosed-script'));
        const kinds = (blocks: readonly Block[]): unknown => blocks.map((x) => x.nodes.map((n) => n.kind).filter((k) => k !== 'blank'));
        const expected = [...parse(`${a}\n`).blocks, ...parse(`###\n${second}`).blocks];
        assert.deepEqual(kinds(parse(`${a}\n###\n${second}`).blocks), kinds(expected));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('the cost of reading', () => {
  for (const piece of [
    '###\n',
    '< {%\n',
    '< {%\n###\n',
    '> {%\n',
    'GET http://h\n\n> {%\n###\n',
    '@a = {{a}}\n',
    'GET http://h\nA: b\n',
    ' fold\n',
    '#\n',
    '\n',
    '\r',
    '\r\n',
    'x',
    '{',
    '?? body["\n',
    "?? body['x\n",
    '?? header \n',
    ' ',
    '# @x\n',
    '{{ ',
    '%}\n',
    '  ?a\n',
    'GET http://h\n\n\n\nx\n',
  ]) {
    it(`grows with the length, not faster: ${JSON.stringify(piece)} again and again`, () =>
      growsLinearly((n) => piece.repeat(n), parse, piece.length));
    it(`grows with the length also after a request line and a header: ${JSON.stringify(piece)}`, () =>
      growsLinearly((n) => `GET http://h\nA: b\n${piece.repeat(n)}`, parse, piece.length));
  }
});
