import assert from 'node:assert/strict';
import { SendRecord, type Keeping } from '../../src/cli/output/sendRecord.ts';
import { listRequests, parse } from '../../src/language/index.ts';
import { StreamText, type RunEvent } from '../../src/runner/index.ts';

const finished: RunEvent = {
  kind: 'finished',
  at: 3,
  outcome: 'complete',
  failure: undefined,
  timings: { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 0 },
  sizes: { headers: 0, body: 0, bodyDecoded: 0 },
};

function recordOf(keeping: Keeping, stream: 'sse' | undefined): SendRecord {
  const [request] = listRequests(parse('GET http://h/\n'));
  assert.ok(request);
  const record = new SendRecord({ request, file: '/a.req', maySetSecret: false, streamText: new StreamText(undefined) }, keeping);
  const head = { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [] };
  record.apply({ kind: 'head', at: 0, head, stream, charset: undefined });
  return record;
}

function applyEvents(record: SendRecord, count: number, data: string): void {
  for (let index = 0; index < count; index++)
    record.apply({ kind: 'event', at: 1, event: { index, at: 1, event: 'message', data, id: '', retry: null, complete: true } });
}

describe('the stored part of a response', () => {
  it('is the first 64 MiB of a body; more is a failure that explains how to get all of it', () => {
    const record = recordOf({ bodies: true, streams: 'none' }, undefined);
    record.apply({ kind: 'chunk', at: 1, bytes: Buffer.alloc(64 * 1024 * 1024) });
    assert.equal(record.cut, false);
    record.apply({ kind: 'chunk', at: 2, bytes: Buffer.from('x') });
    record.apply(finished);
    assert.equal(record.body().length, 64 * 1024 * 1024);
    assert.equal(record.failure?.kind, 'limit');
    assert.match(record.failure.hint ?? '', /-o FILE/);
    assert.equal(record.exitCode, 4);
  });

  it('is 100,000 events of a stream if all are needed; more is a failure', () => {
    const record = recordOf({ bodies: true, streams: 'all' }, 'sse');
    applyEvents(record, 100_001, '');
    record.apply(finished);
    assert.equal(record.events.length, 100_000);
    assert.match(record.failure?.hint ?? '', /--jsonl/);
  });

  it('is no event where they have been printed, but the beginning of the text that they make', () => {
    const record = recordOf({ bodies: true, streams: 'text' }, 'sse');
    applyEvents(record, 65, 'x'.repeat(1024 * 1024));
    record.apply({ kind: 'chunk', at: 2, bytes: Buffer.from('x') });
    record.apply(finished);
    const { text, cut } = record.of.streamText.read();
    assert.deepEqual([record.events.length, record.body().length, text.length, cut], [0, 0, 64 * 1024 * 1024, true]);
    assert.equal(record.exitCode, 0);
  });

  it('is nothing of a stream that is only shown', () => {
    const record = recordOf({ bodies: true, streams: 'none' }, 'sse');
    applyEvents(record, 3, 'x');
    record.apply({ kind: 'chunk', at: 2, bytes: Buffer.from('x') });
    assert.deepEqual([record.events.length, record.body().length], [0, 0]);
  });
});
