import assert from 'node:assert/strict';
import { briefly, consoleRows, levels, membersOf, valuesOf } from '../../../src/panel/model/rows/consoleRows.ts';
import type { ConsoleLine } from '../../../src/panel/model/runModel.ts';

const line = (text: string, level: ConsoleLine['level'] = 'log', more: Partial<ConsoleLine> = {}): ConsoleLine => ({
  at: 1,
  level,
  text,
  ...more,
});

describe('the rows of the console', () => {
  const all = new Set(levels);

  it('count repeated messages, from the same place and with the same values', () => {
    const place = { file: '/a.req', line: 3 };
    const lines = [
      line('a'),
      line('a'),
      line('a', 'warn'),
      line('a', 'warn', { place }),
      line('a', 'warn', { place, values: '[1]' }),
      line('b'),
    ];
    assert.deepEqual(
      consoleRows(lines, 10, all).map(({ count, index, line: { text } }) => `${index} ${text} ×${count}`),
      ['10 a ×2', '12 a ×1', '13 a ×1', '14 a ×1', '15 b ×1'],
    );
  });

  it('are those of the levels shown, independent of the others between them', () => {
    const lines = [line('a'), line('x', 'error'), line('a')];
    assert.deepEqual(
      consoleRows(lines, 0, new Set(['log'])).map(({ count }) => count),
      [2],
    );
    assert.deepEqual(consoleRows(lines, 0, new Set()), []);
  });

  it('unfold objects and arrays, with unchanged values', () => {
    const [value] =
      valuesOf(
        line('', 'log', { values: '[{"$object":[["a",[1,2]],["n",{"$bigint":"9"}],["d",{"$date":"2026-01-01T00:00:00.000Z"}]]}]' }),
      ) ?? [];
    assert.ok(value !== undefined);
    assert.equal(briefly(value), '{ a, n, d }');
    assert.deepEqual(
      membersOf(value)?.map((m) => `${m.key}: ${briefly(m.value)}`),
      ['a: […] 2', 'n: 9n', 'd: 2026-01-01T00:00:00.000Z'],
    );
    assert.equal(membersOf('text'), undefined);
    assert.equal(briefly('te"xt'), '"te\\"xt"');
    assert.equal(valuesOf(line('', 'log', { values: '•••' })), undefined);
  });
});
