import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { growsLinearly } from '../support/growsLinearly.ts';
import { createFinder, createMask, maskText } from '../../src/base/masks/mask.ts';

const secret = 'p@ss "wörd"/1+1=2';

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

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
    ['escaped in JSON inside JSON', JSON.stringify(JSON.stringify({ k: secret })), `"{\\"k\\":\\"${maskText}\\"}"`],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret)), maskText],
    ['with entities of HTML', `<b>${secret.replaceAll('"', '&quot;')}</b>`, `<b>${maskText}</b>`],
    ['form-encoded', `a=${new URLSearchParams({ s: secret }).toString().slice(2)}&b`, `a=${maskText}&b`],
    ['form-encoded, and percent-encoded again', encodeURIComponent(new URLSearchParams({ s: secret }).toString()), `s%3D${maskText}`],
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

  it('hides it in base64 that is percent-encoded or escaped in JSON', () => {
    const odd = 'ab?>~~ÿÿc';
    const encoded = Buffer.from(odd).toString('base64');
    assert.match(encoded, /[+/]/);
    for (const form of [
      encodeURIComponent(encoded),
      encodeURIComponent(encoded).replace(/%../g, (m) => m.toLowerCase()),
      encoded.replaceAll('/', '\\/'),
    ])
      assert.ok(!createMask([odd])(`<${form}>`).includes(form.slice(4, -6)), form);
  });

  it('hides characters beyond the first plane as JSON in ASCII has them, in either case', () => {
    assert.equal(
      createMask(['a😀b'])(String.raw`"a\ud83d\ude00b" "a\uD83D\uDE00b" "a\\ud83d\\ude00b"`),
      `"${maskText}" "${maskText}" "${maskText}"`,
    );
  });

  it('hides parts of a secret URL that are shown alone: host, path and user information', () => {
    const hide = createMask(['https://User:p%40ss@Hooks.Example.com:8443/services/T0/B0/canary?x=1']);
    for (const [text, shown] of [
      ['https://hooks.example.com:8443/services/T0/B0/canary?x=1', `https://${maskText}${maskText}`],
      ['POST /services/T0/B0/canary?x=1 HTTP/1.1', `POST ${maskText} HTTP/1.1`],
      ['Host: hooks.example.com:8443', `Host: ${maskText}`],
      ['hooks.example.com refused', `${maskText} refused`],
      ['user p@ss', `user ${maskText}`],
    ] as const)
      assert.equal(hide(text), shown);
    assert.equal(createMask(['https://api.example.com/v1'])('GET /v1/users'), 'GET /v1/users');
    assert.equal(createMask(['http://[not a url'])('x http://[not a url'), `x ${maskText}`);
  });

  it('hides it escaped in JSON to any depth', () => {
    let text = secret;
    for (let depth = 0; depth < 5; depth++) {
      text = JSON.stringify(text);
      const shown = mask(text);
      assert.match(shown.replaceAll(maskText, ''), /^[\\\\"]*$/, shown);
    }
  });

  it('hides it in JSON that is percent-encoded, as a list in a URL is', () => {
    const odd = 'pass"word\\with\n/all';
    for (const json of [JSON.stringify([odd]), JSON.stringify(JSON.stringify([odd]))])
      for (const form of [encodeURIComponent(json), encodeURIComponent(encodeURIComponent(json)), encodeURI(json)])
        for (const written of [form, form.replaceAll(/%[^%]{2}/g, (m) => m.toLowerCase())]) {
          const shown = createMask([odd])(written);
          assert.doesNotMatch(shown, /pass|word|with|all/, written);
        }
  });

  it('finds the places, merged where they overlap, in their order', () => {
    assert.deepEqual(createFinder(['abcd', 'cdef', 'xyz'])('xyz abcdef abcd%'), [
      { start: 0, end: 3 },
      { start: 4, end: 10 },
      { start: 11, end: 15 },
    ]);
    assert.deepEqual(createFinder([])('abc'), []);
  });

  it('is linear if each character has several encodings', () => {
    const hide = createMask(['\\'.repeat(6)]);
    growsLinearly((n) => `${'\\'.repeat(5)}-%`.repeat(n), hide, 7);
  });

  it('hides both of two secrets of which one contains the other', () => {
    assert.equal(createMask(['abcd', 'abcdefgh'])('abcdefgh abcd'), `${maskText} ${maskText}`);
  });

  it('does not interpret characters of a secret as a pattern', () => {
    assert.equal(createMask(['a.*b'])('axxb a.*b'), `axxb ${maskText}`);
    assert.equal(createMask(['(a+)+$'])('aaaa (a+)+$'), `aaaa ${maskText}`);
    assert.equal(createMask(['\\d[^x]{2}'])('\\d[^x]{2}'), maskText);
  });

  it('hides a secret with surrounding white space also without it, as headers send it', () => {
    const masked = createMask([' hush-4711\t']);
    assert.equal(masked('X-A: hush-4711'), 'X-A: •••');
    assert.equal(masked('"a hush-4711\tb"'), '"a•••b"');
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

  it('hides a secret whose bytes a server decodes as Latin-1', () => {
    const seen = Buffer.from('clé à dix').toString('latin1');
    assert.equal(createMask(['clé à dix'])(`<${seen}>`), `<${maskText}>`);
    assert.equal(createMask(['clé à dix'])(`<${JSON.stringify(seen)}>\\`), `<"${maskText}">\\`);
  });

  it('hides any secret in any of its usual forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3 }), (s) => {
        fc.pre(s.isWellFormed() && !maskText.includes(s));
        for (const form of [s, encodeURIComponent(s), inJson(s), encodeURIComponent(inJson(s))])
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
