import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonTokens } from '../../../src/panel/model/jsonTokens.ts';
import { markupTokens } from '../../../src/panel/model/markupTokens.ts';
import { colouredLength, type Token } from '../../../src/panel/model/tokens.ts';

const shown = (tokens: readonly Token[]): string => tokens.map((t) => `${t.kind}:${t.text}`).join('|');
const joined = (tokens: readonly Token[]): string => tokens.map((t) => t.text).join('');

describe('jsonTokens', () => {
  it('tells keys from strings, and numbers, literals and punctuation', () => {
    assert.equal(
      shown(jsonTokens('  "a": ["b", -1.5e3, true, null],')),
      'plain:  |key:"a"|punctuation::|plain: |punctuation:[|string:"b"|punctuation:,|plain: |number:-1.5e3|punctuation:,|plain: |literal:true|punctuation:,|plain: |literal:null|punctuation:],',
    );
  });

  it('takes a string that the line cuts as a string, escapes and all', () => {
    assert.equal(shown(jsonTokens('"a\\"b')), 'string:"a\\"b');
    assert.equal(shown(jsonTokens('"a\\')), 'string:"a\\');
  });
});

describe('markupTokens', () => {
  it('tells tags, attributes, their values, comments and text', () => {
    assert.equal(
      shown(markupTokens('<a href="x>y" b=\'c\'>t</a><!-- d -->')),
      'punctuation:<|tag:a|punctuation: |attribute:href|punctuation:=|string:"x>y"|punctuation: |attribute:b|punctuation:=|string:\'c\'|punctuation:>|plain:t|punctuation:</|tag:a|punctuation:>|comment:<!-- d -->',
    );
  });

  it('takes a line that closes a tag or comment to begin inside it', () => {
    assert.equal(shown(markupTokens('  b="c">t')), 'punctuation:  |attribute:b|punctuation:=|string:"c"|punctuation:>|plain:t');
    assert.equal(shown(markupTokens('rest --> t')), 'comment:rest -->|plain: t');
  });

  it('takes CDATA as one', () => {
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
        { numRuns: 2000 },
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
