import assert from 'node:assert/strict';
import { normalizedPath } from '../../src/base/values/nodePath.ts';
import { HiddenParts } from '../../src/body/lines/hiddenParts.ts';
import { JsonIndex } from '../../src/body/json/jsonIndex.ts';
import { pathOf } from '../../src/body/json/jsonNodes.ts';
import { Evaluation } from '../../src/base/jsonPath/evaluatePath.ts';
import { parsePath } from '../../src/base/jsonPath/parsePath.ts';
import { JsonByteTree } from '../../src/body/json/jsonByteTree.ts';
import { shownText } from '../../src/body/json/nodeFacts.ts';

interface Chosen {
  readonly path: string;
  readonly text: string;
}

function choose(path: string, text: string, secrets: readonly string[] = []): readonly Chosen[] {
  const parsed = parsePath(path);
  assert.ok(parsed.ok, `${path}: ${parsed.ok ? '' : parsed.message}`);
  const bytes = Buffer.from(text);
  const index = new JsonIndex(bytes);
  index.scan(Infinity);
  assert.equal(index.state, 'whole');
  const hidden = new HiddenParts(bytes, secrets);
  const shown = (start: number, end: number): string => shownText(hidden, start, end);
  const found: Chosen[] = [];
  new Evaluation(new JsonByteTree(index, hidden), { goOn: () => true }).run(parsed.query, (place) => {
    found.push({ path: normalizedPath(pathOf(index, place, shown)), text: bytes.subarray(place.start, place.end).toString() });
    return true;
  });
  return found;
}

const texts = (path: string, json: string): readonly string[] => choose(path, json).map(({ text }) => text);

/** From RFC 9535: the document, then queries with their results. */
const store =
  '{"store":{"book":[{"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95},{"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99},{"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99},{"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99}],"bicycle":{"color":"red","price":399}}}';
const filters = '{"a":[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],"o":{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}},"e":"f"}';
const letters = '["a","b","c","d","e","f","g"]';

const cases: readonly (readonly [json: string, path: string, ...expected: readonly string[]])[] = [
  ['{"k":"v"}', '$', '{"k":"v"}'],
  ['{"o":{"j j":{"k.k":3}},"\'":{"@":2}}', "$.o['j j']['k.k']", '3'],
  ['{"o":{"j j":{"k.k":3}},"\'":{"@":2}}', '$["\'"]["@"]', '2'],
  ['{"o":{"j":1,"k":2},"a":[5,3]}', '$[*]', '{"j":1,"k":2}', '[5,3]'],
  ['{"o":{"j":1,"k":2},"a":[5,3]}', '$.o[*, *]', '1', '2', '1', '2'],
  ['["a","b"]', '$[-2]', '"a"'],
  ['["a","b"]', '$[2]'],
  [letters, '$[1:3]', '"b"', '"c"'],
  [letters, '$[5:]', '"f"', '"g"'],
  [letters, '$[1:5:2]', '"b"', '"d"'],
  [letters, '$[5:1:-2]', '"f"', '"d"'],
  [letters, '$[::-1]', '"g"', '"f"', '"e"', '"d"', '"c"', '"b"', '"a"'],
  [letters, '$[::0]'],
  [letters, '$[0, 3, 0:2]', '"a"', '"d"', '"a"', '"b"'],
  [filters, "$.a[?@.b == 'kilo']", '{"b":"kilo"}'],
  [filters, "$.a[?(@.b == 'kilo')]", '{"b":"kilo"}'],
  [filters, '$.a[?@>3.5]', '5', '4', '6'],
  [filters, '$.a[?@.b]', '{"b":"j"}', '{"b":"k"}', '{"b":{}}', '{"b":"kilo"}'],
  [filters, '$[?@[?@.b]]', '[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]'],
  [filters, '$.o[?@<3, ?@<3]', '1', '2', '1', '2'],
  [filters, '$.a[?@<2 || @.b == "k"]', '1', '{"b":"k"}'],
  [filters, '$.a[?match(@.b, "[jk]")]', '{"b":"j"}', '{"b":"k"}'],
  [filters, '$.a[?search(@.b, "[jk]")]', '{"b":"j"}', '{"b":"k"}', '{"b":"kilo"}'],
  [filters, '$.o[?@>1 && @<4]', '2', '3'],
  [filters, '$.o[?@.u || @.x]', '{"u":6}'],
  [filters, '$.a[?@.b == $.x]', '3', '5', '1', '2', '4', '6'],
  [filters, '$.a[?@ == @]', '3', '5', '1', '2', '4', '6', '{"b":"j"}', '{"b":"k"}', '{"b":{}}', '{"b":"kilo"}'],
  ['{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}', '$..j', '1', '4'],
  ['{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}', '$..[0]', '5', '{"j":4}'],
  ['{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}', '$.a..[0, 1]', '5', '3', '{"j":4}', '{"k":6}'],
  ['{"a":null,"b":[null],"c":[{}],"null":1}', '$.b[?@==null]', 'null'],
  ['{"a":null,"b":[null],"c":[{}],"null":1}', '$.c[?@.d==null]'],
  ['{"a":null,"b":[null],"c":[{}],"null":1}', '$.null', '1'],
  [store, '$.store.book[*].author', '"Nigel Rees"', '"Evelyn Waugh"', '"Herman Melville"', '"J. R. R. Tolkien"'],
  [store, '$.store..price', '8.95', '12.99', '8.99', '22.99', '399'],
  [store, '$..book[?@.isbn].title', '"Moby Dick"', '"The Lord of the Rings"'],
  [store, '$..book[?@.price<10].title', '"Sayings of the Century"', '"Moby Dick"'],
  [store, '$..book[?count(@.*) > 4 && length(@.title) < 10].price', '8.99'],
  [store, '$.store[?value(@..color) == "red"].price', '399'],
  ['"x"', '$', '"x"'],
  ['[]', '$..*'],
];

