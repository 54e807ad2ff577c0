import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { blocksOf } from '../../../src/panel/model/markdown/blocks.ts';
import { inlinesOf, plainText } from '../../../src/panel/model/markdown/inlines.ts';
import { MarkdownText } from '../../../src/panel/model/markdown/markdownText.ts';
import type { Block, Inline } from '../../../src/panel/model/markdown/markdownNodes.ts';
import { costsNoMore, growsLinearly } from '../../support/growsLinearly.ts';
import { runs } from '../../support/runs.ts';

/** The inline nodes as short HTML. */
const inline = (source: string, definitions = new Map<string, string>()): string => inlinesOf(source, definitions).map(shown).join('');
function shown(node: Inline): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return `<code>${node.text}</code>`;
    case 'strong':
      return `<b>${node.of.map(shown).join('')}</b>`;
    case 'emphasis':
      return `<i>${node.of.map(shown).join('')}</i>`;
    case 'strike':
      return `<s>${node.of.map(shown).join('')}</s>`;
    case 'break':
      return '<br>';
    case 'link':
      return `<a ${node.url}>${node.of.map(shown).join('')}</a>`;
    case 'image':
      return `<img ${node.url} ${node.alt}>`;
  }
}
const blocks = (text: string): readonly Block[] => blocksOf(text.split('\n'));

describe('Markdown in a line', () => {
  const cases: readonly (readonly [source: string, expected: string])[] = [
    ['*a* _b_ **c** __d__ ***e*** ~~f~~', '<i>a</i> <i>b</i> <b>c</b> <b>d</b> <i><b>e</b></i> <s>f</s>'],
    ['**a*b', '**a*b'],
    ['snake_case_name 2*3*4 a * b', 'snake_case_name 2<i>3</i>4 a * b'],
    ['*a **b* c**', '<i>a <i><i>b</i> c</i></i>'],
    ['**a *b***', '<b>a <i>b</i></b>'],
    ['`a *b*` ``c ` d`` `open', '<code>a *b*</code> <code>c ` d</code> `open'],
    ['\\*a\\* \\q &amp; &#x41; &nope;', '*a* \\q & A &nope;'],
    ['[a *b*](http://x/y "t") and [c](<d e>)', '<a http://x/y>a <i>b</i></a> and <a d e>c</a>'],
    ['[a](b(c)d) [e] ](f', '<a b(c)d>a</a> [e] ](f'],
    ['[a [b](c) d](e)', '[a <a c>b</a> d](e)'],
    ['![alt *x*](i.png) [![b](c)](d)', '<img i.png alt x> <a d><img c b></a>'],
    ['<https://a.b/c> <me@a.b> <script>', '<a https://a.b/c>https://a.b/c</a> <a mailto:me@a.b>me@a.b</a> <script>'],
    ['see https://a.b/c(d), (http://e.f).', 'see <a https://a.b/c(d)>https://a.b/c(d)</a>, (<a http://e.f>http://e.f</a>).'],
    ['a  \nb\\\nc\nd', 'a<br>b<br>c\nd'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ];
  for (const [source, expected] of cases) {
    it(`reads ${JSON.stringify(source)}`, () => assert.equal(inline(source), expected));
  }

  it('finds the address of a reference, whatever its case, and leaves one that is not defined as text', () => {
    const definitions = new Map([['the key', 'http://x']]);
    assert.equal(
      inline('[a][The  Key] [the KEY][] [the key] [b][no]', definitions),
      '<a http://x>a</a> <a http://x>the KEY</a> <a http://x>the key</a> [b][no]',
    );
  });

  it('loses no letter of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '_', '~', '[', ']', '(', ')', '!', '<', '>') }), (text) => {
        const letters = (s: string): string => s.replace(/[^ab]/g, '');
        const address = (nodes: readonly Inline[]): string =>
          nodes.map((n) => ('of' in n ? address(n.of) : '') + ('url' in n ? n.url : '')).join('');
        const nodes = inlinesOf(text, new Map());
        assert.equal(letters(plainText(nodes) + address(nodes)).length >= letters(text).length - letters(titles(text)).length, true);
      }),
    );
    /** Titles of links are omitted. */
    function titles(text: string): string {
      return [...text.matchAll(/\([^]*?\)/g)].map(([t]) => t).join('');
    }
  });

  for (const piece of [
    '*a ',
    '**a ',
    '[',
    '![',
    '[a](',
    '](b "',
    '`a',
    '<a:',
    'a_b_',
    '~~a',
    '[[a](b)',
    '&a',
    'http://a(',
    '\\',
    ' \n',
    '*_~',
  ])
    it(`reads many ${JSON.stringify(piece)} in linear time`, () => {
      // A longer paragraph is not read at all.
      const [small, large] = [4000, 48_000].map((length) => piece.repeat(length / piece.length));
      costsNoMore(
        () => inlinesOf(large ?? '', new Map()),
        () => inlinesOf(small ?? '', new Map()),
        72,
      );
    });
});

