import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { CountedEvents, StreamFacts, StreamToPanel } from '../../../src/protocol/streamMessages.ts';
import { EventsView, isFiltering } from '../../../src/panel/model/stream/eventsView.ts';
import { FoundRows } from '../../../src/panel/model/rows/foundRows.ts';
import { JoinedText } from '../../../src/panel/model/stream/joinedText.ts';
import { rateOf, rateWidth } from '../../../src/panel/model/stream/rate.ts';
import { factsOf } from '../../../src/panel/model/stream/streamFacts.ts';
import { TextLines } from '../../../src/panel/model/text/textLines.ts';
import { costsNoMore } from '../../support/growsLinearly.ts';

const facts: StreamFacts = {
  format: 'openai-chat',
  path: 'choices[0].delta.content',
  source: 'known',
  usage: null,
  finishReason: null,
  events: 0,
  firstEventAt: null,
  firstTextAt: null,
  lastAt: null,
  eventsPerSecond: null,
  cut: false,
};

describe('the lines of a text that grows', () => {
  const all = (lines: TextLines): readonly string[] => Array.from({ length: lines.count }, (_, i) => lines.get(i));

  it('are those of the whole text, however it grew and was taken back', () => {
    const step = fc.record({ keep: fc.nat(60), text: fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' '), maxLength: 12 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const lines = new TextLines();
        let text = '';
        for (const { keep, text: piece } of steps) {
          const kept = Math.min(keep, text.length);
          text = text.slice(0, kept) + piece;
          lines.replace(kept, piece);
          assert.deepEqual(all(lines), text.split('\n'));
        }
      }),
    );
  });

  it('are cut where one has no end, at a blank, and nothing of it is lost', () => {
    const lines = new TextLines();
    const words = 'word '.repeat(2000);
    for (let at = 0; at < words.length; at += 7) lines.replace(at, words.slice(at, at + 7));
    lines.replace(words.length, '🎈'.repeat(3000));
    const shown = all(lines);
    assert.equal(shown.join(''), words + '🎈'.repeat(3000));
    assert.ok(shown.every((line) => line.length <= 2000 && line.isWellFormed()));
    assert.ok(shown[0]?.endsWith(' '));
  });

  for (const [name, piece] of [
    ['with blanks', 'word '],
    ['without blanks', 'letters'],
  ] as const)
    it(`take time linear in the length of a line ${name}`, () => {
      const split = (length: number) => (): void => new TextLines().replace(0, piece.repeat(length / piece.length));
      costsNoMore(split(1_000_000), split(62_500), 100);
    });
});

describe('the joined text of a stream on the page', () => {
  const reported = (members: Partial<Extract<StreamToPanel, { type: 'streamText' }>>): Extract<StreamToPanel, { type: 'streamText' }> => ({
    type: 'streamText',
    runId: 'r',
    text: { keep: 0, text: '' },
    reasoning: { keep: 0, text: '' },
    toolCalls: [],
    facts,
    behind: 0,
    ...members,
  });

  it('adds new parts, replaces its end, and updates changed calls', () => {
    const joined = new JoinedText();
    const call = { index: 0, id: 'a', name: 'x', arguments: '{', size: 1 };
    joined.take(reported({ text: { keep: 0, text: 'my tops' }, toolCalls: [call] }));
    joined.take(reported({ text: { keep: 3, text: '•••' }, reasoning: { keep: 0, text: 'hm' }, toolCalls: [{ ...call, index: 1 }] }));
    joined.take(reported({ text: { keep: 6, text: '\nnext' }, toolCalls: [{ ...call, arguments: '{}', size: 2 }] }));
    assert.equal(joined.text, 'my •••\nnext');
    assert.equal(joined.lines.get(1), 'next');
    assert.deepEqual(
      joined.toolCalls.map((c) => c.arguments),
      ['{}', '{'],
    );
    joined.clear();
    assert.deepEqual([joined.text, joined.lines.count, joined.facts], ['', 1, null]);
  });

  it('has the numbers that are known', () => {
    const known = { ...facts, events: 1234, usage: { input: 5, output: 100, total: null }, firstTextAt: 1000, lastAt: 3000 };
    assert.deepEqual(factsOf(known, true), [
      ['first text', '1.00 s'],
      ['events', '1,234'],
      ['tokens/s', '50'],
      ['tokens in', '5'],
      ['tokens out', '100'],
    ]);
    assert.deepEqual(factsOf(facts, true), [['events', '0']]);
  });

  it('has no times and events of a response that was not streamed', () => {
    const known = {
      ...facts,
      events: 1,
      usage: { input: 5, output: 100, total: null },
      firstEventAt: 900,
      firstTextAt: 1000,
      lastAt: 1000,
    };
    assert.deepEqual(factsOf(known, false), [
      ['tokens in', '5'],
      ['tokens out', '100'],
    ]);
  });
});

describe('the view of a stream', () => {
  it('keeps the rows there were, shows how many arrived since, and continues', () => {
    const view = new EventsView(null, () => undefined);
    view.pause(true, 10, 10);
    assert.deepEqual([view.rowsOf(25), view.newOnes(25)], [10, 15]);
    view.setFilter({ types: ['a'], query: null, comments: false });
    assert.equal(view.rowsOf(3), 3);
    view.counted(4);
    assert.equal(view.rowsOf(9), 4);
    view.pause(false, 0, 0);
    assert.equal(view.rowsOf(25), 25);
  });

  it('filters where anything is not as at first', () => {
    const none = { types: null, query: null, comments: false };
    assert.ok(!isFiltering(none));
    assert.ok(isFiltering({ ...none, comments: true }));
    assert.ok(isFiltering({ ...none, types: [] }));
  });

  it('requests rows that a filter has found, as more are found too', () => {
    const found = new FoundRows(1, { types: null, query: null, comments: true });
    found.total = 30;
    assert.deepEqual(found.want(0, 40), [{ start: 0, count: 30 }]);
    found.put(
      0,
      Array.from({ length: 30 }, (_, i) => ({ kind: 'comment' as const, at: i, text: `c${i}`, before: i, marks: [] })),
    );
    found.total = 45;
    assert.deepEqual(found.want(0, 44), [{ start: 30, count: 15 }]);
    assert.equal(found.get(3)?.kind, 'comment');
  });
});

describe('the rate of a stream', () => {
  it('is drawn and described in words, with gaps', () => {
    const stats: CountedEvents = {
      types: [],
      moreTypes: 0,
      counts: [1, 4, 0, 2],
      span: 500,
      start: 100,
      gaps: [{ index: 5, at: 1600 }],
      gapCount: 1,
      comments: 0,
    };
    const rate = rateOf(stats);
    assert.equal(rate.words, 'Events over 2.00 s: at most 8/s, 1 gap');
    assert.deepEqual(rate.gaps, [12]);
    assert.match(rate.area, /^M0 20L.*Z$/);
  });

  it('is no block where the stream was short', () => {
    const none = { types: [], moreTypes: 0, gaps: [], gapCount: 0, comments: 0 };
    const right = ({ area }: { readonly area: string }) => Math.max(...Array.from(area.matchAll(/[ML](\S+) /g), ([, x]) => Number(x)));
    assert.equal(right(rateOf({ ...none, counts: [60], span: 100, start: 0 })), rateWidth / 30);
    assert.equal(right(rateOf({ ...none, counts: Array.from({ length: 60 }, () => 1), span: 100, start: 0 })), rateWidth);
  });
});
