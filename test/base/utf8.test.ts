import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decodeUtf8 } from '../../src/base/text/utf8.ts';
import { runs } from '../support/runs.ts';

const decode = (...bytes: number[]): string | number => {
  const result = decodeUtf8(Uint8Array.from(bytes));
  return result.ok ? result.text : result.offset;
};

describe('bytes', () => {
  it('that are UTF-8 are their text, a byte order mark included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (s) => assert.deepEqual(decodeUtf8(new TextEncoder().encode(s)), { ok: true, text: s })),
    );
    assert.equal(decode(0xef, 0xbb, 0xbf, 0x61), '\ufeffa');
  });

  for (const [name, bytes, offset] of [
    ['a continuation without a beginning', [0x61, 0x80], 1],
    ['Latin-1', [0x61, 0xe9, 0x62], 1],
    ['a character cut off in the middle', [0x61, 0xc3, 0x28], 1],
    ['a character cut off at the end', [0x61, 0xe2, 0x82], 1],
    ['an overlong form', [0xc0, 0xaf], 0],
    ['an overlong form of three bytes', [0xe0, 0x80, 0xaf], 0],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], 0],
    ['more than U+10FFFF', [0x61, 0x62, 0xf4, 0x90, 0x80, 0x80], 2],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00], 0],
  ] as const) {
    it(`that are ${name} are refused where they begin`, () => assert.equal(decode(...bytes), offset));
  }

  it('that are refused begin to be wrong where the decoder stops too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const result = decodeUtf8(bytes);
        if (result.ok) return;
        assert.ok(decodeUtf8(bytes.subarray(0, result.offset)).ok);
        const replaced = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        assert.equal(new TextEncoder().encode(replaced.slice(0, replaced.indexOf('\ufffd'))).length, result.offset);
      }),
      { numRuns: runs(500) },
    );
  });
});
