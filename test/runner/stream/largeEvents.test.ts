import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isReqError } from '../../../src/base/reqError.ts';
import { createStreamParser } from '../../../src/runner/stream/parseEvents.ts';
import type { ParsedEvent } from '../../../src/runner/stream/streamTypes.ts';
import { runs } from '../../support/runs.ts';

interface Read {
  readonly events: ParsedEvent[];
  readonly comments: string[];
}

function read(chunks: readonly Uint8Array[], maxEventSize?: number): Read {
  const [events, comments]: [ParsedEvent[], string[]] = [[], []];
  const parser = createStreamParser('sse', { event: (e) => events.push(e), comment: (c) => comments.push(c) }, maxEventSize);
  for (const chunk of chunks) parser.push(chunk);
  parser.end();
  return { events, comments };
}

/** An event with a shortened text in its data. */
const summary = ({ index, event, data, id, retry, complete }: ParsedEvent, long: string): readonly unknown[] => [
  index,
  event,
  data.replace(long, 'x'),
  id,
  retry,
  complete,
];

describe('a large event of an event stream', () => {
  it('reads as a small one does, whatever its lines and wherever they are cut', () => {
    const tokens = ['data: a', 'data:  b', 'data:', 'data', 'd', 'da', 'datax: y', ': c', 'event: e', 'id: 1', 'retry: 5', 'ä😀', ' ', 'x'];
    const line = fc.tuple(fc.constantFrom(...tokens), fc.constantFrom('\n', '\r', '\r\n', '\n\n', ''));
    const long = 'x'.repeat(1_100_000);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 9 })), (lines, cuts) => {
        const tail = Buffer.from(`\n${lines.flat().join('')}`);
        const chunks: Buffer[] = [];
        for (let at = 0, i = 0; at < tail.length; i++) chunks.push(tail.subarray(at, (at += cuts[i] ?? tail.length)));
        const after = (first: string): Read => read([Buffer.from(`data: ${first}`), ...chunks]);
        const { events, comments } = after(long);
        for (const { pieces, data } of events) if (pieces !== undefined) assert.equal(pieces.join(''), data);
        const small = after('x');
        assert.deepEqual(comments, small.comments);
        assert.deepEqual(
          events.map((e) => summary(e, long)),
          small.events.map((e) => summary(e, long)),
        );
      }),
      { numRuns: runs(150) },
    );
  });

  it('a line of megabytes is held in pieces, and is too large beyond the limit', () => {
    const line = (size: number): Buffer[] => [
      Buffer.from('data: '),
      ...Array.from({ length: size }, () => Buffer.alloc(100_000, 'y')),
      Buffer.from('\r'),
      Buffer.from('\n\r\nid: 2\ndata: z\n\n'),
    ];
    const [large, next] = read(line(30)).events;
    assert.equal(large?.data, 'y'.repeat(3_000_000));
    assert.ok((large.pieces ?? []).every((piece) => piece.length < 1_200_000));
    assert.deepEqual(next, { index: 1, event: 'message', data: 'z', id: '2', retry: null, complete: true });
    assert.equal(read(line(30), 3_000_000).events.length, 2);
    assert.throws(() => read(line(30), 2_999_999), /larger than 2999999/);
  });

  it('of millions of lines is an error, however short they are; as many comments, or events, are none', () => {
    const feed = (line: string): number => {
      let events = 0;
      const parser = createStreamParser('sse', { event: () => events++, comment: () => undefined });
      const chunk = Buffer.from(line.repeat(10_000));
      for (let i = 0; i < 200; i++) parser.push(chunk);
      return events;
    };
    assert.throws(
      () => feed('data:\n'),
      (e) => isReqError(e) && e.kind === 'limit' && /more than 1000000 lines of data/.test(e.message),
    );
    assert.deepEqual([feed(': data:\n'), feed('data:\n\n')], [0, 2_000_000]);
  });
});
