import assert from 'node:assert/strict';
import { streamKind } from '../../src/base/events/streamKind.ts';

describe('kind of a stream', () => {
  it('is detected from the Content-Type, ignoring case and parameters', () => {
    assert.equal(streamKind('Text/Event-Stream; charset=utf-8'), 'sse');
    for (const type of ['x-ndjson', 'ndjson', 'jsonl', 'jsonlines', 'x-jsonlines', 'stream+json']) {
      assert.equal(streamKind(`application/${type} ;v=1`), 'ndjson');
    }
    assert.equal(streamKind('application/JSON-seq'), 'json-seq');
  });

  it('is none for bodies that are read as a whole', () => {
    for (const type of [undefined, '', 'application/json', 'text/plain', 'application/json-seqs', 'text/event-streams']) {
      assert.equal(streamKind(type), undefined);
    }
  });
});
