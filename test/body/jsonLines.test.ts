import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { formatJson } from '../../src/base/json/jsonFormat.ts';
import { Folds } from '../../src/body/lines/folds.ts';
import { HiddenParts } from '../../src/body/lines/hiddenParts.ts';
import { JsonIndex } from '../../src/body/json/jsonIndex.ts';
import { JsonLines } from '../../src/body/json/jsonLines.ts';
import { LineView } from '../../src/body/lines/lineView.ts';
import { LineWriter } from '../../src/body/lines/lineWriter.ts';

/** Reads in parts of `part` bytes. */
function indexOf(text: string, part = 1_000_000): JsonIndex {
  const index = new JsonIndex(Buffer.from(text));
  for (let before = -1; index.state === 'scanning' && index.scanned !== before;) {
    before = index.scanned;
    index.scan(part);
  }
  return index;
}

function linesOf(index: JsonIndex, first = 0, count = Infinity): readonly string[] {
  const out = new LineWriter(new HiddenParts(index.bytes, []));
  new JsonLines(index).write(out, first, count, Infinity);
  return out.text().split('\n').slice(0, -1);
}

/** White space of all kinds between JSON tokens, and unusual forms of tokens. */
const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n', '  ');
const scalar = fc.constantFrom(
  '0',
  '-0',
  '1.0',
  '12345678901234567890',
  '1e400',
  '-1.5E-3',
  'true',
  'null',
  '"a"',
  '"\\u00e9\\n☕"',
  '"{[,:]}"',
  '""',
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    scalar,
    fc.tuple(space, fc.array(tie('json'), { maxLength: 5 }), space).map(([a, items, b]) => `[${a}${items.join(`${b},${a}`)}${b}]`),
    fc
      .tuple(space, fc.array(fc.tuple(fc.constantFrom('"a"', '"b"', '"a b"', '"\\u0061"', '""'), tie('json')), { maxLength: 5 }), space)
      .map(([a, members, b]) => `{${a}${members.map(([key, value]) => `${key}${b}:${a}${value}`).join(`,${b}`)}${a}}`),
  ),
}));

describe('the laid-out lines of a JSON body', () => {
  it('are those of formatJson, in whatever parts it is read', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 40 }), (text, part) => {
        const index = indexOf(text, part);
        assert.equal(index.state, 'whole');
        assert.deepEqual(linesOf(index), formatJson(text).split('\n'));
      }),
    );
  });

  it('are the same wherever one begins', () => {
    const text = JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ id: i, tags: ['a', { b: [] }], empty: {} })));
    const index = indexOf(text);
    const all = formatJson(text).split('\n');
    for (const first of [0, 1, 127, 128, 129, 500, 1000, all.length - 2, all.length - 1])
      assert.deepEqual(linesOf(index, first, 7), all.slice(first, first + 7), `from ${first}`);
  });

  it('are undefined if formatJson returns the text unchanged', () => {
    const texts = [
      '',
      ' ',
      '{',
      '[1,]',
      '{"a" 1}',
      '{"a":1,}',
      '[01]',
      '[1.]',
      '["\\x"]',
      '["\n"]',
      '[1] 2',
      'nul',
      '"a',
      '[}',
      '{]',
      '[1 2]',
      '{1:2}',
      '-',
      '["\\u12g4"]',
    ];
    for (const text of texts) {
      assert.equal(formatJson(text), text);
      assert.equal(indexOf(text).state, 'invalid', JSON.stringify(text));
    }
    fc.assert(
      fc.property(json, fc.nat(), fc.constantFrom('', ',', '}', ']', '"', 'x', '1', ':'), (text, at, put) => {
        const odd = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1);
        const laidOut = formatJson(odd);
        const index = indexOf(odd);
        if (index.state === 'whole') assert.deepEqual(linesOf(index), laidOut.split('\n'));
        else assert.equal(laidOut, odd);
      }),
    );
  });

  it('go as deep as a text does, and indent no further than formatJson', () => {
    const text = '['.repeat(30_000) + ']'.repeat(30_000);
    assert.equal(linesOf(indexOf(text)).join('\n'), formatJson(text));
  });

  it('are cut at a whole character if they are long, with the number of omitted characters', () => {
    const index = indexOf(JSON.stringify(['☕'.repeat(100)]));
    const out = new LineWriter(new HiddenParts(index.bytes, []), 20);
    new JsonLines(index).write(out, 0, Infinity, Infinity);
    assert.equal(out.text(), `[\n  "${'☕'.repeat(5)} … 96 more characters\n]\n`);
  });

  it("show no secret, even if it is escaped, spans tokens or crosses a part's border", () => {
    const text = `["a hush b", "h\\u0075sh", {"hush": 1}, "${'x'.repeat(262_100)}hushhushhush"]`;
    const index = indexOf(text);
    const out = new LineWriter(new HiddenParts(index.bytes, ['hush', '1}, "x']));
    new JsonLines(index).write(out, 0, Infinity, Infinity);
    const shown = out.text();
    assert.ok(!/hush|h\\u0075sh/.test(shown), shown.slice(0, 200));
    assert.match(shown, /"a ••• b",\n {2}"•••",\n {2}\{\n {4}"•••": •••\n/);
  });
});

