import assert from 'node:assert/strict';
import { beginningOf, partsOf, placeholderOf, sizeOfValue, valueHolds } from '../../../../src/language/onDemand.ts';
import type { Value } from '../../../../src/base/values/value.ts';
import { toValue } from '../../../support/toValue.ts';
import { inspect } from '../../../support/inspect.ts';

describe('the parts of a value', () => {
  it('are its members in their order, with unchanged keys', () => {
    assert.deepEqual(partsOf(toValue({ b: 1, a: [2] })), [
      { kind: 'member', key: 'b', value: 1 },
      { kind: 'member', key: 'a', value: [2] },
    ]);
    assert.deepEqual(partsOf(['x']), [{ kind: 'member', key: 0, value: 'x' }]);
    for (const value of ['text', 5, 5n, null, true, new Date(0), [], new Map()]) assert.deepEqual(partsOf(value), []);
  });

  it('are ranges of ranges where there are many, so that a hundred at most unfold at once', () => {
    const array = Array.from({ length: 100_000 }, (_, i) => i);
    const object = new Map(array.map((i): [string, Value] => [`k${i}`, i]));
    for (const value of [array, object]) {
      let parts = partsOf(value);
      let levels = 1;
      assert.equal(parts.length, 10);
      for (let part = parts.at(-1); part?.kind === 'range'; part = parts.at(-1), levels++) {
        parts = partsOf(value, part);
        assert.ok(parts.length <= 100);
      }
      assert.equal(levels, 3);
      assert.deepEqual(parts.at(-1), { kind: 'member', key: value === array ? 99_999 : 'k99999', value: 99_999 });
      assert.equal(sizeOfValue(value), 100_000);
    }
    const odd = partsOf(array.slice(0, 250));
    assert.deepEqual(odd.at(-1), { kind: 'range', start: 200, end: 250 });
  });

  it('begin with as much text as is asked for, however large or deep the value is', () => {
    assert.equal(
      beginningOf(toValue({ a: ['x', 1.5, null], b: new Date(0) }), 1000),
      '{"a": ["x", 1.5, null], "b": 1970-01-01T00:00:00.000Z}',
    );
    let deep: Value = [];
    for (let i = 0; i < 10_000; i++) deep = [deep];
    for (const value of ['x'.repeat(10_000_000), Array.from({ length: 100_000 }, () => 'element'), deep]) {
      const text = beginningOf(value, 50);
      assert.ok(text.length >= 50 && text.length < 200, String(text.length));
    }
  });
});

describe('the content of a value', () => {
  const open = { mask: (text: string) => text.replaceAll('secret', '•••'), reach: 6 };

  it('is found in keys and texts at any depth', () => {
    let deep: Value = ['Needle'];
    for (let i = 0; i < 10_000; i++) deep = [deep];
    for (const value of [deep, toValue({ a: { NEEDLE: 1 } }), `${'x'.repeat(10_000_000)}needle`])
      assert.ok(valueHolds(value, 'needle', open));
    assert.ok(!valueHolds(toValue({ a: ['b'] }), 'needle', open));
    assert.ok(valueHolds(12345n, '234', open));
  });

  it('is not found where it is hidden', () => {
    assert.ok(!valueHolds('a secret b', 'ecre', open));
    assert.ok(valueHolds('a secret b', 'a ', open));
  });
});

describe('the placeholder of a part of a variable', () => {
  it('is written as a path, with quotes where a key needs them, and leads to that part', async () => {
    for (const [name, path, expected] of [
      ['user', [], '{{user}}'],
      ['user', ['tags', 0], '{{user.tags[0]}}'],
      ['user', ['a b', 'c-d', 'é'], '{{user["a b"].c-d.é}}'],
      ['user', ['', 'x"y', "it's", '__proto__'], '{{user[""]["x\\"y"]["it\'s"].__proto__}}'],
      ['list', [0, 1, 'k'], '{{list[0][1].k}}'],
      ['user.name', [], '{{user.name}}'],
      ['$secret.KEY', [], '{{$secret.KEY}}'],
    ] as const)
      assert.equal(placeholderOf(name, path), expected);
    const user = { 'a b': [{ 'x"y': { '}}': 'here', 0: 'zero' } }] };
    for (const [last, value] of [
      ['}}', 'here'],
      ['0', 'zero'],
    ] as const) {
      const sent = await inspect(`GET |http://x\n\n${placeholderOf('user', ['a b', 0, 'x"y', last])}\n`, { variables: { user } });
      assert.equal(sent.body(), value);
    }
  });

  it('is none where no placeholder can name it', () => {
    for (const name of ['a b', '0', '😀', 'a|upper', '']) assert.equal(placeholderOf(name, []), undefined, name);
    assert.equal(placeholderOf('user.name', ['x']), undefined);
  });
});
