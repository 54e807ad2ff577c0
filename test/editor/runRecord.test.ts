import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createFinder, createMask, maskText } from '../../src/base/masks/mask.ts';
import { KeptBody } from '../../src/runner/http/exchange/keptBody.ts';
import type { ToPanel } from '../../src/protocol/messages.ts';
import { until } from '../support/until.ts';
import { RunRecord } from '../../src/response/record/runRecord.ts';

const request = { key: 'a#0', title: 'a', index: 0, count: 1 };
const head = {
  status: 200,
  statusText: 'OK hush',
  httpVersion: '1.1',
  headers: [['X-hush', 'hush'] as const, ['Content-Type', 'text/plain'] as const],
};
const timings = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 0 };
const sizes = { headers: 0, body: 0, bodyDecoded: 0 };

const hidingOf = (secrets: Iterable<string>): Parameters<RunRecord['use']>[0] => ({
  mask: (text) => createMask(secrets)(text),
  find: (text) => createFinder(secrets)(text),
  secrets: () => [...secrets],
  secretsMet: () => [...secrets].length,
});

const kept: KeptBody[] = [];

function use(record: RunRecord, hiding: Parameters<RunRecord['use']>[0]): void {
  const body = new KeptBody();
  kept.push(body);
  record.use(hiding, { decode: (bytes) => new TextDecoder().decode(bytes), charsetOf: () => 'utf-8' }, body, () => new KeptBody());
}

function recordOf(): RunRecord {
  const record = new RunRecord('1', vscode.Uri.file('/a.req'), request, null);
  use(record, hidingOf(['hush']));
  return record;
}

/** As in a run: the runner receives the bytes first. */
function chunk(record: RunRecord, bytes: Uint8Array): void {
  record.bytes?.push(bytes);
  record.apply({ kind: 'chunk', at: 2, bytes });
}

