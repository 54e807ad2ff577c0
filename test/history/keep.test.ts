import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { createFinder, createMask, maskText } from '../../src/base/masks/mask.ts';
import { comparedText } from '../../src/response/history/comparedText.ts';
import { decodeRun, encodeRun } from '../../src/response/history/entryFormat.ts';
import { storedRunOf } from '../../src/response/history/keepRun.ts';
import { sendableText } from '../../src/response/history/sendable.ts';
import { RunNotes } from '../../src/response/record/runNotes.ts';
import { RunRecord } from '../../src/response/record/runRecord.ts';
import { replay, type StoredRun } from '../../src/response/record/storedRun.ts';
import { KeptBody } from '../../src/runner/http/exchange/keptBody.ts';
import type { RunEvent, SentRequest } from '../../src/runner/index.ts';
import { canary, leaksIn, stem } from '../support/canary.ts';
import { startRecorder } from '../support/recorder.ts';
import { sendRun } from '../support/sendRun.ts';

const uri = { toString: () => 'file:///shop/users.req', fsPath: '/shop/users.req' } as vscode.Uri;
const identity = { key: 'users#0', title: 'users', index: 0, count: 1 };
const timings = { queue: 0, dns: 0, connect: 1, tls: 0, send: 0, firstByte: 4, download: 1, total: 12 };
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const noHiding = { mask: (text: string) => text, find: () => [], secrets: () => [], secretsMet: () => 0 };

const started: RunEvent = {
  kind: 'started',
  at: 0,
  name: 'users',
  title: 'users',
  file: '/shop/users.req',
  line: 3,
  method: 'POST',
  urlTemplate: '{{h}}/users',
  time: 77,
};
const request: SentRequest = {
  method: 'POST',
  url: 'http://h/users',
  wireUrl: 'http://h/users',
  httpVersion: '1.1',
  headers: [
    ['Host', 'h'],
    ['X-A', 'b {{c}}'],
  ],
  added: ['host'],
  dropped: [],
  head: '',
  bodyText: 'a {{b}}',
  bodySize: 7,
};
const sending = (sent: Partial<SentRequest> = {}): RunEvent => ({ kind: 'sending', at: 1, request: { ...request, ...sent }, body: [] });
const head = (type: string, stream?: 'sse'): RunEvent => ({
  kind: 'head',
  at: 2,
  head: { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['Content-Type', type]] },
  stream,
  charset: undefined,
});
const streamed = (index: number, data: string): RunEvent => ({
  kind: 'event',
  at: 3 + index,
  event: { index, at: 3 + index, event: 'message', data, id: '', retry: null, complete: true },
});
const finished: RunEvent = {
  kind: 'finished',
  at: 9,
  outcome: 'complete',
  failure: undefined,
  timings,
  sizes: { headers: 9, body: 9, bodyDecoded: 9 },
};

interface Kept {
  readonly record: RunRecord;
  readonly stored: StoredRun;
}

async function kept(
  events: readonly RunEvent[],
  bytes: Uint8Array = new Uint8Array(),
  { secrets = [] as readonly string[], limit = 1e6 } = {},
): Promise<Kept> {
  const record = new RunRecord('run-1', uri, identity, 'dev');
  const known = new Set(secrets);
  const hiding = { mask: createMask(known), find: createFinder(known), secrets: () => [...known], secretsMet: () => known.size };
  const body = new KeptBody();
  record.use(hiding, { decode, charsetOf: () => 'utf-8' }, body, () => new KeptBody());
  const notes = new RunNotes();
  for (const event of events) {
    if (event.kind === 'finished' && bytes.length > 0) {
      body.push(bytes);
      record.apply({ kind: 'chunk', at: 8, bytes: bytes });
    }
    notes.push(event);
    record.apply(event);
  }
  const stored = await storedRunOf({ record, root: '/shop', notes: notes.all, directives: ['timeout 5s'], hiding }, limit);
  assert.ok(stored);
  const read = decodeRun(encodeRun(stored));
  assert.ok(read);
  return { record, stored: read };
}

function toldAgain(stored: StoredRun): RunRecord {
  const record = new RunRecord(stored.facts.id, uri, stored.facts.request, stored.facts.environment);
  const body = new KeptBody();
  record.use(noHiding, { decode, charsetOf: () => 'utf-8' }, body, () => new KeptBody());
  replay(record, stored, body);
  return record;
}