describe('folded JSON', () => {
  const text = formatJson(JSON.stringify({ a: { b: [1, 2, [3]], c: {} }, d: [{ e: 1 }, { f: [] }], g: 1 }));
  const lines = text.split('\n');

  function viewOf(): { readonly view: LineView; readonly folds: Folds } {
    const index = indexOf(text);
    const folds = new Folds(index);
    return { folds, view: new LineView(new JsonLines(index), new HiddenParts(index.bytes, []), { index, folds }) };
  }
  const foldAt = (folds: Folds, line: number): void => folds.set(line, true);
  const rows = (view: LineView): readonly string[] => {
    const page = view.rows(0, 1000);
    return page.lines.map((line, row) => {
      const fold = page.folds.find((found) => found.row === row);
      return fold?.folded === true ? `${line}…${fold.items}${fold.tail}` : line;
    });
  };

  it('has a row for each line while nothing is folded, and marks foldable rows', () => {
    const { view } = viewOf();
    assert.deepEqual(rows(view), lines);
    assert.deepEqual(
      view.rows(0, 1000).folds.map(({ row }) => lines[row]?.trim()),
      ['{', '"a": {', '"b": [', '[', '"d": [', '{', '{'],
    );
  });

  it('hides folded rows, and shows the kind and number of folded items', () => {
    const { view, folds } = viewOf();
    foldAt(folds, lines.indexOf('    "b": ['));
    foldAt(folds, lines.indexOf('  "d": ['));
    assert.deepEqual(rows(view), ['{', '  "a": {', '    "b": […3],', '    "c": {}', '  },', '  "d": […2],', '  "g": 1', '}']);
    assert.equal(view.total, 8);
  });

  it('maps rows to lines and back, whatever is folded', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length - 1)), fc.option(fc.integer({ min: 1, max: 4 })), (at, level) => {
        const { view, folds } = viewOf();
        folds.toLevel(level);
        for (const line of at) folds.set(line, folds.at(line)?.isFolded !== true);
        const seen = Array.from({ length: view.total }, (_, row) => view.lineOf(row));
        assert.deepEqual(
          seen,
          [...new Set(seen)].toSorted((a, b) => a - b),
        );
        for (const [row, line] of seen.entries()) assert.equal(view.rowOf(line), row);
        for (let line = 0; line < lines.length; line++) {
          const row = view.rowOf(line);
          assert.ok((seen[row] ?? 0) <= line && (seen[row + 1] ?? Infinity) > line, `line ${line}`);
        }
        assert.equal(rows(view).length, view.total);
      }),
    );
  });

  it('folds all from a level on, unfolds all, and unfolds rows that hide a line', () => {
    const { view, folds } = viewOf();
    folds.toLevel(2);
    assert.deepEqual(rows(view), ['{', '  "a": {…2},', '  "d": […2],', '  "g": 1', '}']);
    assert.equal(view.reveal(lines.indexOf('        3')), true);
    assert.ok(rows(view).includes('        3'));
    assert.equal(view.reveal(lines.indexOf('        3')), false);
    folds.toLevel(1);
    assert.deepEqual(rows(view), ['{…3}']);
    folds.toLevel(null);
    assert.deepEqual(rows(view), lines);
  });
});
