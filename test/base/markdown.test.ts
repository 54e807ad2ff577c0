import assert from 'node:assert/strict';
import { markdownLine } from '../../src/base/text/markdown.ts';

describe('a line of Markdown', () => {
  for (const [text, line] of [
    ['shop.postman_collection.json', 'shop.postman_collection.json'],
    ['give the variable _name one', 'give the variable _name one'],
    ['_a_ and __init__', '\\_a\\_ and \\_\\_init\\_\\_'],
    ['a*b* `c` [d](e) <f> g\\h', 'a\\*b\\* \\`c\\` \\[d\\](e) \\<f\\> g\\\\h'],
    ['one\r\ntwo', 'one two'],
  ] as const)
    it(`says ${JSON.stringify(text)}`, () => assert.equal(markdownLine(text), line));
});
