import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { FromPanel } from '../../src/protocol/messages.ts';
import { readFromPanel } from '../../src/protocol/readFromPanel.ts';

const valid: readonly FromPanel[] = [
  { type: 'ready', version: 1 },
  { type: 'cancel', runId: 'r1' },
  { type: 'sendAgain', runId: 'r1' },
  { type: 'wantLines', runId: 'r1', mode: 'pretty', start: 0, count: 200 },
  { type: 'wantPreview', runId: 'r1', part: 1, start: 4096, count: 1 << 20 },
  { type: 'openOutside', runId: 'r1', part: 0 },
  { type: 'copyBytes', runId: 'r1', start: 0, end: 16, as: 'hex' },
  { type: 'wantEvents', runId: 'r1', view: 0, start: 12_000, count: 100 },
  { type: 'showNewest', runId: 'r1', count: 30 },
  { type: 'endFilter', runId: 'r1' },
  { type: 'wantEventLines', runId: 'r1', index: 7, mode: 'raw', start: 0, count: 200 },
  { type: 'copyEvent', runId: 'r1', index: 7, as: 'json' },
  { type: 'copyEvents', runId: 'r1', view: 0 },
  { type: 'saveEvents', runId: 'r1', view: 2, as: 'bytes' },
  { type: 'copyStreamText', runId: 'r1', part: 'toolCall', index: 0 },
  { type: 'writeTextPath', runId: 'r1', path: 'a.b' },
  { type: 'copyBody', runId: 'r1' },
  { type: 'copyChosen', runId: 'r1' },
  { type: 'saveBody', runId: 'r1' },
  { type: 'openBody', runId: 'r1' },
  { type: 'compare', runId: 'r1' },
  { type: 'compareTest', runId: 'r1', test: 0 },
  { type: 'wantBytes', runId: 'r1' },
  { type: 'copyAsCurl', runId: 'r1' },
  { type: 'copyAsHar', runId: 'r1' },
  { type: 'makeRequest', runId: 'r1', url: '/next?p=2' },
  { type: 'reply', runId: 'r1' },
  { type: 'wantMarks', runId: 'r1', searchId: 1, mode: 'pretty', start: 0, count: 200 },
  { type: 'filter', runId: 'r1', filterId: 1, path: '$.a' },
  { type: 'nodeAction', runId: 'r1', row: 3, action: 'copyPath' },
  { type: 'close' },
  { type: 'copyText', text: '' },
  { type: 'answers', askId: 'a1', values: ['Ada', ''] },
  { type: 'notAnswered', askId: 'a1' },
  { type: 'draft', askId: 'a1', field: 0, value: '' },
  { type: 'goTo', file: '/a/b.req', line: 1, column: 1 },
];

