import * as fc from 'fast-check';
import type { Value } from '../../src/base/values/value.ts';

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom('1.0', '0.1000000000000000055', '1e400', '123456789012345678901234567890.5').map((numberText) => ({ numberText })),
);

/** Any value with a little nesting, including keys that JavaScript objects would reorder or drop. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', '2', '1', 'constructor', 'a')), tie('value')), { maxLength: 4 })
      .map((entries) => new Map(entries)),
  ),
})).value;
