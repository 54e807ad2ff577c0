import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson } from '../../src/base/json/json.ts';
import {
  expandExponent,
  jsonPieces,
  numberFromToken,
  typeOfValue,
  valuesEqual,
  valueToJson,
  valueToText,
  type Value,
} from '../../src/base/values/value.ts';
import { toValue } from '../support/toValue.ts';
import { anyValue } from '../support/value.ts';

const at = new Date('2026-01-02T03:04:05.678Z');

describe('the text of a value', () => {
  for (const [value, text] of [
    ['', ''],
    ['Hello World', 'Hello World'],
    ['say "hi"', 'say "hi"'],
    [123, '123'],
    [99.99, '99.99'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e21, '1000000000000000000000'],
    [-1e21, '-1000000000000000000000'],
    [1e-7, '0.0000001'],
    [-1.5e-10, '-0.00000000015'],
    [1.2345e25, '12345000000000000000000000'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [-0, '-0'],
    [12345678901234567890n, '12345678901234567890'],
    [-1n, '-1'],
    [true, 'true'],
    [false, 'false'],
    [null, 'null'],
    [at, '2026-01-02T03:04:05.678Z'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ numberText: '1.0' }, '1.0'],
    [{ numberText: '1.50E+3' }, '1500'],
    [[], '[]'],
    [[1, [2, 'a']], '[1,[2,"a"]]'],
  ] as const) {
    it(`is ${text.length > 40 ? `${text.slice(0, 20)}…` : text}`, () => assert.equal(valueToText(value), text));
  }

  it('of an object is compact JSON with the same properties, order and nesting', () => {
    const value = toValue({ z: 1, a: { list: [true, null, 'x "y"'], none: {} }, big: 10n, tiny: 1e-7 });
    assert.equal(valueToText(value), '{"z":1,"a":{"list":[true,null,"x \\"y\\""],"none":{}},"big":10,"tiny":0.0000001}');
  });

  it('of an object has dates as quoted ISO text', () => {
    assert.equal(valueToText(toValue({ since: at, all: [at] })), `{"since":"${at.toISOString()}","all":["${at.toISOString()}"]}`);
  });

  it('keeps the position of keys that look like integers, and of __proto__', () => {
    const value = new Map<string, Value>([
      ['b', 1],
      ['2', 2],
      ['1', 3],
      ['__proto__', 4],
      ['constructor', 5],
    ]);
    assert.equal(valueToText(value), '{"b":1,"2":2,"1":3,"__proto__":4,"constructor":5}');
    assert.equal(valueToText(parseJson('{"b":1,"2":2,"1":3,"__proto__":4}') as Value), '{"b":1,"2":2,"1":3,"__proto__":4}');
  });

  it('is laid out with an indent when asked', () => {
    assert.equal(valueToJson(toValue({ a: [1, {}], b: [] }), 2), '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}');
  });

  it('never has an exponent, and means the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        const text = valueToText(n);
        assert.match(text, /^-?\d+(?:\.\d+)?$/);
        assert.ok(Object.is(Number(text), n));
      }),
    );
  });

  it('is JSON that reads back as the same value', () => {
    fc.assert(fc.property(anyValue, (v) => valuesEqual(parseJson(valueToJson(v)) as Value, dateless(v))));
  });
});

function dateless(v: Value): Value {
  if (v instanceof Date) return v.toISOString();
  if (Array.isArray(v)) return v.map(dateless);
  return v instanceof Map ? new Map([...(v as ReadonlyMap<string, Value>)].map(([k, x]) => [k, dateless(x)])) : v;
}

describe('a written number', () => {
  for (const [token, text] of [
    ['1', '1'],
    ['-0', '-0'],
    ['1.0', '1.0'],
    ['1e2', '100'],
    ['1E+2', '100'],
    ['1.5e1', '15'],
    ['1.25e1', '12.5'],
    ['-12e-1', '-1.2'],
    ['0e5', '0'],
    ['0.001e2', '0.1'],
    ['9007199254740993', '9007199254740993'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
  ] as const) {
    it(`${token} is inserted as ${text}`, () => assert.equal(valueToText(numberFromToken(token)), text));
  }

  it('with an absurd exponent stays as written and does not fill the memory', () => {
    assert.equal(valueToText(numberFromToken('1e999999999')), '1e999999999');
    assert.equal(expandExponent('1e-999999999'), '1e-999999999');
    assert.equal(valuesEqual(numberFromToken('1e999999999'), numberFromToken('1e999999998')), false);
  });

  it('of very many digits costs no more than its length', () => {
    const digits = '9'.repeat(5_000_000);
    assert.equal(valueToText(numberFromToken(digits)), digits);
  });
});

describe('two values', () => {
  for (const [a, b] of [
    [5, { numberText: '5.0' }],
    [5, 5n],
    [100, { numberText: '1e2' }],
    [0, -0],
    [{ numberText: '0.10' }, 0.1],
    [at, at.toISOString()],
    [
      [1, 'a'],
      [{ numberText: '1.0' }, 'a'],
    ],
    [toValue({ a: 1, b: 2 }), toValue({ b: 2, a: 1 })],
  ] as const) {
    it(`are equal: ${valueToJson(a)} and ${valueToJson(b)}`, () => {
      assert.ok(valuesEqual(a, b));
      assert.ok(valuesEqual(b, a));
    });
  }

  for (const [a, b] of [
    ['5', 5],
    ['true', true],
    [null, ''],
    [null, 0],
    [[], toValue({})],
    [[1], [1, 2]],
    [toValue({ a: 1 }), toValue({ a: 1, b: 2 })],
    [toValue({ a: null }), toValue({ b: null })],
    [10, 1],
    [100, 10],
  ] as const) {
    it(`are different: ${valueToJson(a)} and ${valueToJson(b)}`, () => {
      assert.ok(!valuesEqual(a, b));
      assert.ok(!valuesEqual(b, a));
    });
  }

  it('have types with common names', () => {
    assert.deepEqual(
      ['a', 1, 1n, { numberText: '1.0' }, true, null, at, [], new Map()].map((v) => typeOfValue(v as Value)),
      ['string', 'number', 'bigint', 'number', 'boolean', 'null', 'date', 'array', 'object'],
    );
  });
});

describe('the JSON of a value in pieces', () => {
  it('is the JSON of the value', () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(0, 2), (value, indent) => {
        assert.equal([...jsonPieces(value, indent)].join(''), valueToJson(value, indent));
      }),
    );
  });

  it('has no piece far longer than a part of a long text, and cuts no surrogate pair', () => {
    for (const shift of ['', 'x']) {
      const text = shift + '😀\0'.repeat(100_000);
      const pieces = [...jsonPieces(new Map([['a', [text]]]), 2)];
      assert.equal(pieces.join(''), valueToJson(new Map([['a', [text]]]), 2));
      assert.ok(pieces.every((piece) => piece.length < 500_000));
    }
  });
});