describe('readFromPanel', () => {
  for (const message of valid) {
    it(`accepts ${message.type} unchanged`, () => assert.deepEqual(readFromPanel(message), message));

    it(`refuses ${message.type} when any field is missing or of another type`, () => {
      for (const name of Object.keys(message)) {
        const { [name]: _, ...without } = message as Record<string, unknown> & FromPanel;
        assert.equal(readFromPanel(without), undefined, `without ${name}`);
        for (const wrong of [null, {}, [], true, 1.5, -1, NaN, Infinity, 2 ** 53, Symbol.iterator]) {
          assert.equal(readFromPanel({ ...message, [name]: wrong }), undefined, `${name} = ${typeof wrong}`);
        }
      }
    });
  }

  it('accepts requests for a body’s text, and none that is out of bounds', () => {
    const runId = 'r1';
    const all: readonly (readonly [message: FromPanel, wrong: Readonly<Record<string, unknown>>])[] = [
      [
        { type: 'fold', runId, row: 4, folded: true, start: 0, count: 400 },
        { folded: 1, row: -1, count: 1001 },
      ],
      [{ type: 'foldLevel', runId, level: 2 }, { level: 0 }],
      [{ type: 'foldLevel', runId, level: null }, { level: 101 }],
      [
        { type: 'find', runId, searchId: 1, mode: 'raw', text: 'a', regex: false, matchCase: true },
        { mode: 'hex', text: 'a'.repeat(10_001), regex: 0 },
      ],
      [
        { type: 'wantMatch', runId, searchId: 1, nth: null, row: 7 },
        { nth: -1, row: null },
      ],
      [{ type: 'wantMatch', runId, searchId: 1, nth: 3, row: 0 }, { runId: '' }],
      [{ type: 'textShown', shown: true }, { shown: null }],
    ];
    for (const [message, wrong] of all) {
      assert.deepEqual(readFromPanel({ ...message, more: 1 }), message);
      for (const [name, value] of Object.entries(wrong)) assert.equal(readFromPanel({ ...message, [name]: value }), undefined, name);
    }
  });

  it('accepts whether a panel is pinned, and nothing similar', () => {
    for (const pinned of [true, false]) assert.deepEqual(readFromPanel({ type: 'pin', pinned }), { type: 'pin', pinned });
    for (const pinned of [undefined, null, 1, 'true']) assert.equal(readFromPanel({ type: 'pin', pinned }), undefined);
  });

  it('accepts the filter of a stream, and none that is out of bounds', () => {
    const query = { text: 'x', regex: false, matchCase: true };
    const filter = { types: ['a', ''], query, comments: false };
    const message = { type: 'filterEvents', runId: 'r', view: 1, filter, near: 7 } as const;
    const plain = { ...message, filter: { types: null, query: null, comments: true }, near: null };
    assert.deepEqual(readFromPanel(message), message);
    assert.deepEqual(readFromPanel(plain), plain);
    assert.deepEqual(readFromPanel({ ...message, filter: { ...filter, command: 'rm' } }), message);
    const wrong = [
      { ...message, view: 0 },
      { ...message, near: -1 },
      { ...message, filter: [] },
      { ...message, filter: { query, comments: false } },
      { ...message, filter: { ...filter, types: [1] } },
      { ...message, filter: { ...filter, types: Array.from({ length: 1001 }, () => 'x') } },
      { ...message, filter: { ...filter, query: { ...query, text: '' } } },
      { ...message, filter: { ...filter, query: { ...query, text: 'x'.repeat(10_001) } } },
      { ...message, filter: { ...filter, query: { ...query, regex: 1 } } },
      { ...message, filter: { ...filter, comments: null } },
    ];
    for (const data of wrong) assert.equal(readFromPanel(data), undefined, JSON.stringify(data).slice(0, 200));
  });

  it('accepts the request for the text of a stream with a path and without', () => {
    for (const path of [null, 'a.b']) {
      const message = { type: 'wantText', runId: 'r', wanted: true, path } as const;
      assert.deepEqual(readFromPanel(message), message);
    }
    for (const wrong of [{ wanted: 1, path: null }, { wanted: true }, { wanted: true, path: '' }, { wanted: true, path: 'x'.repeat(1001) }])
      assert.equal(readFromPanel({ type: 'wantText', runId: 'r', ...wrong }), undefined);
  });

  it('drops fields that are not of the message', () => {
    assert.deepEqual(readFromPanel({ type: 'cancel', runId: 'r', command: 'rm' }), { type: 'cancel', runId: 'r' });
  });

  it('refuses bounds that would cost: pages over 1,000, long ids, huge copies, line 0', () => {
    assert.equal(readFromPanel({ type: 'wantLines', runId: 'r', mode: 'raw', start: 0, count: 1001 }), undefined);
    assert.equal(readFromPanel({ type: 'wantEvents', runId: 'r', view: 0, start: 0, count: 0 }), undefined);
    assert.equal(readFromPanel({ type: 'showNewest', runId: 'r', count: 1001 }), undefined);
    assert.equal(readFromPanel({ type: 'cancel', runId: 'r'.repeat(201) }), undefined);
    assert.equal(readFromPanel({ type: 'copyText', text: 'x'.repeat((1 << 24) + 1) }), undefined);
    assert.equal(readFromPanel({ type: 'goTo', file: 'f', line: 0, column: 1 }), undefined);
    assert.equal(readFromPanel({ type: 'answers', askId: 'a', values: ['x', 1] }), undefined);
    assert.equal(readFromPanel({ type: 'answers', askId: 'a', values: Array.from({ length: 1001 }, () => '') }), undefined);
  });

  it('refuses anything else without throwing, also an object that inherits its fields', () => {
    assert.equal(readFromPanel(Object.create({ type: 'ready', version: 1 })), undefined);
    assert.equal(readFromPanel({ type: '__proto__' }), undefined);
    fc.assert(
      fc.property(fc.anything(), (data) => {
        assert.equal(readFromPanel(data), undefined);
      }),
    );
  });
});