describe('Markdown in blocks', () => {
  it('reads headings of both kinds, rules, paragraphs and code', () => {
    assert.deepEqual(blocks('# A #\n\nB\n===\nc\nd\n***\n    e\n\n```js x\nf\n\ng\n```\n~~~\nopen'), [
      { kind: 'heading', level: 1, source: 'A' },
      { kind: 'heading', level: 1, source: 'B' },
      { kind: 'paragraph', source: 'c\nd' },
      { kind: 'rule' },
      { kind: 'code', language: '', text: 'e' },
      { kind: 'code', language: 'js', text: 'f\n\ng' },
      { kind: 'code', language: '', text: 'open' },
    ]);
  });

  it('reads lists, nested and with tasks, tight and loose', () => {
    assert.deepEqual(blocks('- a\n  - b\n- [x] c\n- [ ] d'), [
      {
        kind: 'list',
        start: null,
        tight: true,
        items: [
          {
            checked: null,
            blocks: [
              { kind: 'paragraph', source: 'a' },
              { kind: 'list', start: null, tight: true, items: [{ checked: null, blocks: [{ kind: 'paragraph', source: 'b' }] }] },
            ],
          },
          { checked: true, blocks: [{ kind: 'paragraph', source: 'c' }] },
          { checked: false, blocks: [{ kind: 'paragraph', source: 'd' }] },
        ],
      },
    ]);
    const [loose] = blocks('3. a\n\n   ```\n   x\n   ```\n4. b\nafter');
    assert.deepEqual(loose, {
      kind: 'list',
      start: 3,
      tight: false,
      items: [
        {
          checked: null,
          blocks: [
            { kind: 'paragraph', source: 'a' },
            { kind: 'code', language: '', text: 'x' },
          ],
        },
        { checked: null, blocks: [{ kind: 'paragraph', source: 'b\nafter' }] },
      ],
    });
    assert.equal(blocks('- a\n\npara').length, 2);
    assert.equal(blocks('a\n2. b').length, 1);
  });

  it('reads quotes, with lines that go on without the mark', () => {
    assert.deepEqual(blocks('> a\nb\n> - c\n\nd'), [
      {
        kind: 'quote',
        blocks: [
          { kind: 'paragraph', source: 'a\nb' },
          { kind: 'list', start: null, tight: true, items: [{ checked: null, blocks: [{ kind: 'paragraph', source: 'c' }] }] },
        ],
      },
      { kind: 'paragraph', source: 'd' },
    ]);
  });

  it('reads tables: alignment, escaped bars, rows that are too short or too long', () => {
    assert.deepEqual(blocks('| a | b |\n|:-:|--:|\n| 1 \\| 2 |\nx|y|z\n\nend'), [
      {
        kind: 'table',
        align: ['center', 'right'],
        head: ['a', 'b'],
        rows: [
          ['1 | 2', ''],
          ['x', 'y'],
        ],
      },
      { kind: 'paragraph', source: 'end' },
    ]);
    assert.equal(blocks('a | b\n--').at(0)?.kind, 'heading');
  });

  it('leaves raw HTML as written', () => {
    assert.deepEqual(blocks('<div onclick="x">\n**a**\n\n<!-- c\n\nd -->\np'), [
      { kind: 'html', text: '<div onclick="x">\n**a**' },
      { kind: 'html', text: '<!-- c\n\nd -->' },
      { kind: 'paragraph', source: 'p' },
    ]);
  });

  for (const piece of ['> ', '- ', '  - a\n', '>- ', '# # ', '|a', '`', ' ', '- a\n\n', '|-', '=\n', '[a]: b\n', '<a\n', '1. a\n'])
    it(`reads many ${JSON.stringify(piece)} in linear time`, () => {
      growsLinearly((n) => piece.repeat(n), blocks, piece.length);
    });
});

