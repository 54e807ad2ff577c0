import assert from 'node:assert/strict';
import { markdownFences } from '../../../src/language/index.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';

/** `first-end content` of each fence. */
const fences = (text: string): readonly string[] =>
  markdownFences(text).map(({ firstLine, endLine, content }) => `${firstLine}-${endLine} ${JSON.stringify(content)}`);

describe('the req fences of a Markdown text', () => {
  for (const [what, text, expected] of [
    ['are those that say req', '# A\n```req\nGET x\n```\n```js\n1\n```\n~~~ req\nGET y\n~~~\n', ['2-3 "GET x\\n"', '8-9 "GET y\\n"']],
    ['say it in any case, and may say more', '```REQ title="a"\na\n```\n```req{1}\nb\n```', ['1-2 "a\\n"', '4-5 "b\\n"']],
    ['do not say another word that begins so', '```request\na\n```\n```req-x\nb\n```\n```http req\nc\n```', []],
    ['end with a run as long as theirs, of their sign', '````req\n```\n~~~~\n````x\n`````\nb', ['1-4 "```\\n~~~~\\n````x\\n"']],
    ['end with the text where they are not closed', 'a\n```req\nGET x', ['2-3 "GET x"']],
    [
      'stand in lists, without its indentation',
      '1. a\n\n   ```req\n   GET x\n     ?a=1\n   ```\n- ```req\n  GET y\n  ```\n',
      ['3-5 "GET x\\n  ?a=1\\n"', '7-8 "GET y\\n"'],
    ],
    [
      'stand in quotes, and end with them',
      '> ```req\n> GET x\n>\n> b\n> ```\n> > ```req\n> > GET y\nout\n',
      ['1-4 "GET x\\n\\nb\\n"', '6-7 "GET y\\n"'],
    ],
    ['lose no more indentation than theirs, tabs included', '\t```req\n\tGET x\n\t\t?a\n  less\n\t```', ['1-4 "GET x\\n\\t?a\\nless\\n"']],
    ['are none in a fence of another language', '````md\n```req\nGET x\n```\n````\n```req\nGET y\n```', ['6-7 "GET y\\n"']],
    ['are none where backticks stand in what they say', '```req `a`\nGET x\n```\n', []],
    ['keep their line ends', '```req\r\nGET x\r\nA: b\r\n```\r\n', ['1-3 "GET x\\r\\nA: b\\r\\n"']],
    ['may be empty', '```req\n```', ['1-1 ""']],
    ['are none in a text without', '# Nothing\n`req`\n', []],
    ['are none in nothing', '', []],
  ] as const) {
    it(what, () => assert.deepEqual(fences(text), expected));
  }

  for (const [what, piece] of [
    ['opening fences', '```req\n'],
    ['quote marks', '>'],
    ['quote marks with spaces', '> '],
    ['list marks', '- '],
    ['white space', ' '],
    ['backticks', '`'],
    ['tabs in a fence', '\t'],
  ] as const) {
    it(`are found in time that is linear in ${what}`, () =>
      growsLinearly(
        (n) => `\`\`\`req\n${piece.repeat(n)}`,
        (text) => markdownFences(text),
        piece.length,
      ));
  }
});
