import assert from 'node:assert/strict';
import { createStreamParser } from '../../../src/runner/stream/parseEvents.ts';
import type { ParsedEvent } from '../../../src/runner/stream/streamTypes.ts';

function read(kind: 'ndjson' | 'json-seq', text: string): ParsedEvent[] {
  const events: ParsedEvent[] = [];
  const parser = createStreamParser(kind, { event: (e) => events.push(e), comment: () => undefined });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_537) parser.push(bytes.subarray(at, at + 65_537));
  parser.end();
  return events;
}

describe('a record of megabytes', () => {
  const long = 'x😀'.repeat(300_000);
  const shortened = (events: readonly ParsedEvent[]): readonly unknown[] =>
    events.map(({ index, event, data, id, retry, complete }) => [index, event, data.replace(long, 'y'), id, retry, complete]);

  for (const [kind, ends] of [
    ['ndjson', ['["$"]\n1\n', '["$"]\r\n{}', '["$"', '["$"]', '  ["$"]\r', '"$\n2', '["$"]  \n\n3\n']],
    ['json-seq', ['\u001e["$"]\n\u001e1\n', '\u001e["$"]', '\u001e["$', '\u001e ["$"] \n \n', '\u001e["$"\u001e{}\n', '\u001enull "$"\n']],
  ] as const)
    for (const text of ends)
      it(`reads as a small one does, and stays in pieces: ${kind}, ${JSON.stringify(text)}`, () => {
        const events = read(kind, text.replace('$', long));
        assert.deepEqual(shortened(events), shortened(read(kind, text.replace('$', 'y'))));
        const large = events.find(({ data }) => data.length > 1000);
        assert.equal(large?.pieces?.join(''), large?.data);
        assert.ok((large?.pieces ?? []).every((piece) => piece.length < 140_000));
      });
});
