import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonToValue, readJson, readJsonValue } from '../../src/base/json/json.ts';
import { runs } from '../support/runs.ts';

describe('a JSON value without places', () => {
  const same = (text: string): void => {
    const [tree, value] = [readJson(text), readJsonValue(text)];
    if (tree.ok) assert.deepEqual(value, { ok: true, value: jsonToValue(tree.node) });
    else assert.deepEqual(value, tree);
  };

  it('is the value of the tree, with the order of keys and exact numbers', () => {
    for (const text of [
      '{"b": 1, "a": [1.10, 12345678901234567890, {}], "b": "\\u00e9"}',
      '[]',
      'null',
      '"x"',
      ' true ',
      '{"a": ',
      '[1,]',
      '',
      '"\\x"',
      `${'['.repeat(2100)}${']'.repeat(2100)}`,
    ])
      same(text);
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        same(text);
        // And a text that is cut.
        same(text.slice(0, at % (text.length + 1)));
      }),
      { numRuns: runs(500) },
    );
  });
});