describe('a Markdown text that grows', () => {
  const sample =
    '# Title\n\nSome *text*\nmore\n\n- a\n- b\n\n  c\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nx\n```\n[ref]: http://x\nHead\n---\n> q\nlazy\n\n1. x\n\n\ny\n';

  const lists =
    '1. a\n2. b\n\n   c\n3. d\n4. e\nlazy\n---\n\n5. f\n\n- x\n- y\n- z\n--\n- w\n* * *\n\n|a|b|\n|-|-|\n|1|2|\n|3\n4|5\n- end\n';

  for (const [what, text] of [
    ['a text', sample],
    ['a text of lists and tables', lists],
    ['a text with CR LF and CR', (sample + lists).replaceAll('\n', '\r\n').replace('\r\n\r\n', '\r\r')],
  ] as const)
    it(`reads ${what} in pieces as it reads it at once`, () => {
      fc.assert(
        fc.property(fc.array(fc.nat(text.length), { maxLength: 24 }), (cuts) => {
          const growing = new MarkdownText();
          for (const cut of cuts.sort((a, b) => a - b)) growing.update(text.slice(0, cut));
          growing.update(text);
          const whole = new MarkdownText();
          whole.update(text);
          assert.deepEqual(growing.blocks, whole.blocks);
          assert.deepEqual(growing.definitions, whole.definitions);
        }),
      );
    });

  it('reads any text as it would be at once, however its pieces are cut', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\n\n',
      '- a',
      '\n- ',
      '\n1. b',
      '\n  ',
      '> ',
      '|',
      '|-|\n',
      '```',
      '---',
      '#',
      '\r',
      '[a]: b',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const growing = new MarkdownText();
        const whole = new MarkdownText();
        let text = '';
        for (const next of pieces) growing.update((text += next));
        whole.update(text);
        assert.deepEqual(growing.blocks, whole.blocks);
        assert.deepEqual(growing.definitions, whole.definitions);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('keeps the items of a list and the rows of a table that text at their end does not change', () => {
    for (const [head, line] of [
      ['', '- an *item*\n'],
      ['|a|b|\n|-|-|\n', '|1|2|\n'],
    ] as const) {
      const text = new MarkdownText();
      const parts = (): readonly unknown[] => {
        const block = text.blocks[0]?.block;
        return block?.kind === 'list' ? block.items : block?.kind === 'table' ? block.rows : [];
      };
      text.update(head + line.repeat(100));
      const before = parts();
      text.update(head + line.repeat(101));
      assert.equal(parts().length, 101);
      assert.equal(parts().filter((part, i) => part === before[i]).length, 98);
    }
  });

  it('keeps the blocks that text at its end does not change', () => {
    const text = new MarkdownText();
    text.update('a\n\nb\n\nc\n\nd');
    const before = text.blocks;
    text.update('a\n\nb\n\nc\n\nd and more');
    assert.deepEqual(
      text.blocks.map((block, i) => block === before[i]),
      [true, true, true, false],
    );
  });

  it('reads the received part of a definition, and the first of several', () => {
    const text = new MarkdownText();
    text.update('[a]: http://x');
    text.update('[a]: http://xyz\n[A]: http://other');
    assert.deepEqual([...text.definitions], [['a', 'http://xyz']]);
  });

  it('starts again with another text', () => {
    const text = new MarkdownText();
    text.update('a\n\n[x]: y');
    text.update('b');
    assert.deepEqual(
      text.blocks.map((b) => b.source),
      ['b'],
    );
    assert.equal(text.definitions.size, 0);
  });
});
