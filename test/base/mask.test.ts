import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createMask, maskText } from '../../src/base/mask.ts';

const secret = 'p@ss "wörd"/1+1=2';

describe('a mask', () => {
  const mask = createMask([secret]);

  for (const [name, text, shown] of [
    ['plain', `a ${secret} b`, `a ${maskText} b`],
    ['every time', `${secret},${secret}`, `${maskText},${maskText}`],
    ['escaped in JSON', JSON.stringify({ k: secret }), `{"k":"${maskText}"}`],
    ['escaped in JSON in JSON text', JSON.stringify(secret).replace('ö', '\\u00F6').replace('/', '\\/'), `"${maskText}"`],
    ['percent-encoded', `http://h/?q=${encodeURIComponent(secret)}&x=1`, `http://h/?q=${maskText}&x=1`],
    ['percent-encoded in lower case', encodeURIComponent(secret).replace(/%../g, (m) => m.toLowerCase()), maskText],
    ['percent-encoded only where a URL needs it', 'http://h/p@ss%20%22w%C3%B6rd%22/1+1=2?', `http://h/${maskText}?`],
    ['form-encoded', `a=${new URLSearchParams({ s: secret }).toString().slice(2)}&b`, `a=${maskText}&b`],
  ] as const) {
    it(`hides a secret: ${name}`, () => assert.equal(mask(text), shown));
  }

  it('hides it in base64, of its own', () => {
    const encoded = Buffer.from(secret).toString('base64');
    assert.ok(!mask(`x ${encoded} y`).includes(encoded.slice(0, 8)));
    assert.equal(createMask(['secret'])('c2VjcmV0'), maskText);
  });

  it('hides it inside a longer base64 text, wherever it begins, and leaves nothing of it', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ -~]{0,7}$/),
        fc.stringMatching(/^[ -~]{6,20}$/),
        fc.stringMatching(/^[ -~]{0,7}$/),
        fc.boolean(),
        (before, s, after, forUrls) => {
          const encoded = Buffer.from(before + s + after).toString(forUrls ? 'base64url' : 'base64');
          const shown = createMask([s])(`Basic ${encoded}`);
          const [left = '', right = ''] = shown.slice('Basic '.length).split(maskText);
          assert.ok(shown.includes(maskText), shown);
          // A character of base64 is six bits: what still stands holds none of the secret.
          assert.ok(left.length <= Math.floor((Buffer.byteLength(before) * 8) / 6), shown);
          assert.ok(right.replaceAll('=', '').length <= Math.ceil((Buffer.byteLength(after) * 8) / 6), shown);
        },
      ),
    );
  });

  it('hides the whole of two secrets of which one holds the other', () => {
    assert.equal(createMask(['abcd', 'abcdefgh'])('abcdefgh abcd'), `${maskText} ${maskText}`);
  });

  it('takes no character of a secret for a pattern', () => {
    assert.equal(createMask(['a.*b'])('axxb a.*b'), `axxb ${maskText}`);
    assert.equal(createMask(['(a+)+$'])('aaaa (a+)+$'), `aaaa ${maskText}`);
    assert.equal(createMask(['\\d[^x]{2}'])('\\d[^x]{2}'), maskText);
  });

  it('leaves texts of fewer than three characters, and is nothing without secrets', () => {
    assert.equal(createMask(['1', 'ab', ''])('1 ab 2'), '1 ab 2');
    assert.equal(createMask([])('anything'), 'anything');
  });

  it('hides a form whole that begins with the secret itself', () => {
    for (const s of ['100%', 'back\\'])
      for (const form of [encodeURIComponent(s), JSON.stringify(s).slice(1, -1)])
        assert.equal(createMask([s])(`<${form}>`), `<${maskText}>`);
  });

  it('hides it as a server shows it that takes its octets for Latin-1', () => {
    const seen = Buffer.from('clé à dix').toString('latin1');
    assert.equal(createMask(['clé à dix'])(`<${seen}>`), `<${maskText}>`);
    assert.equal(createMask(['clé à dix'])(`<${JSON.stringify(seen)}>\\`), `<"${maskText}">\\`);
  });

  it('hides any secret in any of its usual forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3 }), (s) => {
        fc.pre(s.isWellFormed() && !maskText.includes(s));
        for (const form of [s, encodeURIComponent(s), JSON.stringify(s).slice(1, -1)])
          assert.equal(createMask([s])(`<${form}>`), `<${maskText}>`);
      }),
    );
  });

  it('follows a set that grows', () => {
    const secrets = new Set(['canary']);
    const first = createMask(secrets);
    secrets.add('é-canary-more').add('Ã©x').add('x');
    const text = 'canary é-canary-more Ã\u0083Â©x x';
    assert.equal(first(text), '••• é-•••-more Ã\u0083Â©x x');
    assert.equal(createMask(secrets)(text), '••• ••• ••• x');
    assert.equal(createMask(secrets)('canar%79 Y2FuYXJ5'), '••• •••');
  });
});
