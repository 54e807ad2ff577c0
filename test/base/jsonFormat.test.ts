import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { formatJson } from '../../src/base/json/jsonFormat.ts';
import { runs } from '../support/runs.ts';

/** The text without white space between tokens. */
function tokens(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (m) => (m.startsWith('"') ? m : ''));
}

describe('formatJson', () => {
  it('lays out objects and arrays with two spaces a level', () => {
    assert.equal(formatJson('{"a":[1,{"b":null}],"c":{}}'), '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {}\n}');
  });

  it('keeps numbers, escapes, duplicate keys and order as written', () => {
    const written = '{"big":123456789012345678901234567890,"e":1.50E+07,"u":"\\u00e9\\/","k":1,"k":2,"-0":-0}';
    assert.equal(tokens(formatJson(written)), written);
  });

  it('keeps empty containers on one line, whatever white space they hold', () => {
    assert.equal(formatJson('[ [ ] , {\n} ]'), '[\n  [],\n  {}\n]');
  });

  it('formats a scalar and drops a byte order mark', () => {
    assert.equal(formatJson('\ufeff "a" '), '"a"');
    assert.equal(formatJson('-0.0'), '-0.0');
  });

  for (const invalid of [
    '',
    ' ',
    '{',
    '[1',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{a:1}',
    '[1 2]',
    '01',
    '+1',
    '1.',
    '"a',
    '"\n"',
    '"\\x"',
    '"\\u12"',
    'nul',
    'truex',
    '[}',
    '{"a":1]',
    '1 2',
    '// c\n1',
    "'a'",
    ']',
    'NaN',
  ]) {
    it(`returns ${JSON.stringify(invalid)} unchanged`, () => assert.equal(formatJson(invalid), invalid));
  }

  it('accepts the same texts as JSON.parse, and never changes the value', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', ':', ',', '1', '-', '.', 'e', ' ', '\n', 'a', '\\', 'true', 'null') }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          assert.equal(formatJson(text), text);
          return;
        }
        const formatted = formatJson(text);
        assert.deepEqual(JSON.parse(formatted), parsed);
        assert.equal(tokens(formatted), tokens(text));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('formats output of JSON.stringify like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const compact = JSON.stringify(value);
        assert.equal(formatJson(compact), JSON.stringify(JSON.parse(compact), null, 2));
      }),
    );
  });

  it('supports 100,000 levels of nesting, with limited indentation', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const formatted = formatJson(deep);
    assert.equal(tokens(formatted), deep);
    assert.ok(formatted.length < deep.length * 100);
  });
});
