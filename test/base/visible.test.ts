import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { visibleParts, visibleText } from '../../src/base/text/visible.ts';

describe('visibleText', () => {
  it('leaves plain text, tabs, letters of any script and joined emoji alone', () => {
    for (const text of ['', 'plain\ttext', 'שלום עולם', 'می‌خواهم', '👩‍👩‍👧 ❤️', 'a\u00a0b']) assert.equal(visibleText(text), text);
  });

  it('shows control characters as their pictures', () => {
    assert.equal(visibleText('\u001b[31mred\u0007\r\n\u007f'), '␛[31mred␇␍␊␡');
  });

  it('shows bidirectional controls, invisible characters, tags and lone surrogates by their number', () => {
    assert.equal(visibleText('a\u202etxt.exe'), 'a⟨U+202E⟩txt.exe');
    assert.equal(visibleText('\u2066\u200b\ufeff\u2028\u0085'), '⟨U+2066⟩⟨U+200B⟩⟨U+FEFF⟩⟨U+2028⟩⟨U+0085⟩');
    assert.equal(visibleText('\u{e0041}'), '⟨U+E0041⟩');
    assert.equal(visibleText('x\ud800y'), 'x⟨U+D800⟩y');
  });

  it('separates marks from text', () => {
    assert.deepEqual(visibleParts('a\u001bb'), [
      { text: 'a', mark: null },
      { text: '␛', mark: 'U+001B' },
      { text: 'b', mark: null },
    ]);
  });

  it('results in the same text in parts as in one piece, without active characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const whole = visibleText(text);
        assert.equal(
          visibleParts(text)
            .map((p) => p.text)
            .join(''),
          whole,
        );
        assert.doesNotMatch(whole, /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
