import assert from 'node:assert/strict';
import { plainText, readAuth } from '../../../../src/language/semantics/auth/written.ts';
import { templateOfText } from '../../../../src/language/semantics/request/requestSource.ts';
import { wordsOf } from '../../../../src/language/syntax/lineWords.ts';
import { parseTemplate } from '../../../../src/language/syntax/template.ts';

const words = (text: string): readonly string[] =>
  wordsOf(parseTemplate(text).parts, (name) => name === 'in' || name === 'argv').map((w) => {
    const said = w.parts.map((p) => p.text).join('·');
    return `${w.name === undefined ? '' : `${w.name}=`}${said}${w.open ? ' (open)' : ''}`;
  });

describe('the words of a directive', () => {
  for (const [text, expected] of [
    ['basic user pass', ['basic', 'user', 'pass']],
    ['  a \t b  ', ['a', 'b']],
    ['', []],
    ['basic {{user}} {{a.b["c d"]}}', ['basic', '{{user}}', '{{a.b["c d"]}}']],
    ['x{{a}}y {{b}}{{c}}', ['x·{{a}}·y', '{{b}}·{{c}}']],
    ['a "two words" \'it is "so"\'', ['a', 'two words', 'it is "so"']],
    ['a ""', ['a', '']],
    ['a "b {{c}} d" e', ['a', 'b ·{{c}}· d', 'e']],
    ['it"s a', ['it"s', 'a']],
    ['in=query in="a b" on=x', ['in=query', 'in=a b', 'on=x']],
    ['argv=["a", "b ] c", "\\"]"] x', ['argv=["a", "b ] c", "\\"]"]', 'x']],
    ['argv=["a", "{{b}}"]', ['argv=["a", "·{{b}}·"]']],
    ['"open', ['open (open)']],
    ['argv=["a"', ['argv=["a" (open)']],
  ] as const)
    it(`of ${JSON.stringify(text)} are ${JSON.stringify(expected)}`, () => assert.deepEqual(words(text), expected));

  it('are found at their places', () => {
    const text = 'basic  {{user}} "a b" in=query';
    assert.deepEqual(
      wordsOf(parseTemplate(text).parts, (name) => name === 'in').map((w) => text.slice(w.range.start, w.range.end)),
      ['basic', '{{user}}', '"a b"', 'in=query'],
    );
  });
});

describe('@auth', () => {
  for (const [text, kind, placed] of [
    ['basic {{user}} secret', 'basic', [undefined, 'secret']],
    ['basic key ""', 'basic', ['key', '']],
    ['bearer {{token}}', 'bearer', [undefined]],
    ['apikey X-API-Key k', 'apikey', ['X-API-Key', 'k']],
    ['apikey key k in=query', 'apikey', ['key', 'k']],
    ['digest a b', 'digest', ['a', 'b']],
    ['aws k s region=eu-west-1 token={{t}}', 'aws', ['k', 's']],
    ['none', 'none', []],
  ] as const)
    it(`${text} is read`, () => {
      const read = readAuth(templateOfText(text));
      assert.ok(read.ok);
      assert.equal(read.auth.kind, kind);
      assert.deepEqual(read.auth.words.map(plainText), placed);
    });

  for (const [text, said, at] of [
    ['basik a b', /^"basik" is not a kind of @auth\. Did you mean basic\?$/, 'basik'],
    ['zebra', /one of basic, bearer, .*none\.$/, 'zebra'],
    ['{{kind}} a', /does not begin with a known kind\. Use one of/, '{{kind}}'],
    ['basic user', /^@auth basic needs PASSWORD\. Write it as # @auth basic /, 'basic'],
    ['basic', /needs USER and PASSWORD/, 'basic'],
    ['bearer a b', /has too many arguments: put quotes/, 'b'],
    ['aws k s zone=x', /has too many arguments/, 'zone=x'],
    ['none a', /has too many arguments/, 'a'],
    ['basic a "b', /not closed/, '"b'],
    ['apikey n k in=body', /^in is header or query\./, 'in=body'],
    ['apikey n k in=query in=query', /is given twice/, 'in=query'],
  ] as const)
    it(`${text} is reported with its problem`, () => {
      const read = readAuth(templateOfText(text));
      assert.ok(!read.ok);
      assert.match(read.problems[0]?.message ?? '', said);
      assert.equal(text.slice(read.problems[0]?.range.start, read.problems[0]?.range.end), at);
    });
});
