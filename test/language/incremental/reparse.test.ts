import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { applyEdits, parse, type Block, type DocumentTree, type Node } from '../../../src/language/index.ts';
import { contentOf } from '../../../src/language/syntax/nodes.ts';
import { reparse } from '../../../src/language/incremental/reparse.ts';
import { runs } from '../../support/runs.ts';

/** The whole tree as plain data. A moved block creates its nodes lazily. */
function plain(tree: DocumentTree): unknown {
  const node = (n: Node): unknown =>
    Object.fromEntries(Object.entries(n).map(([key, value]) => [key, Array.isArray(value) ? value.map(piece) : piece(value)]));
  const piece = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const { start, end, text } = value as { start: number; end: number; text?: string };
    return [start, end, text];
  };
  const block = (b: Block): unknown => ({
    range: piece(b.range),
    nodes: b.nodes.map(node),
    // The lists hold the very nodes.
    lists: [b.directives, b.definitions, b.preScripts, b.continuations, b.headers, b.assertions, b.responseScripts].map((list) =>
      list.map((n) => b.nodes.indexOf(n)),
    ),
    single: [b.separator, b.requestLine, b.body].map((n) => (n === undefined ? undefined : b.nodes.indexOf(n))),
  });
  return {
    text: tree.text,
    blocks: tree.blocks.map(block),
    diagnostics: tree.diagnostics.map((d) => [d.id, d.severity, d.message, d.range.start, d.range.end]),
    lines: Array.from({ length: tree.lines.lineCount }, (_, i) => tree.lines.startOf(i)),
  };
}

function agrees(tree: DocumentTree, text: string, shared: boolean): void {
  assert.deepEqual(plain(tree), plain(parse(text, { shared })));
}

const pieces = fc.constantFrom(
  '###',
  '### A\n',
  '\n### B\r\n',
  '#',
  '\n',
  '\r',
  '\r\n',
  '\ufeff',
  ' ',
  '\n\n',
  '< {%',
  '\n< {%\n',
  '%}',
  '\n%}\n',
  '> {%\n',
  '> {% x %}\n',

  'GET http://h\n',
  'GET',
  'POST {{a}}/b HTTP/1.1\n',
  'A: 1\n',
  '  folded\n',
  '\t?x=1\n',
  'no header\n',
  '\n{"a": "{{b}}"}\n',
  '<> ./x.json\n',

  '@a = {{b}}\n',
  '@1 = x\n',
  '@',
  '# @name x\n',
  '# @nonsense\n',
  '// @timeout 5s\n',
  '?? status == 200\n',
  '?? nonsense\n',
  '??',
  'é😀',
  '=',
  ':',
);
const texts = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''));
const edit = fc.record({
  at: fc.nat({ max: 1000 }),
  length: fc.oneof(fc.constant(0), fc.nat({ max: 12 }), fc.nat({ max: 400 })),
  put: fc.array(pieces, { maxLength: 3 }),
});

function edited(text: string, { at, length, put }: { at: number; length: number; put: readonly string[] }): string {
  const start = Math.min(text.length, Math.floor((at / 1000) * (text.length + 1)));
  return applyEdits(text, [{ range: { start, end: Math.min(text.length, start + length) }, newText: put.join('') }]);
}

describe('reading a changed text again', () => {
  it('has the result of a full parse, after any chain of edits', () => {
    fc.assert(
      fc.property(texts, fc.array(edit, { minLength: 1, maxLength: 8 }), fc.boolean(), (text, edits, shared) => {
        let now = text;
        let tree = parse(text, { shared });
        for (const e of edits) {
          now = edited(now, e);
          tree = reparse(tree, now, { shared });
          agrees(tree, now, shared);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('has the result of a full parse, for any replaced text', () => {
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (before, after, shared) => {
        agrees(reparse(parse(before, { shared }), after, { shared }), after, shared);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('reads all of it where the file became a shared file', () => {
    agrees(reparse(parse('A: 1\n'), 'A: 2\n', { shared: true }), 'A: 2\n', true);
  });

  const request = (i: number): string => `### R${i}\nGET http://h/${i}\nA: 1\n\nbody ${i}\n\n`;
  const many = Array.from({ length: 50 }, (_, i) => request(i)).join('');

  it('keeps the objects of the blocks above a change, and the content of those below', () => {
    const before = parse(many);
    const after = reparse(before, many.replace('body 20', 'body twenty'));
    before.blocks.forEach((block, i) => {
      if (i < 20) assert.ok(after.blocks[i] === block, String(i));
      else assert.ok((contentOf(after.blocks[i] as Block) === block) === i > 20, String(i));
    });
    assert.equal(after.blocks[30]?.requestLine?.target.text, 'http://h/30');
  });

  it('returns moved blocks unchanged after the change is undone', () => {
    const before = parse(many);
    const back = reparse(reparse(before, `${request(99)}${many}`), many);
    for (const i of [1, 49]) assert.ok(back.blocks[i] === before.blocks[i]);
  });

  const open = `### open\n< {%\n  f();\n\n${many}`;

  it('closes a script that was open when its end is written far below', () => {
    const before = parse(open);
    assert.deepEqual(
      before.diagnostics.map((d) => d.id),
      ['unclosed-script'],
    );
    const closed = open.replace('body 20', 'body 20\n%}');
    const after = reparse(before, closed);
    agrees(after, closed, false);
    assert.equal(
      after.diagnostics.some((d) => d.id === 'unclosed-script'),
      false,
    );
    assert.ok(contentOf(after.blocks[10] as Block) === before.blocks[10 + 21]);
    agrees(reparse(after, open), open, false);
  });

  it('keeps the text between an open script and a change below it', () => {
    const before = parse(open);
    const after = reparse(before, open.replace('body 20', 'body'));
    assert.ok(after.blocks[10] === before.blocks[10]);
    assert.ok(contentOf(after.blocks[40] as Block) === before.blocks[40]);
  });
});