describe('a JSONPath query', () => {
  for (const [json, path, ...expected] of cases) {
    it(`${path} selects the values of RFC 9535 in ${json.slice(0, 40)}`, () => {
      assert.deepEqual(texts(path, json), expected);
    });
  }

  it('selects each of several members with one name, and shows every token as received', () => {
    const json = '{"a": 1.0, "\\u0061": 12345678901234567890, "a":-0}';
    assert.deepEqual(texts('$.a', json), ['1.0', '12345678901234567890', '-0']);
  });

  it('compares numbers by all their digits', () => {
    const json = '[9007199254740992, 9007199254740993, 9007199254740994, 5, 5.0, 0.1000000000000000055511151231257827]';
    assert.deepEqual(texts('$[?@ == 9007199254740993]', json), ['9007199254740993']);
    assert.deepEqual(texts('$[?@ > 9007199254740993]', json), ['9007199254740994']);
    assert.deepEqual(texts('$[?@ == 5]', json), ['5', '5.0']);
    assert.deepEqual(texts('$[?@ > 0.1 && @ < 1]', json), ['0.1000000000000000055511151231257827']);
  });

  it('returns the path of each value', () => {
    const json = '{"items":[{"id":1},{"it\'s":[true,{"id":2}]}],"a\\nb":{"id":3}}';
    assert.deepEqual(
      choose('$..id', json).map(({ path }) => path),
      ["$['items'][0]['id']", "$['items'][1]['it\\'s'][1]['id']", "$['a\\nb']['id']"],
    );
    assert.deepEqual(
      choose('$.items[1].*[0]', json).map(({ path }) => path),
      ["$['items'][1]['it\\'s'][0]"],
    );
  });

  it('cannot be used to guess a secret', () => {
    const json = '{"token":"hush-hush","hush-hush":1}';
    const guess = (path: string): number => choose(path, json, ['hush-hush']).length;
    assert.deepEqual(
      ['$[?@ == "hush-hush"]', '$[?match(@, "hush.*")]', '$["hush-hush"]', '$[?length(@) == 9]', '$[?@ > "hush"]'].map(guess),
      [0, 0, 0, 0, 1],
    );
    assert.equal(guess('$.token'), 1);
  });

  it('stops when its result is no longer needed', () => {
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 50_000 }, (_, i) => i)));
    const index = new JsonIndex(bytes);
    index.scan(Infinity);
    const parsed = parsePath('$[?@ >= 0]');
    assert.ok(parsed.ok);
    let found = 0;
    const isWhole = new Evaluation(new JsonByteTree(index, new HiddenParts(bytes, [])), { goOn: () => false }).run(
      parsed.query,
      () => ++found > 0,
    );
    assert.equal(isWhole, false);
    assert.ok(found < 10_000, String(found));
  });

  for (const [path, offset, message] of [
    ['', 0, /the \$/],
    ['a', 0, /the \$/],
    [' $', 0, /the \$/],
    ['$ ', 1, /continues with/],
    ['$.', 2, /name or \*/],
    ['$..', 3, /name or \*/],
    ['$.1', 2, /name or \*/],
    ['$[]', 2, /index/],
    ['$[0', 3, /\] is missing at the end/],
    ['$[01]', 2, /leading zeros/],
    ['$[-0]', 2, /-0/],
    ['$[9007199254740992]', 2, /too large/],
    ["$['a", 2, /not closed/],
    ["$['\\x']", 3, /escape/],
    ["$['\\ud800']", 2, /surrogate/],
    ['$[?@.a =]', 7, /\] is missing/],
    ['$[?1]', 3, /neither true nor false/],
    ['$[?@.* == 1]', 3, /one value/],
    ['$[?!@.a == 1]', 4, /parentheses/],
    ['$[?foo(@)]', 3, /no function foo/],
    ['$[?length(@)]', 3, /must be compared/],
    ['$[?match(@.a, "x") == true]', 3, /cannot be compared/],
    ['$[?count(1) == 1]', 9, /a path is expected/],
    ['$[?length(@, 1) == 1]', 13, /1 argument/],
    ['$[?match(@)]', 10, /2 arguments/],
    [`$[?${'('.repeat(300)}`, 203, /too deeply/],
  ] as const) {
    it(`reports the place and reason of an invalid query: ${path.slice(0, 30)}`, () => {
      const parsed = parsePath(path);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, message);
      assert.equal(parsed.offset, offset);
    });
  }
});