describe('a run that is kept', () => {
  it('reports the same again: messages, events and bytes', async () => {
    const bytes = Buffer.from('{"id": 12345678901234567890, "a": 1.0}');
    const redirect: RunEvent = {
      kind: 'reconnecting',
      at: 4,
      reason: 'The server ended the stream.',
      delayMs: 200,
      lastEventId: '',
    };
    const test: RunEvent = { kind: 'test', at: 8, result: { name: 'is', passed: true, message: null, line: 7 } };
    for (const events of [
      [started, sending(), head('application/json'), test, finished],
      [started, sending(), head('text/event-stream', 'sse'), streamed(0, 'a'), redirect, streamed(1, 'b'), finished],
    ]) {
      const { record, stored } = await kept(events, bytes);
      const again = toldAgain(stored);
      assert.deepEqual(again.replay(), record.replay());
      assert.deepEqual(again.events.page(0, 9), record.events.page(0, 9));
      assert.equal(Buffer.from(again.bytes?.read(0, 99) ?? []).toString(), bytes.toString());
      assert.deepEqual(again.summary, record.summary);
    }
  });

  it('is known by facts that the list shows', async () => {
    const failed: RunEvent = { kind: 'test', at: 8, result: { name: 'is', passed: false, message: 'no', line: 7 } };
    const { stored } = await kept([started, sending(), head('text/plain'), failed, finished], Buffer.from('abc'));
    const { facts } = stored;
    assert.deepEqual(
      [facts.id, facts.time, facts.method, facts.url, facts.status, facts.environment, facts.duration, facts.size, facts.tests, facts.lost],
      ['run-1', 77, 'POST', 'http://h/users', 200, 'dev', 12, 3, { passed: 0, failed: 1 }, null],
    );
  });

  it('has only the first bytes of a body over the limit, and reports it', async () => {
    const { stored } = await kept([started, sending(), head('text/plain'), finished], Buffer.alloc(3_000_000, 'x'), { limit: 1_000_000 });
    assert.equal(stored.body.length, 1_000_000);
    const body = toldAgain(stored)
      .replay()
      .find((m) => m.type === 'body');
    assert.match(body?.type === 'body' ? (body.note ?? '') : '', /Only the first 1000000 of 3000000 bytes are stored: the history/);
  });

  it('has only the first events over the limit', async () => {
    const events = Array.from({ length: 9 }, (_, i) => streamed(i, 'x'.repeat(100)));
    const { stored } = await kept([started, sending(), head('text/event-stream', 'sse'), ...events, finished], Buffer.from('abc'), {
      limit: 450,
    });
    assert.deepEqual([stored.events.length, stored.facts.events], [4, 9]);
  });

  it('is also of a request that failed before it was sent, and of a file whose path holds a secret', async () => {
    const { stored } = await kept([started, { ...finished, outcome: 'failed' }], new Uint8Array(), { secrets: ['users'] });
    assert.deepEqual([stored.facts.outcome, stored.facts.url, stored.facts.status], ['failed', '{{h}}/•••', null]);
    const note = stored.notes.find(({ event }) => event.kind === 'started')?.event;
    assert.ok(note?.kind === 'started');
    assert.deepEqual([note.file, note.name], ['/shop/users.req', '•••']);
  });

  it('is compared with its head in a comment that no header can end', async () => {
    const answered = head('text/xml');
    assert.ok(answered.kind === 'head');
    const headers: [string, string][] = [...answered.head.headers.map(([n, v]): [string, string] => [n, v]), ['X-A', 'a --> <b> -- c']];
    const { record } = await kept(
      [started, sending(), { ...answered, head: { ...answered.head, headers } }, finished],
      Buffer.from('<a/>'),
    );
    const { text, extension } = comparedText(record, { sorted: false, ignored: [] });
    assert.deepEqual([extension, text.match(/--/g)?.length, text.endsWith('-->\n<a/>\n')], ['xml', 2, true]);
  });

  it('is none where nothing was sent and nothing failed', async () => {
    const record = new RunRecord('run-1', uri, identity, null);
    const notes = new RunNotes();
    for (const event of [started, { ...finished, outcome: 'cancelled' } as RunEvent]) notes.push(event);
    assert.equal(await storedRunOf({ record, root: '/', notes: notes.all, directives: [], hiding: noHiding }, 9), undefined);
  });

  it('holds no secret, wherever the server or a script puts it, also across the border of two slices', async () => {
    const secret = canary('kept');
    const spread = Buffer.alloc(600_000, '.');
    // The first bytes of it in one slice, the others in the next.
    Buffer.from(secret).copy(spread, 256 * 1024 - 9);
    Buffer.from(secret).copy(spread, 512 * 1024 - 20);
    const reported: RunEvent[] = [
      started,
      sending({ url: `http://h/${secret}`, bodyText: secret }),
      { kind: 'trailers', at: 3, headers: [['X', secret]] },
      { kind: 'comment', at: 3, text: secret },
      { kind: 'console', at: 3, level: 'log', text: `is ${secret}`, values: JSON.stringify([secret]) },
      head(`text/plain; name="${secret}"`),
      streamed(0, `a ${secret} ${Buffer.from(secret).toString('base64')} ${encodeURIComponent(secret)}`),
      finished,
    ];
    const { stored } = await kept(reported, spread, { secrets: [secret] });
    const file = Buffer.from(encodeRun(stored)).toString('latin1');
    assert.deepEqual(leaksIn(file), []);
    assert.ok(!file.includes(stem) && file.includes('***'));
    assert.equal(stored.body.length, spread.length);
    // As a server does that takes UTF-8 for Latin-1.
    const twice = Buffer.concat([
      Buffer.from([0xff, 0xe9]),
      Buffer.from(`ä ${Buffer.from(secret).toString('latin1')} ö`),
      Buffer.from([0xc3]),
    ]);
    const { stored: misread } = await kept(reported, twice, { secrets: [secret] });
    assert.ok(!Buffer.from(misread.body).includes(stem));
    assert.deepEqual([...misread.body.subarray(0, 5)], [...twice.subarray(0, 5)]);
    assert.deepEqual([...misread.body.subarray(-4)], [...twice.subarray(-4)]);
    // A long URL is shortened after its secrets are masked.
    const long = await kept([started, sending({ url: `http://h/${'x'.repeat(3980)}${secret}` }), finished], spread, { secrets: [secret] });
    assert.match(long.stored.facts.url, /x•••$/);
    assert.ok(!Buffer.from(encodeRun(long.stored)).includes(stem));
    // Cut in the middle of a secret, too.
    const { stored: cut } = await kept(reported, spread, { secrets: [secret], limit: 256 * 1024 + 4 });
    assert.doesNotMatch(Buffer.from(cut.body).toString('latin1'), /q\/\+/);
  });

  it('keeps no body that contains a secret in an encoding with other bytes', async () => {
    const secret = canary('utf16');
    const text = Buffer.from(`a ${secret} b`, 'utf16le');
    const record = new RunRecord('run-1', uri, identity, null);
    const known = new Set([secret]);
    const hiding = { mask: createMask(known), find: createFinder(known), secrets: () => [...known], secretsMet: () => 1 };
    const body = new KeptBody();
    record.use(
      hiding,
      { decode: (bytes) => Buffer.from(bytes).toString('utf16le'), charsetOf: () => 'utf-16le' },
      body,
      () => new KeptBody(),
    );
    const notes = new RunNotes();
    body.push(text);
    for (const event of [started, sending(), head('text/plain; charset=utf-16le'), finished]) {
      notes.push(event);
      record.apply(event);
    }
    const stored = await storedRunOf({ record, root: '/', notes: notes.all, directives: [], hiding }, 1e6);
    assert.equal(stored?.body.length, 0);
    assert.match(stored.facts.lost ?? '', /secret/);
  });
});

