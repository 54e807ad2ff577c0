import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonToValue, parseJson, readJson } from '../../src/base/json/json.ts';
import { valueToJson } from '../../src/base/values/value.ts';
import { growsLinearly } from '../support/growsLinearly.ts';
import { runs } from '../support/runs.ts';

// In the manner of JSONTestSuite: y must be read, n must be refused.
const y = [
  '0', '-0', '1', '-1', '123.456', '1e3', '1E+3', '1e-3', '-1.5E10', '20e1', '""', '"a"', '"\\u0000"', '"\\ud834\\udd1e"', '"\\ud800"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\u007f"', '"\u2028"', '"é"', 'true', 'false', 'null', '[]', '[[]]', '[1,2]', '[ 1 , 2 ]', '{}', '{"a":1}', '{"":0}',
  '{"a":1,"a":2}', '{"a":{"b":[]}}', ' \t\r\n1\t\r\n ', '[null,1,"1",{}]', '\ufeff[1]',
]; // prettier-ignore
const n = [
  '', ' ', '01', '-', '-01', '+1', '1.', '.1', '1e', '1e+', '0x1', '1_000', 'NaN', 'Infinity', '-Infinity', 'nul', 'nulll', 'True', 'undefined',
  '"', '"a', "'a'", '"\\x"', '"\\u12"', '"\\u12G4"', '"\\', '"\t"', '"\n"', '"\u0000"', '[', ']', '[1', '[1,', '[1,]', '[,1]', '[1 2]', '[1,,2]',
  '{', '}', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}', "{'a':1}", '{1:1}', '{"a" 1}', '{,}', '1 2', '[]]', '{}x', '// c\n1', '/* c */1',
  '\u00a01', '\u20281', '[1]\ufeff', '\ufeff\ufeff1', 'a', '*', '{"a":/**/1}', '["\u001f"]',
]; // prettier-ignore

describe('the JSON reader', () => {
  for (const text of y) {
    it(`reads ${JSON.stringify(text)} as JSON.parse does`, () => {
      const result = readJson(text);
      assert.ok(result.ok);
      assert.deepEqual(JSON.parse(valueToJson(jsonToValue(result.node))), JSON.parse(text.replace('\ufeff', '')));
    });
  }

  for (const text of n) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      const result = readJson(text);
      assert.ok(!result.ok);
      assert.ok(result.problem.offset >= 0 && result.problem.offset <= text.length);
    });
  }

  it('agrees with JSON.parse on any text', () => {
    const tokens = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '.5', 'e1', 'true', 'null', ' ', '\\', 'x'),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          tokens.map((t) => t.join('')),
          fc.json(),
        ),
        (text) => {
          let right = true;
          try {
            JSON.parse(text);
          } catch {
            right = false;
          }
          assert.equal(readJson(text).ok, right);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('reports the offset and the reason of an error', () => {
    for (const [text, offset, message] of [
      ['{"a": 1,}', 8, 'a key in double quotes is missing'],
      ['{"a": nope}', 6, '"n" does not begin a value'],
      ['["a', 1, 'the string that begins here is not closed'],
      ['["a\nb"]', 3, 'a line break or control character in a string'],
      ['[1 2]', 3, 'a comma or ] is missing'],
      ['{"a" 1}', 5, 'a colon is missing after the key'],
      ['{"a":1 "b"}', 7, 'a comma or } is missing'],
      ['["\\x"]', 2, 'not an escape of JSON'],
      ['1 2', 2, 'text after the end of the value'],
      ['[1,', 3, 'a value is missing at the end'],
    ] as const) {
      assert.deepEqual(readJson(text), { ok: false, problem: { offset, message } });
    }
  });

  it('returns the range of each part', () => {
    const text = ' {"a": [1, "x"]}';
    const result = readJson(text);
    assert.ok(result.ok && result.node.kind === 'object');
    const [member] = result.node.members;
    assert.equal(text.slice(result.node.range.start, result.node.range.end), '{"a": [1, "x"]}');
    assert.equal(text.slice(member?.keyRange.start, member?.keyRange.end), '"a"');
    assert.equal(text.slice(member?.value.range.start, member?.value.range.end), '[1, "x"]');
  });

  it('keeps every digit, the order of keys, and keys such as __proto__', () => {
    const text = '{"b":1.0,"2":12345678901234567890,"1":0.1000000000000000055,"__proto__":{"x":1},"constructor":[]}';
    assert.equal(valueToJson(parseJson(text) ?? null), text);
    assert.equal(({} as { x?: unknown }).x, undefined);
  });

  it('uses the last value of a repeated key, at its first position', () =>
    assert.equal(valueToJson(parseJson('{"a":1,"b":2,"a":3}') ?? null), '{"a":3,"b":2}'));

  it('reads 2,000 levels and refuses more, without exhausting the stack', () => {
    assert.ok(readJson('['.repeat(2000) + ']'.repeat(2000)).ok);
    for (const open of ['[', '{"a":', '[{"a":']) {
      const result = readJson(open.repeat(1_000_000));
      assert.ok(!result.ok);
      assert.match(result.problem.message, /more than 2000 levels deep/);
    }
  });

  for (const piece of ['[', '{"a":', '"a', '\\"', '[1,', '{"a":1,', ' ', '-', '1', '"\\u0041', 'null,'])
    it(`is linear: ${piece} again and again`, () => {
      growsLinearly((k) => piece.repeat(k), readJson, piece.length);
      growsLinearly((k) => `["${piece.repeat(k)}`, readJson, piece.length);
    });
});
