import assert from 'node:assert/strict';
import { CookieRules, fromNetscape, toNetscape } from '../../../src/runner/cookies/index.ts';

describe('a cookie file as curl has it', () => {
  // As curl 8 writes it.
  const written = [
    '# Netscape HTTP Cookie File',
    '# https://curl.se/docs/http-cookies.html',
    '',
    '#HttpOnly_.example.com\tTRUE\t/\tTRUE\t4102444800\tid\ta b',
    '127.0.0.1\tFALSE\t/api\tFALSE\t0\tempty\t',
    '127.0.0.1\tFALSE\t/\tFALSE\t0\tshort',
    '',
  ].join('\n');

  it('is read: flags, domains, ends', () => {
    const { cookies, unreadable } = fromNetscape(written.replaceAll('\n', '\r\n'));
    const more = { sameSite: undefined, hides: [] };
    const here = { domain: '127.0.0.1', hostOnly: true, secure: false, httpOnly: false, expires: undefined, value: '', ...more };
    assert.deepEqual(unreadable, []);
    assert.deepEqual(cookies, [
      {
        name: 'id',
        value: 'a b',
        domain: 'example.com',
        hostOnly: false,
        path: '/',
        secure: true,
        httpOnly: true,
        expires: 4102444800000,
        ...more,
      },
      { ...here, name: 'empty', path: '/api' },
      { ...here, name: 'short', path: '/' },
    ]);
  });

  it('is written so that it is read the same, and sent the same', () => {
    const { cookies } = fromNetscape(written);
    assert.deepEqual(fromNetscape(toNetscape(cookies)), { cookies, unreadable: [] });
    assert.match(toNetscape(cookies), /^# Netscape HTTP Cookie File\n/);
    const rules = new CookieRules(cookies);
    assert.equal(rules.sentTo('https://a.example.com/')[0]?.value, 'a b');
    assert.equal(rules.sentTo('http://127.0.0.1/api').length, 2);
  });

  it('keeps the tabs of a value', () => {
    const { cookies } = fromNetscape('h.example\tFALSE\t/\tFALSE\t0\tk\ta\tb\tc\n');
    assert.equal(cookies[0]?.value, 'a\tb\tc');
    assert.deepEqual(fromNetscape(toNetscape(cookies)).cookies, cookies);
  });

  it('reports which of its lines are no cookies', () => {
    const { cookies, unreadable } = fromNetscape('{"a": 1}\nh\tFALSE\t/\tFALSE\tsoon\tk\tv\nh\tFALSE\tx\tFALSE\t0\tk\tv\n# fine\n');
    assert.deepEqual([cookies, unreadable], [[], [1, 2, 3]]);
  });
});
