import assert from 'node:assert/strict';
import { hasUrl, isUrlToken, urlsInHeader } from '../../../src/panel/model/urlsIn.ts';

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
});
