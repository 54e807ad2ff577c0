import assert from 'node:assert/strict';
import { closest } from '../../src/base/text/closest.ts';

describe('the closest name', () => {
  for (const [name, known, meant] of [
    ['emial', ['email', 'name'], 'email'],
    ['hosst', ['host', 'port'], 'host'],
    ['HOST', ['host', 'most'], 'host'],
    ['usrId', ['userId', 'username'], 'userId'],
    ['idd', ['id'], 'id'],
    ['host', ['post', 'most'], 'post'],
    ['host', ['host'], undefined],
    ['host', ['completely', 'different'], undefined],
    ['host', [], undefined],
    ['x', ['y', 'xy', 'id'], undefined],
    ['x', ['X'], 'X'],
    ['emial', ['emal', 'EMIAL'], 'EMIAL'],
    ['abcdefghi', ['abcdefxyz', 'abcdefgih', 'abcdefghj'], 'abcdefgih'],
    ['größee', ['höhe', 'größe'], 'größe'],
    ['', ['a'], undefined],
  ] as const) {
    it(`to "${name}" among ${known.join(', ') || 'nothing'} is ${meant ?? 'none'}`, () => assert.equal(closest(name, known), meant));
  }

  it('is looked for among the first thousand: a file may lack as many names as it defines', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `v${i}`);
    assert.equal(closest('emial', [...many.slice(0, 900), 'email', ...many]), 'email');
    assert.equal(closest('emial', [...many, 'email']), undefined);
  });
});
