import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { codeBlockTokens } from '../../../src/panel/model/tokens/codeBlockTokens.ts';
import { codeTokens } from '../../../src/panel/model/tokens/codeTokens.ts';
import { jsonTokens } from '../../../src/panel/model/tokens/jsonTokens.ts';
import { markupTokens } from '../../../src/panel/model/tokens/markupTokens.ts';
import { colouredLength, type Token } from '../../../src/panel/model/tokens/textTokens.ts';
import { runs } from '../../support/runs.ts';

const shown = (tokens: readonly Token[]): string => tokens.map((t) => `${t.kind}:${t.text}`).join('|');
const joined = (tokens: readonly Token[]): string => tokens.map((t) => t.text).join('');

describe('jsonTokens', () => {
  it('distinguishes keys and strings, and numbers, literals and punctuation', () => {
    assert.equal(
      shown(jsonTokens('  "a": ["b", -1.5e3, true, null],')),
      'plain:  |key:"a"|punctuation::|plain: |punctuation:[|string:"b"|punctuation:,|plain: |number:-1.5e3|punctuation:,|plain: |literal:true|punctuation:,|plain: |literal:null|punctuation:],',
    );
  });

  it('reads a string that the line cuts as a string, with its escapes', () => {
    assert.equal(shown(jsonTokens('"a\\"b')), 'string:"a\\"b');
    assert.equal(shown(jsonTokens('"a\\')), 'string:"a\\');
  });
});

describe('markupTokens', () => {
  it('distinguishes tags, attributes, their values, comments and text', () => {
    assert.equal(
      shown(markupTokens('<a href="x>y" b=\'c\'>t</a><!-- d -->')),
      'punctuation:<|tag:a|punctuation: |attribute:href|punctuation:=|string:"x>y"|punctuation: |attribute:b|punctuation:=|string:\'c\'|punctuation:>|plain:t|punctuation:</|tag:a|punctuation:>|comment:<!-- d -->',
    );
  });

  it('reads a line that closes a tag or comment as beginning inside it', () => {
    assert.equal(shown(markupTokens('  b="c">t')), 'punctuation:  |attribute:b|punctuation:=|string:"c"|punctuation:>|plain:t');
    assert.equal(shown(markupTokens('rest --> t')), 'comment:rest -->|plain: t');
  });

  it('reads CDATA as one', () => {
    assert.equal(shown(markupTokens('<![CDATA[a < b]]>')), 'punctuation:<![CDATA[|string:a < b|punctuation:]]>');
  });
});

for (const [name, tokens, pieces] of [
  ['jsonTokens', jsonTokens, ['"', '\\', '{', '}', ':', ',', '1', '-', 'true', ' ', 'a', '\u2028']],
  ['markupTokens', markupTokens, ['<', '>', '!--', '-->', '![CDATA[', ']]>', '"', "'", '=', '/', '?', 'a', ' ', 'é']],
] as const) {
  describe(name, () => {
    it('adds and loses no character, whatever the line holds', () => {
      const lines = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...pieces), maxLength: 60 }));
      fc.assert(
        fc.property(lines, (line) => {
          assert.equal(joined(tokens(line)), line);
        }),
        { numRuns: runs(2000) },
      );
    });

    it('leaves the end of a very long line plain', () => {
      const line = '"<a'.repeat(colouredLength);
      const found = tokens(line);
      assert.equal(joined(found), line);
      assert.equal(found.at(-1)?.kind, 'plain');
      assert.ok((found.at(-1)?.text.length ?? 0) >= line.length - colouredLength);
    });
  });
}

describe('codeTokens', () => {
  it('distinguishes names, values, comments and at-rules of CSS', () => {
    assert.equal(
      shown(codeTokens('  color: #f00; margin: 0 -1.5em !important; /* c */', 'css')),
      'plain:  |attribute:color|punctuation::|plain: |number:#f00|punctuation:;|plain: |attribute:margin|punctuation::|plain: |number:0|plain: |number:-1.5em|plain: |literal:!important|punctuation:;|plain: |comment:/* c */',
    );
    assert.equal(shown(codeTokens('a:hover {', 'css')), 'plain:a|punctuation::|plain:hover |punctuation:{');
    assert.equal(shown(codeTokens('@media print', 'css')), 'literal:@media|plain: print');
  });

  it('distinguishes keywords, strings, numbers and comments of JavaScript, also one that began in a line before', () => {
    assert.equal(
      shown(codeTokens('const a = f("b\\"", `c`, 0xffn); // d', 'javascript')),
      'tag:const|plain: a = f|punctuation:(|string:"b\\""|punctuation:,|plain: |string:`c`|punctuation:,|plain: |number:0xffn|punctuation:);|plain: |comment:// d',
    );
    assert.equal(shown(codeTokens('still */ null', 'javascript')), 'comment:still */|plain: |literal:null');
    assert.equal(shown(codeTokens(' * of a comment', 'javascript')), 'comment: * of a comment');
  });

  it('joins to the line, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('css' as const, 'javascript' as const), (line, language) =>
        assert.equal(joined(codeTokens(line, language)), line),
      ),
    );
  });
});

describe('the tokens of a code block', () => {
  const of = (line: string, language: string): string => shown(codeBlockTokens(line, language) ?? []);

  it('are those of its language', () => {
    assert.equal(of('{"a": 1}', 'json'), shown(jsonTokens('{"a": 1}')));
    assert.equal(of('def f(x): # why', 'Python'), 'tag:def|plain: f|punctuation:(|plain:x|punctuation:):|plain: |comment:# why');
    assert.equal(of("SELECT 'a' -- all", 'sql'), "tag:SELECT|plain: |string:'a'|plain: |comment:-- all");
    assert.equal(of('return nil // no', 'go'), 'tag:return|plain: |literal:nil|plain: |comment:// no');
  });

  it('are none of an unknown language', () => {
    assert.equal(codeBlockTokens('a', 'brainfuck'), null);
  });

  it('join to the line', () => {
    for (const language of ['go', 'py', 'sql', 'css', 'xml'])
      for (const line of ['"open', "it's", '/* a', 'a = 1.5e3; // x', '春 眠', '\\'])
        assert.equal(joined(codeBlockTokens(line, language) ?? []), line);
  });
});
