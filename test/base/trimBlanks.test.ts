import assert from 'node:assert/strict';
import { mediaTypeParameters } from '../../src/base/text/mediaType.ts';
import { trimBlanks } from '../../src/base/text/trimBlanks.ts';
import { growsLinearly } from '../support/growsLinearly.ts';

describe('trimming blanks', () => {
  it('removes spaces and tabs at both ends, and no other white space', () => {
    assert.deepEqual([' \ta b\t ', '\n a\u00a0', ' \t', ''].map(trimBlanks), ['a b', '\n a\u00a0', '', '']);
  });

  it('takes time that is linear in the length of blanks within the text', () => {
    growsLinearly(
      (n) => `a${' '.repeat(n)}b`,
      (text) => void trimBlanks(text),
      1,
    );
  });
});

describe('the parameters of a media type', () => {
  it('are in lower case, without quotes and blanks around them', () => {
    assert.deepEqual(mediaTypeParameters('text/x; A = "B c" ;; d=" e"'), ['a=b c', 'd=e']);
  });

  it('take time that is linear in the length of blanks within them', () => {
    growsLinearly(
      (n) => `text/x; a${' '.repeat(n)}b`,
      (text) => void mediaTypeParameters(text),
      1,
    );
  });
});