describe('the record of a run', () => {
  afterEach(() => {
    for (const body of kept.splice(0)) body.release();
  });

  it('reports where in a stream another connection begins, and why', () => {
    const record = recordOf();
    record.apply({ kind: 'head', at: 1, head, stream: 'sse', charset: undefined });
    record.apply({
      kind: 'event',
      at: 2,
      event: { index: 0, at: 2, event: 'message', data: 'one', id: '7', retry: null, complete: true },
    });
    record.apply({ kind: 'reconnecting', at: 3, reason: 'The server ended the stream.', delayMs: 200, lastEventId: '7' });
    const seam = record.replay().find((message) => message.type === 'seam');
    const text = 'The server ended the stream. Connecting again in 200 ms, after event 7.';
    assert.deepEqual(seam, { type: 'seam', runId: '1', index: 1, text });
  });

  it('sends the first rows of a body with its end, so that no request for them is needed', async () => {
    const record = recordOf();
    const messages: ToPanel[] = [];
    record.listen((message) => messages.push(message));
    record.apply({ kind: 'head', at: 1, head, stream: undefined, charset: undefined });
    chunk(record, Buffer.from('one\ntwo hush'));
    record.apply({ kind: 'finished', at: 3, outcome: 'complete', failure: undefined, timings, sizes });
    const rows = await until('the rows are reported', () => messages.find((message) => message.type === 'rows'));
    assert.deepEqual([rows.mode, rows.start, rows.lines], ['raw', 0, ['one', `two ${maskText}`]]);
  });

  it('shows no secret, at any place of the response, and keeps the received bytes', async () => {
    const record = recordOf();
    record.apply({ kind: 'head', at: 1, head, stream: 'sse', charset: undefined });
    record.apply({
      kind: 'event',
      at: 2,
      event: { index: 0, at: 2, event: 'hush', data: 'a hush', id: 'hush', retry: null, complete: true },
    });
    chunk(record, Buffer.from('a hush'));
    record.apply({ kind: 'finished', at: 3, outcome: 'complete', failure: undefined, timings, sizes });
    assert.ok(record.body);
    const shown = JSON.stringify([record.replay(), record.events.page(0, 9), record.body.text(), await record.text?.rows('raw', 0, 9)]);
    assert.ok(!shown.includes('hush'), shown);
    assert.ok(shown.includes(`OK ${maskText}`) && shown.includes(`["a ${maskText}"]`), shown);
    assert.equal(Buffer.from(record.bytes?.read(0, 9) ?? []).toString(), 'a hush');
    assert.equal(record.body.original(), 'a hush');
  });

  it('hides a secret that is found at the end in all earlier messages, and sends them again', () => {
    const secrets = new Set<string>();
    const record = new RunRecord('1', vscode.Uri.file('/a.req'), request, null);
    use(record, hidingOf(secrets));
    let again = 0;
    record.listen(
      () => undefined,
      () => again++,
    );
    record.apply({ kind: 'head', at: 1, head, stream: 'sse', charset: undefined });
    record.apply({
      kind: 'event',
      at: 2,
      event: { index: 0, at: 2, event: 'message', data: 'a hush', id: '', retry: null, complete: true },
    });
    record.apply({ kind: 'console', at: 2, level: 'log', text: 'it is hush', values: '[{"$object":[["a","hush"]]}]' });
    assert.ok(JSON.stringify(record.replay()).includes('hush'));
    secrets.add('hush');
    record.apply({ kind: 'variables', at: 3, set: new Map(), deleted: [] });
    assert.equal(again, 1);
    record.apply({ kind: 'finished', at: 3, outcome: 'complete', failure: undefined, timings, sizes });
    assert.equal(again, 1);
    assert.ok(!JSON.stringify([record.replay(), record.events.page(0, 9)]).includes('hush'));
  });

  it('shows the sent bytes, with files, and no secret in them', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bytes-'));
    const file = path.join(folder, 'part.bin');
    fs.writeFileSync(file, Buffer.concat([Buffer.from([0, 255]), Buffer.from('hush!')]));
    const record = recordOf();
    assert.equal(await record.bytesSent(), undefined);
    const sent = { method: 'POST', url: '', wireUrl: '', httpVersion: '1.1', headers: [], added: [], dropped: [], bodyText: undefined };
    const body = [
      { kind: 'text', text: 'a hush ' },
      { kind: 'file', path: file },
    ] as const;
    record.apply({ kind: 'sending', at: 1, request: { ...sent, head: 'POST / HTTP/1.1\r\n\r\n', bodySize: 14 }, body });
    const { lines, note } = (await record.bytesSent()) ?? { lines: [], note: '' };
    assert.equal(note, null);
    assert.match(lines[0] ?? '', /^00000000 {2}50 4f 53 54 20 2f 20 48 {2}54 54 50 2f 31 2e 31 0d {2}POST \/ HTTP\/1\.1\.$/);
    const bytes = lines.map((line) => line.slice(10, 58)).join(' ');
    assert.match(bytes.replace(/\s+/g, ' '), /61 20(?: ••){9} 20 00 ff 2a 2a 2a 2a 21/);
    fs.rmSync(folder, { recursive: true });
    const gone = await record.bytesSent();
    assert.match(gone?.note ?? '', /part\.bin can no longer be read/);
  });

  it('shows no secret in bytes and in images, and all others in their places', () => {
    const bytes = new Uint8Array([...Buffer.from('\0\0 12345678 hush and more \0 hush'), 0xff]);
    const shown = (type: string): RunRecord => {
      const record = recordOf();
      record.apply({ kind: 'head', at: 1, head: { ...head, headers: [['Content-Type', type]] }, stream: undefined, charset: undefined });
      chunk(record, bytes);
      record.apply({ kind: 'finished', at: 3, outcome: 'complete', failure: undefined, timings, sizes });
      return record;
    };
    assert.deepEqual(shown('application/octet-stream').body?.lines('hex', 0, 9), [
      '00000000  00 00 20 31 32 33 34 35  36 37 38 20 •• •• •• ••  .. 12345678 ••••',
      '00000010  20 61 6e 64 20 6d 6f 72  65 20 00 20 •• •• •• ••   and more . ••••',
      '00000020  ff                                                .',
    ]);
    const data = shown('image/png').preview?.read(0, 0, 1000)?.data;
    assert.ok(data?.kind === 'bytes');
    assert.equal(Buffer.from(data.bytes).toString('latin1'), Buffer.from(bytes).toString('latin1').replaceAll('hush', '****'));
  });

  it('ends, with the reason, if the run broke before it could', () => {
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
