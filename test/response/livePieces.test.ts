import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LivePieces } from '../../src/response/stream/livePieces.ts';
import { KeptBody } from '../../src/runner/index.ts';

describe('the pieces of a text that is arriving', () => {
  const joined = (pieces: readonly Uint8Array[], charset = 'utf-8'): string => {
    const body = new KeptBody();
    const live = new LivePieces(body, charset, (text) => text);
    for (const piece of pieces) {
      body.push(piece);
      live.push();
    }
    live.end();
    const text = live
      .page(0, live.total)
      .map(({ data }) => data)
      .join('');
    body.release();
    return text;
  };

  it('join to the text, wherever its bytes are cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.array(fc.nat(100)), (text, cuts) => {
        const bytes = Buffer.from(text.replaceAll('\ufeff', ''));
        const at = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].toSorted((a, b) => a - b);
        assert.equal(joined(at.slice(1).map((end, i) => bytes.subarray(at[i], end))), bytes.toString());
      }),
    );
  });

  it('have a character that the end cuts, and one byte a character in other encodings', () => {
    assert.equal(joined([Buffer.from('a'), Buffer.from('☕').subarray(0, 2)]), 'a\ufffd');
    assert.equal(joined([Buffer.from([0x61, 0xe9]), Buffer.from([0x80])], 'windows-1252'), 'aé€');
  });

  it('have their secrets masked', () => {
    const body = new KeptBody();
    const live = new LivePieces(body, 'utf-8', (text) => text.replaceAll('key', '•••'));
    body.push(Buffer.from('the key'));
    live.push();
    assert.deepEqual(
      live.page(0, 10).map(({ data }) => data),
      ['the •••'],
    );
    body.release();
  });
});
