import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createMask, maskText } from '../../src/base/mask.ts';
import { RunRecord } from '../../src/editor/response/runRecord.ts';

const request = { key: 'a#0', title: 'a', index: 0, count: 1 };
const head = {
  status: 200,
  statusText: 'OK hush',
  httpVersion: '1.1',
  headers: [['X-hush', 'hush'] as const, ['Content-Type', 'text/plain'] as const],
};
const timings = { dns: 0, connect: 0, tls: 0, firstByte: 0, download: 0, total: 0 };
const sizes = { headers: 0, body: 0, bodyDecoded: 0 };

function recordOf(): RunRecord {
  const record = new RunRecord('1', vscode.Uri.file('/a.req'), request, null);
  record.use(createMask(['hush']), (bytes) => new TextDecoder().decode(bytes));
  return record;
}

describe('the record of a run', () => {
  it('shows no secret, wherever the server puts it, and keeps the octets as they came', () => {
    const record = recordOf();
    record.apply({ kind: 'head', at: 1, head, stream: 'sse', charset: undefined });
    record.apply({
      kind: 'event',
      at: 2,
      event: { index: 0, at: 2, event: 'hush', data: 'a hush', id: 'hush', retry: null, complete: true },
    });
    record.apply({ kind: 'chunk', at: 2, bytes: Buffer.from('a hush') });
    record.apply({ kind: 'finished', at: 3, outcome: 'complete', failure: undefined, timings, sizes });
    assert.ok(record.body);
    const shown = JSON.stringify([record.replay(), record.events.page(0, 9), record.body.text(), record.body.lines('raw', 0, 9)]);
    assert.ok(!shown.includes('hush'), shown);
    assert.ok(shown.includes(`OK ${maskText}`));
    assert.equal(Buffer.from(record.bytes()).toString(), 'a hush');
    assert.equal(record.body.original(), 'a hush');
  });

  it('ends, and says why, where the run broke before it could', () => {
    const record = recordOf();
    record.broke({ kind: 'bug', message: 'no runner' });
    record.broke({ kind: 'bug', message: 'again' });
    assert.deepEqual(
      record.replay().map((m) => m.type),
      ['started', 'finished'],
    );
    assert.equal(record.summary?.failure?.message, 'no runner');
  });
});
