import assert from 'node:assert/strict';
import { plainText } from '../../src/lsp/plainText.ts';

describe('The plain text of Markdown', () => {
  const cases: readonly (readonly [markdown: string, text: string])[] = [
    ['**POST** · [RFC 9110 §9](https://h/#a)', 'POST · RFC 9110 §9'],
    ['`a` · ``` a`b ```', 'a · a`b'],
    ['``x`y`` and `z`', 'x`y and z'],
    [String.raw`a \`b\` \[c\]\(d\) 2 \* 3`, 'a `b` [c](d) 2 * 3'],
    [String.raw`[a\]b](u)`, 'a]b'],
    ['```json\n{"a": "`**b**`"}\n```\n\nx', '{"a": "`**b**`"}\n\nx'],
    ['````text\n```\n**a**\n````', '```\n**a**'],
    ['a ` b ** c [d]', 'a ` b ** c [d]'],
  ];
  for (const [markdown, text] of cases)
    it(`of ${JSON.stringify(markdown)} is ${JSON.stringify(text)}`, () => assert.equal(plainText(markdown), text));
});
