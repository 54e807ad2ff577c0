import assert from 'node:assert/strict';
import { editTextOf, jsonOrTyped, readingOf, readTyped } from '../../src/base/values/typedValue.ts';
import { typeOfValue, valueToText, type Value } from '../../src/base/values/value.ts';

describe('a value that is edited', () => {
  it('is the same, of the same type, when its text is not touched', () => {
    const object = new Map<string, Value>([
      ['b', 1],
      ['a', [null, true, { numberText: '1.0' }]],
      ['__proto__', 'x'],
    ]);
    for (const value of [
      '5',
      '',
      '"quoted"',
      '{}',
      5,
      -0,
      1.5,
      10n ** 40n,
      { numberText: '0.10' },
      true,
      null,
      new Date(5),
      object,
      [] as Value,
    ]) {
      const read = readTyped(editTextOf(value), readingOf(value));
      assert.ok(read.ok);
      assert.equal(typeOfValue(read.value), typeOfValue(value));
      assert.equal(valueToText(read.value), valueToText(value));
    }
  });

  it('reports the error of an invalid value', () => {
    for (const [text, reading, expected] of [
      ['{"a": }', 'json', /not JSON.*double quotes/],
      ['word', 'json', /not JSON/],
      ['', 'json', /not JSON/],
      ['soon', 'date', /not a date/],
      ['2026-13-45', 'date', /not a date/],
    ] as const) {
      const read = readTyped(text, reading);
      assert.match(read.ok ? '' : read.message, expected);
    }
  });

  it('is JSON where it is typed as JSON, but for quoted texts', () => {
    const cases: readonly (readonly [string, Value])[] = [
      ['5', 5],
      ['[1]', [1]],
      ['null', null],
      ['word', 'word'],
      ['"word"', '"word"'],
      ['', ''],
    ];
    for (const [text, value] of cases) {
      assert.deepEqual(jsonOrTyped(text), value);
      assert.deepEqual(readTyped(text, 'either'), { ok: true, value });
    }
    assert.deepEqual(readTyped(' 2026-01-31 ', 'date'), { ok: true, value: new Date('2026-01-31') });
  });
});
