import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decodeValue, encodeValue, type EncodedValue } from '../../src/base/values/valueCodec.ts';
import { typeOfValue } from '../../src/base/values/value.ts';
import { anyValue } from '../support/value.ts';

describe('an encoded value', () => {
  it('survives JSON text, with its type, order and every digit', () => {
    fc.assert(
      fc.property(anyValue, (v) => {
        const back = decodeValue(JSON.parse(JSON.stringify(encodeValue(v))) as EncodedValue);
        assert.deepEqual(back, v);
        assert.equal(typeOfValue(back), typeOfValue(v));
      }),
    );
  });

  it('keeps minus zero', () => assert.ok(Object.is(decodeValue(encodeValue(-0)), -0)));

  for (const wrong of [
    undefined,
    {},
    { a: 1 },
    { $date: 'soon' },
    { $bigint: '1.5' },
    { $bigint: '' },
    { $number: 'NaN' },
    { $number: '1e' },
    { $object: {} },
    Number.NaN,
    Number.POSITIVE_INFINITY,
    () => 1,
  ]) {
    it(`is not ${typeof wrong === 'object' ? JSON.stringify(wrong) : String(wrong)}`, () =>
      assert.throws(() => decodeValue(wrong as unknown as EncodedValue), TypeError));
  }
});