describe('a kept request as text', () => {
  it('is sent as before, with any text in it', async () => {
    const recorder = await startRecorder();
    try {
      const wireUrl = `${recorder.url}/a%20b/%7B%7Bx%7D%7D?q=%22&r=1`;
      const bodyText = '{{a}} \\{{b}}\n### not a request\n< ./file\n> {% x %}\n\t{"é": "\\u007b{x}}"} \n\n';
      const { stored } = await kept([
        started,
        sending({
          wireUrl,
          url: `${recorder.url}/a b/`,
          headers: [
            ['Host', 'h'],
            ['X-Odd', '{{c}} # d'],
            ['Content-Type', 'text/x'],
          ],
          bodyText,
          bodySize: Buffer.byteLength(bodyText),
        }),
        head('text/plain'),
        finished,
      ]);
      const made = sendableText(stored);
      assert.ok(made.ok);
      assert.match(made.text, /^# @timeout 5s$/m);
      const { result } = await sendRun({ 'a.req': made.text });
      assert.equal(result.failure, undefined);
      const [sent] = recorder.requests;
      assert.equal(sent?.target, '/a%20b/%7B%7Bx%7D%7D?q=%22&r=1');
      assert.equal(sent.body, bodyText);
      assert.equal(sent.headers.find(([name]) => name === 'X-Odd')?.[1], '{{c}} # d');
    } finally {
      await recorder.close();
    }
  });

  it('is none where a secret went into it, or its body is not kept', async () => {
    const textOf = async (sent: Partial<SentRequest>): Promise<string> => {
      const { stored } = await kept([started, sending(sent), finished]);
      const made = sendableText(stored);
      return made.ok ? made.text : made.reason;
    };
    assert.equal(await textOf({ headers: [['Authorization', `Bearer ${maskText}`]] }), 'it contained a secret');
    assert.equal(await textOf({ bodyText: undefined, bodySize: 40 }), 'its body is not stored');
    assert.equal(await textOf({ bodyText: undefined, bodySize: undefined }), 'its body is not stored');
    assert.match(await textOf({ bodyText: undefined, bodySize: 0 }), /^POST /m);
  });
});
