import assert from 'node:assert/strict';
import { urlTokens } from '../../../src/panel/model/tokens/urlTokens.ts';
import { hasUrl, isUrlToken, urlOfMarkup, urlsInHeader, urlsInText } from '../../../src/panel/model/tokens/urlsIn.ts';

const found = (name: string, value: string): readonly string[] =>
  urlsInHeader(name, value).map(({ start, end }) => value.slice(start, end));

describe('the URLs of a response', () => {
  it('are in Location and Link', () => {
    assert.deepEqual(found('location', '/users/7'), ['/users/7']);
    assert.deepEqual(found('Link', '</a?p=2>; rel="next", <http://b/>; rel=last'), ['/a?p=2', 'http://b/']);
    assert.deepEqual(found('Location', ''), []);
    assert.deepEqual(found('Server', 'http://a'), []);
  });

  it('are whole strings of JSON', () => {
    assert.ok(isUrlToken('"https://a/b?c=d"') && isUrlToken(String.raw`"https:\/\/a\/b"`));
    assert.ok(!isUrlToken('"see https://a"') && !isUrlToken('"ftp://a"'));
    assert.ok(hasUrl('  "next": "http://a/2",') && hasUrl('"http://a"') && !hasUrl('  "next": 2,'));
  });

  it('are in a text, without the marks after them', () => {
    const inText = (text: string): readonly string[] => urlsInText(text).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(inText('See http://a/b?c=d#e, (https://a/(x)) and [c](http://c/d). <http://e>'), [
      'http://a/b?c=d#e',
      'https://a/(x)',
      'http://c/d',
      'http://e',
    ]);
    assert.deepEqual(inText('ftp://a xhttp://a http:// //a'), []);
  });

  it('are decoded in XML and HTML', () => {
    assert.equal(urlOfMarkup('http://a/?b=1&amp;c=2&#38;d&#x26;e&copy;'), 'http://a/?b=1&c=2&d&e&copy;');
  });

  it('have tokens of their own, except a URL that is cut', () => {
    const tokens = urlTokens([{ kind: 'string', text: '"http://a/?b&amp;c"' }], true);
    assert.deepEqual(tokens, [
      { kind: 'string', text: '"' },
      { kind: 'string', text: 'http://a/?b&amp;c', url: 'http://a/?b&c' },
      { kind: 'string', text: '"' },
    ]);
    const long = `http://a/${'b'.repeat(6000)}`;
    assert.deepEqual(urlTokens([{ kind: 'plain', text: long }], false), [{ kind: 'plain', text: long }]);
  });
});
