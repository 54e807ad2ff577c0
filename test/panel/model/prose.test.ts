import assert from 'node:assert/strict';
import { proseParts } from '../../../src/panel/model/text/prose.ts';

const shown = (text: string): string =>
  proseParts(text)
    .map((part) => (part.isCode ? `<${part.text}>` : part.text))
    .join('');

describe('the text of an error', () => {
  it('has code without its backticks', () => {
    assert.equal(shown('Name one with `# @name login`, or `a`.'), 'Name one with <# @name login>, or <a>.');
  });

  it('keeps a backtick without a partner in its line', () => {
    assert.equal(shown('a ` b\n` c'), 'a ` b\n` c');
    assert.equal(shown(''), '');
  });
});
