import assert from 'node:assert/strict';
import { maskText } from '../../src/base/masks/mask.ts';
import { maskCut } from '../../src/base/masks/maskCut.ts';

describe('the mask of a message', () => {
  const secrets = ['hush "quiet"/1'];

  for (const [what, text, shown] of [
    ['the beginning of a secret that was cut off', 'got "a hush "qu…', `got "a ${maskText}…`],
    ['one that is escaped in JSON', 'got {"a": "hush \\"qui…"}', `got {"a": "${maskText}…"}`],
    ['one in base64', `Basic ${Buffer.from('hush "quiet"/1').toString('base64').slice(0, 9)}…`, `Basic ${maskText}…`],
    ['one that is percent-encoded', 's=hush%20%22qui…', `s=${maskText}…`],
    ['one that is cut within a byte', 's=hush%20%2…', `s=${maskText}…`],
    ['one in a form', 's=hush+%22qui…', `s=${maskText}…`],
    ['the end of one whose beginning was cut off', 'got …"quiet"/1 back', `got …${maskText} back`],
    ['the end of one that is percent-encoded', '…0%22quiet%22%2F1', `…${maskText}`],
    ['both sides of one that was cut in its middle', 'hush …et"/1', `${maskText}…${maskText}`],
    ['each of several', 'hush… and hush "…', `${maskText}… and ${maskText}…`],
  ] as const)
    it(`hides ${what}`, () => assert.equal(maskCut(text, secrets), shown));

  it('leaves everything else', () => {
    for (const text of ['', '…', 'hu…', 'a…', 'push it…', 'hush', '… hush "qu']) assert.equal(maskCut(text, secrets), text);
  });
});
