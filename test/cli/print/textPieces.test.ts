import assert from 'node:assert/strict';
import { createMask } from '../../../src/base/masks/mask.ts';
import { TextPieces } from '../../../src/cli/print/textPieces.ts';

/** The printed text of each piece, and of the rest. */
function printed(pieces: readonly string[], secrets: readonly string[]): readonly string[] {
  const text = new TextPieces();
  const mask = createMask(secrets);
  return [...pieces.map((piece) => text.push(piece, mask, secrets)), text.end(mask)];
}

describe('a text that is printed as it arrives', () => {
  it('is printed at once without secrets', () => {
    assert.deepEqual(printed(['Hel', 'lo wor', 'ld'], []), ['Hel', 'lo wor', 'ld', '']);
  });

  it('is printed word by word if a secret may follow', () => {
    assert.deepEqual(printed(['Hel', 'lo wor', 'ld'], ['s3cr3t']), ['', 'Hello ', '', 'world']);
  });

  it('shows no secret that arrives in pieces, in any form', () => {
    const secret = 's3cr3t/canary+key';
    for (const form of [secret, btoa(secret), encodeURIComponent(secret)]) {
      // The padding of base64 is shown.
      const shown = printed(Array.from(`key ${form} and more`), [secret]).join('');
      assert.equal(shown.replace('=', ''), 'key ••• and more');
    }
  });

  it('shows no secret with white space in pieces', () => {
    assert.equal(printed(Array.from(`so ${'x'.repeat(2000)} open sesame now`), ['open sesame']).join(''), `so ${'x'.repeat(2000)} ••• now`);
  });

  it('does not wait for the end of a long text without white space', () => {
    const shown = printed(
      Array.from({ length: 1000 }, () => '春眠不覺曉'),
      ['s3cr3t'],
    );
    assert.ok(shown.slice(0, -1).join('').length > 4000);
    assert.equal(shown.join(''), '春眠不覺曉'.repeat(1000));
  });

  it('is linear in the length of a word', () => {
    const words = `${'x'.repeat(2_000_000)} end`;
    assert.equal(printed([words], ['s3cr3t']).join(''), words);
  });
});
