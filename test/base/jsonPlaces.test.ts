import assert from 'node:assert/strict';
import { readJson } from '../../src/base/json/json.ts';
import { placesOf, readPlacePath } from '../../src/base/json/jsonPlaces.ts';

const text = '{"id": 1, "a": {"b": [{"id": 2}, {"id": {"id": 3}}], "0": "zero"}, "$ref": 4, "it\'s": 5}';

function found(path: string): readonly string[] {
  const json = readJson(text);
  const read = readPlacePath(path, 0);
  assert.ok(json.ok && read?.end === path.length, path);
  return placesOf(json.node, read.path).map(({ start, end }) => text.slice(start, end));
}

describe('a path into JSON', () => {
  it('leads to a member, an element, each child and any depth', () => {
    assert.deepEqual(found('id'), ['1']);
    assert.deepEqual(found('$.a.b[0].id'), ['2']);
    assert.deepEqual(found("$['a']['b'][0]['id']"), ['2']);
    assert.deepEqual(found('a.b[*].id'), ['2', '{"id": 3}']);
    assert.deepEqual(found('a.*[0].id'), ['2']);
    assert.deepEqual(found('$..id'), ['1', '2', '{"id": 3}', '3']);
    assert.deepEqual(found('a..b[1]'), ['{"id": {"id": 3}}']);
    assert.deepEqual(found('a["0"]'), ['"zero"']);
    assert.deepEqual(found('a[0]'), ['"zero"'], 'a key may be a number');
    assert.deepEqual(found('$ref'), ['4'], 'a name may begin with the sign of the root');
    assert.deepEqual(found("['it\\'s']"), ['5']);
    assert.deepEqual(found('["\\u0069d"]'), ['1'], 'a key in double quotes is a JSON string');
    assert.deepEqual(found('no.such.name'), []);
  });

  it('is undefined for a path that matches nothing', () => {
    for (const path of ['', '$', '$..', 'a..', '.', '[x]', '"a"', '["\\q"]', '["\\u12"]', '["a\tb"]'])
      assert.equal(readPlacePath(path, 0), undefined, path);
  });
});
