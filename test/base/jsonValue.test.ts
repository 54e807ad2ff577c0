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

  it('omits unwanted members, and still reports errors in them', () => {
    /** The value without members whose key begins with `x`, below lists only. */
    const without = (value: unknown, isBelowList = false): unknown => {
      if (Array.isArray(value)) return value.map((item) => without(item, true));
      if (!(value instanceof Map)) return value;
      const kept = [...(value as Map<string, unknown>)].filter(([key]) => !(isBelowList && key.startsWith('x')));
      return new Map(kept.map(([key, of]) => [key, without(of, isBelowList)]));
    };
    const isOmitted = (keys: readonly string[]): boolean => keys.slice(0, -1).includes('') && keys.at(-1)?.startsWith('x') === true;
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }).map((v) =>
          JSON.stringify(v, (_, of: unknown) => of, 1)
            .replaceAll('""', '"k"')
            .replaceAll(/"([a-f])/g, '"x$1'),
        ),
        fc.nat(),
        (text, at) => {
          const [all, some] = [readJsonValue(text), readJsonValue(text, isOmitted)];
          assert.ok(all.ok && some.ok, text);
          assert.deepEqual(some.value, without(all.value));
          const cut = text.slice(0, at % (text.length + 1));
          assert.equal(readJsonValue(cut).ok, readJsonValue(cut, isOmitted).ok);
        },
      ),
      { numRuns: runs(500) },
    );
    assert.deepEqual(readJsonValue('[{"x": [1, {"y": tru}]}]', isOmitted), readJsonValue('[{"x": [1, {"y": tru}]}]'));
    const deep = `[{"x": ${'['.repeat(2100)}${']'.repeat(2100)}}]`;
    assert.deepEqual(readJsonValue(deep, isOmitted), readJsonValue(deep));
  });
});
