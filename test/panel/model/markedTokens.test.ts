import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { stretchesOf, type Place } from '../../../src/panel/model/tokens/markedTokens.ts';
import type { TokenKind } from '../../../src/panel/model/tokens/textTokens.ts';

describe('matches in a line of tokens', () => {
  const mark = (start: number, end: number): Place => ({ start, end });
  const line = [
    { kind: 'key', text: '"a"' },
    { kind: 'punctuation', text: ': ' },
    { kind: 'number', text: '12' },
  ] as const;

  it('are one piece each, over as many tokens as they cover', () => {
    const [before, match, after] = stretchesOf(line, [mark(1, 6)], mark(1, 6));
    assert.equal(before?.marking, 'none');
    assert.equal(match?.marking, 'shown');
    assert.deepEqual(
      match.tokens.map(({ text }) => text),
      ['a"', ': ', '1'],
    );
    assert.deepEqual(after?.tokens, [{ kind: 'number', text: '2' }]);
  });

  it('stay apart where one begins as the other ends', () => {
    assert.deepEqual(
      stretchesOf(line, [mark(5, 6), mark(6, 7)], mark(6, 7)).map(({ marking, tokens }) => [
        marking,
        tokens.map(({ text }) => text).join(''),
      ]),
      [
        ['none', '"a": '],
        ['found', '1'],
        ['shown', '2'],
      ],
    );
  });

  it('leave the line’s text unchanged at all places', () => {
    const token = fc.record({ kind: fc.constantFrom<TokenKind>('plain', 'key', 'string'), text: fc.string({ maxLength: 6 }) });
    fc.assert(
      fc.property(fc.array(token), fc.array(fc.nat(40)), (tokens, places) => {
        const edges = places.toSorted((a, b) => a - b);
        const marks = edges.slice(1).flatMap((end, i) => (i % 2 === 0 ? [mark(edges[i] ?? 0, end)] : []));
        const text = tokens.map((each) => each.text).join('');
        const stretches = stretchesOf(tokens, marks, null);
        assert.equal(stretches.flatMap((stretch) => stretch.tokens.map((each) => each.text)).join(''), text);
        const within = marks.filter(({ start, end }) => start < end && start < text.length);
        assert.equal(stretches.filter(({ marking }) => marking === 'found').length, within.length);
      }),
    );
  });
});
