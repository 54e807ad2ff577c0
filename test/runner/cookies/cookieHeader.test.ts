import assert from 'node:assert/strict';
import { withCookies } from '../../../src/runner/cookies/cookieHeader.ts';
import type { KeptCookie } from '../../../src/runner/cookies/cookieTypes.ts';
import type { Header } from '../../../src/language/index.ts';

const flags = {
  domain: 'h',
  hostOnly: true,
  path: '/',
  secure: false,
  httpOnly: false,
  sameSite: undefined,
  expires: undefined,
  hides: [],
};
const jar: readonly KeptCookie[] = [
  { ...flags, name: 'a', value: '0' },
  { ...flags, name: 'b', value: '2=3' },
];

describe('the Cookie header', () => {
  for (const [title, written, expected] of [
    [
      'comes after the author’s headers',
      [['X-A', '1']],
      [
        ['X-A', '1'],
        ['Cookie', 'a=0; b=2=3'],
      ],
    ],
    [
      'has what the author writes first, and each name once',
      [
        ['cookie', 'a=1'],
        ['X-A', '1'],
      ],
      [
        ['cookie', 'a=1; b=2=3'],
        ['X-A', '1'],
      ],
    ],
    ['ends no pair twice', [['Cookie', ' c=1 ; ']], [['Cookie', 'c=1 ; a=0; b=2=3']]],
    [
      'of two that the author writes takes them to the last',
      [
        ['Cookie', 'a=1'],
        ['Cookie', 'b'],
      ],
      [
        ['Cookie', 'a=1'],
        ['Cookie', 'b'],
      ],
    ],
    ['stays as it is where all names are written', [['Cookie', 'b=9;a=8']], [['Cookie', 'b=9;a=8']]],
    ['that is empty keeps all back', [['Cookie', ' ']], [['Cookie', ' ']]],
  ] as const satisfies readonly (readonly [string, readonly Header[], readonly Header[]])[]) {
    it(title, () => assert.deepEqual(withCookies(written, jar), expected));
  }

  it('is not there without cookies', () => assert.deepEqual(withCookies([], []), []));
});
