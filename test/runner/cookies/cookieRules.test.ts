import assert from 'node:assert/strict';
import { CookieRules } from '../../../src/runner/cookies/index.ts';
import type { KeptCookie } from '../../../src/runner/cookies/cookieTypes.ts';

const none = (): readonly string[] => [];

function rulesAfter(url: string, ...fields: readonly string[]): CookieRules {
  const rules = new CookieRules();
  for (const field of fields) assert.equal(rules.take(url, field, none), undefined);
  return rules;
}

const sent = (rules: CookieRules, url: string): string =>
  rules
    .sentTo(url)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

describe('cookies', () => {
  it('that are Secure are not replaced, deleted or hidden by an answer without TLS', () => {
    const rules = rulesAfter('https://a.example.com/', 'k=v; Secure; Domain=example.com; Path=/in');
    for (const field of ['k=w; Domain=example.com; Path=/in', 'k=w; Path=/in/deeper', 'k=; Max-Age=0; Domain=example.com; Path=/in'])
      assert.match(
        rules.take('http://a.example.com/in/x', field, none) ?? '',
        /^The cookie k was not kept: a Secure cookie of that name can only be replaced over TLS/,
      );
    assert.equal(sent(rules, 'https://a.example.com/in/deeper'), 'k=v');
    for (const field of ['other=w', 'k=w; Path=/', 'k=w; Path=/elsewhere'])
      assert.equal(rules.take('http://a.example.com/in/x', field, none), undefined);
    assert.equal(rules.take('https://a.example.com/', 'k=w; Domain=example.com; Path=/in', none), undefined);
    assert.equal(rules.take('http://localhost/', 'l=v; Secure', none), undefined);
    assert.equal(rules.take('http://localhost/', 'l=w', none), undefined);
  });

  for (const [title, setBy, field, goes, stays] of [
    [
      'of a host go to it alone, at any port',
      'https://a.example.com/',
      'k=v',
      ['https://a.example.com:81/x'],
      ['https://b.a.example.com/', 'https://example.com/'],
    ],
    [
      'of a domain go to it and below',
      'https://a.example.com/',
      'k=v; Domain=.Example.com',
      ['https://example.com/', 'https://x.y.example.com/'],
      ['https://anexample.com/', 'https://example.com.evil/'],
    ],
    [
      'of a domain that is the host go below too',
      'https://example.com/',
      'k=v; Domain=example.com',
      ['https://a.example.com/'],
      ['https://example.org/'],
    ],
    [
      'of a path go there and below',
      'https://h/',
      'k=v; Path=/api',
      ['https://h/api', 'https://h/api/x', 'https://h/api?x'],
      ['https://h/', 'https://h/apis'],
    ],
    ['without a path go where they came from', 'https://h/a/b?c', 'k=v', ['https://h/a', 'https://h/a/x'], ['https://h/', 'https://h/ab']],
    ['that are Secure go over TLS alone', 'https://h/', 'k=v; Secure', ['https://h/'], ['http://h/']],
    [
      'that are Secure go to this machine without TLS too',
      'http://localhost:3000/',
      'k=v; Secure',
      ['http://localhost/', 'https://localhost/'],
      ['http://localhost.example/'],
    ],
    [
      'of this machine by its address',
      'http://127.0.0.1:3000/',
      'k=v; Secure; Domain=127.0.0.1',
      ['http://127.0.0.1/'],
      ['http://127.0.0.2/', 'http://localhost/'],
    ],
    ['of this machine by its other address', 'http://[::1]:3000/', 'k=v; Domain=[::1]', ['http://[::1]/'], ['http://127.0.0.1/']],
    [
      'of a name below localhost',
      'http://a.localhost/',
      'k=v; Domain=localhost',
      ['http://a.localhost/', 'http://b.localhost/', 'http://localhost/'],
      ['http://local/'],
    ],
    ['of a host without a domain', 'http://intranet/', 'k=v; Domain=intranet', ['http://intranet/'], ['http://a.intranet/']],
    [
      'of a public suffix that is the host',
      'https://github.io/',
      'k=v; Domain=github.io',
      ['https://github.io/'],
      ['https://evil.github.io/'],
    ],
    ['of inner names', 'http://svc.cluster.local/', 'k=v; Domain=cluster.local', ['http://b.cluster.local/'], ['http://other.local/']],
    ['that are for scripts of no page', 'https://h/', 'k=v; HttpOnly', ['https://h/'], []],
    ['of the strictest site: a client is none', 'https://h/', 'k=v; SameSite=Strict', ['https://h/'], []],
    ['whose names ask for what they have', 'https://h/', '__Host-k=v; Secure; Path=/', ['https://h/'], ['https://a.h/']],
    [
      'of a domain that is not written in ASCII',
      'https://a.xn--bcher-kva.example/',
      'k=v; Domain=bücher.example',
      ['https://b.xn--bcher-kva.example/', 'https://bücher.example/'],
      ['https://example/'],
    ],
    ['in quotes keep them', 'https://h/', 'k="a b"', ['https://h/'], []],
    ['with an end that is no date last for the session', 'https://h/', 'k=v; Expires=soon', ['https://h/'], []],
    ['by Max-Age before Expires', 'https://h/', 'k=v; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60', ['https://h/'], []],
  ] as const) {
    it(title, () => {
      const rules = rulesAfter(setBy, field);
      for (const url of goes) assert.equal(rules.sentTo(url).length, 1, url);
      for (const url of stays) assert.equal(rules.sentTo(url).length, 0, url);
    });
  }

  for (const [title, url, field, why] of [
    ['a public suffix', 'https://a.co.uk/', 'k=v; Domain=co.uk', 'its Domain is a public suffix, which unrelated sites share'],
    [
      'a public suffix of a provider',
      'https://a.github.io/',
      'k=v; Domain=github.io',
      'its Domain is a public suffix, which unrelated sites share',
    ],
    ['a name reserved for tests', 'https://a.test/', 'k=v; Domain=test', 'its Domain is a public suffix, which unrelated sites share'],
    ['another host', 'https://a.example.com/', 'k=v; Domain=b.example.com', 'its Domain does not match this host'],
    ['Secure without TLS', 'http://h.example/', 'k=v; Secure', 'it is Secure, and the connection is not'],
    ['__Secure- without Secure', 'https://h/', '__Secure-k=v', 'with __Secure- before its name it must be Secure'],
    [
      '__Host- with a path',
      'https://h/',
      '__Host-k=v; Secure; Path=/a',
      'with __Host- before its name it must be Secure, with the Path / and without a Domain',
    ],
    [
      '__Host- with a domain',
      'https://example.com/',
      '__Host-k=v; Secure; Path=/; Domain=example.com',
      'with __Host- before its name it must be Secure, with the Path / and without a Domain',
    ],
    ['__secure- in another case', 'https://h/', '__SECURE-k=v', 'with __Secure- before its name it must be Secure'],
    [
      '__host- in another case',
      'https://h/',
      '__host-k=v; Secure; Path=/a',
      'with __Host- before its name it must be Secure, with the Path / and without a Domain',
    ],
    [
      '__Host- with the address of the host as its domain',
      'https://127.0.0.1/',
      '__Host-k=v; Secure; Path=/; Domain=127.0.0.1',
      'with __Host- before its name it must be Secure, with the Path / and without a Domain',
    ],
    ['more bytes than browsers take', 'https://h/', `k=${'é'.repeat(2048)}`, 'its name and value have more than 4096 bytes'],
  ] as const) {
    it(`are refused with the reason: ${title}`, () => {
      const rules = new CookieRules();
      const name = field.slice(0, field.indexOf('='));
      assert.equal(rules.take(url, field, none), `The cookie ${name} was not kept: ${why}.`);
      assert.deepEqual(rules.all(), []);
    });
  }

  it('without a name are refused', () => {
    for (const field of ['', 'v', '=v', ' ; Path=/'])
      assert.equal(new CookieRules().take('https://h/', field, none), 'A cookie was not kept: it has no name.');
  });

  it('go in order: longer paths first, then those that are longer there', () => {
    const rules = rulesAfter('https://h/a/b', 'one=1; Path=/', 'two=2; Path=/', 'deep=3; Path=/a', 'one=4; Path=/');
    assert.equal(sent(rules, 'https://h/a'), 'deep=3; one=4; two=2');
  });

  it('are one for each name, domain and path, and deleted by an end that is past', () => {
    const rules = rulesAfter('https://a.example.com/', 'k=host', 'k=domain; Domain=example.com', 'k=path; Path=/p', 'k=new');
    assert.deepEqual(
      rules.all().map((c) => c.value),
      ['new', 'domain', 'path'],
    );
    assert.equal(rules.take('https://a.example.com/', 'k=; Max-Age=0', none), undefined);
    assert.equal(rules.take('https://a.example.com/', 'k=; Path=/p; Expires=Thu, 01 Jan 1970 00:00:00 GMT', none), undefined);
    assert.deepEqual(
      rules.all().map((c) => c.value),
      ['domain'],
    );
  });

  it('are listed with all their attributes, restored unchanged, and deleted', () => {
    const rules = new CookieRules();
    const secretsIn = (text: string): readonly string[] => (text.includes('s3cret') ? ['s3cret'] : []);
    rules.take('https://a.example.com/x/y', 'k=my-s3cret; Domain=example.com; Secure; HttpOnly; SameSite=Lax; Max-Age=100', secretsIn);
    const [cookie] = rules.all();
    assert.ok(cookie?.expires !== undefined && Math.abs(cookie.expires - Date.now() - 100_000) < 60_000);
    const { expires: _, ...rest } = cookie;
    const flags = { hostOnly: false, secure: true, httpOnly: true, sameSite: 'lax' };
    assert.deepEqual(rest, { name: 'k', value: 'my-s3cret', domain: 'example.com', path: '/x', ...flags, hides: ['s3cret'] });
    const again = new CookieRules(rules.all());
    assert.deepEqual(again.all(), rules.all());
    assert.deepEqual(again.sentTo('https://b.example.com/x'), rules.all());
    again.put({ ...cookie, value: 'other', hides: [] });
    assert.deepEqual(
      again.all().map((c) => [c.value, c.hides]),
      [['other', []]],
    );
    again.take('https://b.example.com/x/', 'later=1; Domain=example.com; Secure', none);
    again.put({ ...cookie, value: 'changed' });
    assert.equal(sent(again, 'https://b.example.com/x/'), 'k=changed; later=1');
    again.delete({ name: 'later', domain: 'example.com', path: '/x' });
    again.delete(cookie);
    assert.deepEqual(again.all(), []);
  });

  it('that have expired are no longer there', () => {
    const past: KeptCookie = { ...(rulesAfter('https://h/', 'k=v').all()[0] as KeptCookie), expires: Date.now() - 1 };
    const rules = new CookieRules([past]);
    assert.deepEqual([rules.all(), rules.sentTo('https://h/')], [[], []]);
  });

  it('of one domain are 180 at most: the ones not sent for longest go', () => {
    const rules = new CookieRules();
    for (let i = 0; i < 200; i++) rules.take('https://h/', `k${i}=v; Path=/${i}`, none);
    assert.equal(rules.all().length, 180);
    assert.deepEqual([rules.sentTo('https://h/19').length, rules.sentTo('https://h/20').length], [0, 1]);
  });
});
