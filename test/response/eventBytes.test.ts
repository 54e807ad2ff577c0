import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { eventPlaces, bytesOfEvents } from '../../src/response/stream/eventBytes.ts';
import { createStreamParser } from '../../src/runner/stream/parseEvents.ts';
import type { StreamKind } from '../../src/base/events/streamKind.ts';
import { bodyOf } from './bodyOf.ts';

const placesOf = (text: string, kind: StreamKind): readonly string[] =>
  [...eventPlaces(bodyOf(Buffer.from(text)), kind, createStreamParser)]
    .flat()
    .map(({ index, start, end }) => `${index}:${Buffer.from(text).subarray(start, end).toString()}`);

describe('the bytes of a stream’s events', () => {
  it('are the unchanged lines of the event and the lines before it', () => {
    assert.deepEqual(placesOf(': hi\n\nid: 1\ndata: a\n\n\nevent: x\ndata: b\ndata: c\n\ndata: cut', 'sse'), [
      '0:id: 1\ndata: a\n\n',
      '1:event: x\ndata: b\ndata: c\n\n',
      '2:data: cut',
    ]);
    assert.deepEqual(placesOf('{"a":1}\r\n\n{"b":"\u00fc"}\n{"c"', 'ndjson'), ['0:{"a":1}\r\n', '1:{"b":"\u00fc"}\n', '2:{"c"']);
    assert.deepEqual(placesOf('\u001e{"a":1}\n\u001e{"b":\u001e{\n"c":1}\n\u001e4', 'json-seq'), [
      '0:\u001e{"a":1}\n',
      '1:\u001e{"b":',
      '2:\u001e{\n"c":1}\n',
      '3:\u001e4',
    ]);
    assert.deepEqual(placesOf('', 'sse'), []);
  });

  it('hold the same event each, whatever ends their lines', () => {
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const line = fc.constantFrom('data: a', 'data: bc', ': note', 'id: 1', '', '', 'event: x');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end), { maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r', undefined), (lines, sameEnd) => {
        const text = lines.map(([content, own]) => content + (sameEnd ?? own)).join('');
        const eventsIn = (bytes: Uint8Array): readonly string[] => {
          const reported: string[] = [];
          const parser = createStreamParser('sse', { event: (e) => reported.push(`${e.event} ${e.data}`), comment: () => undefined });
          parser.push(bytes);
          parser.end();
          return reported;
        };
        const all = Buffer.from(text);
        const places = [...eventPlaces(bodyOf(all), 'sse', createStreamParser)].flat();
        assert.deepEqual(
          places.map(({ start, end: stop }) => eventsIn(all.subarray(start, stop))),
          eventsIn(all).map((event) => [event]),
        );
      }),
    );
  });

  it('are found over the edges of what is read at once, and those of chosen events alone are given', () => {
    const long = 'x'.repeat(700_000);
    const text = Array.from({ length: 6 }, (_, i) => `data: ${i}${long}\r\n\r\n`).join('');
    const chosen = [...bytesOfEvents(bodyOf(Buffer.from(text)), 'sse', createStreamParser, [1, 4, 5].values())];
    assert.equal(Buffer.concat(chosen.map(({ bytes }) => bytes)).toString(), [1, 4, 5].map((i) => `data: ${i}${long}\r\n\r\n`).join(''));
  });
});
