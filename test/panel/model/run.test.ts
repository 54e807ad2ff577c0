import assert from 'node:assert/strict';
import type { PanelStarted, ToPanel } from '../../../src/protocol/messages.ts';
import { announcementOf } from '../../../src/panel/model/announcement.ts';
import { firstChoices, readChoices } from '../../../src/panel/model/tabs/tabChoices.ts';
import { consoleLimit, foldRun, phaseOf, phasesOf, seamLimit, type Run } from '../../../src/panel/model/runModel.ts';
import { activeTab, chooseTab, tabsOf } from '../../../src/panel/model/tabs/tabs.ts';

const runId = 'r1';
const started: PanelStarted = {
  type: 'started',
  runId,
  name: 'users',
  file: '/a.req',
  line: 3,
  method: 'GET',
  url: '{{h}}/u',
  environment: null,
  time: 0,
};
const sending: ToPanel = {
  type: 'sending',
  runId,
  method: 'GET',
  url: 'http://h/u',
  wireUrl: 'http://h/u',
  httpVersion: 'HTTP/1.1',
  headers: [],
  added: [],
  bodyText: null,
  bodySize: 0,
};
const connected: ToPanel = { type: 'connected', runId, address: '127.0.0.1:80', reused: false, proxy: null, tls: null };
const head = (stream: 'sse' | null = null): ToPanel => ({
  type: 'head',
  runId,
  at: 5,
  status: 200,
  statusText: 'OK',
  httpVersion: 'HTTP/1.1',
  headers: [['A', '1']],
  stream,
});
const body: ToPanel = {
  type: 'body',
  runId,
  view: 'json',
  modes: ['pretty', 'raw'],
  contentType: 'application/json',
  lines: 3,
  size: 20,
  note: null,
  preview: null,
};
const finished = (outcome: 'complete' | 'ended' | 'cancelled' | 'failed'): ToPanel => ({
  type: 'finished',
  runId,
  outcome,
  failure: outcome === 'failed' ? { kind: 'network', message: 'No such host.', hint: 'Check the name.', at: null } : null,
  timings: { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 4, download: 1, total: 12 },
  sizes: { headers: 10, body: 20, bodyDecoded: 20 },
});
const test = (passed: boolean): ToPanel => ({ type: 'tests', runId, tests: [{ name: 't', passed, message: null, line: null }] });
const events = (total: number): ToPanel => ({ type: 'events', runId, events: [], total });

function fold(...messages: readonly ToPanel[]): Run {
  const run = [started, ...messages].reduce<Run | null>(foldRun, null);
  assert.ok(run);
  return run;
}

describe('a run in the panel', () => {
  it('proceeds from preparing to its end, phase by phase', () => {
    const messages = [sending, connected, head(), body, finished('complete')];
    const phases = [started, ...messages].map((_, i) => phaseOf(fold(...messages.slice(0, i))));
    assert.deepEqual(phases, ['preparing', 'connecting', 'waiting', 'receiving', 'receiving', 'complete']);
    assert.equal(phaseOf(fold(head('sse'))), 'live');
    assert.equal(phaseOf(fold(head(), { type: 'checking', runId })), 'checking');
    for (const outcome of ['ended', 'cancelled', 'failed'] as const) assert.equal(phaseOf(fold(head('sse'), finished(outcome))), outcome);
  });

  it('waits for the user during a question, before it sends and later', () => {
    const asking = (isAsked: boolean): ToPanel => ({ type: 'asking', runId, at: 1, waited: 3000, isAsked });
    assert.equal(phaseOf(fold(asking(true))), 'asking');
    assert.equal(announcementOf(fold(asking(true))), 'Waiting for your input…');
    assert.equal(phaseOf(fold(asking(true), asking(false))), 'preparing');
    assert.equal(phaseOf(fold(asking(true), sending)), 'connecting');
    assert.equal(phaseOf(fold(sending, asking(true))), 'asking');
    assert.equal(phaseOf(fold(asking(true), finished('cancelled'))), 'cancelled');
  });

  it('is not changed by another run or an error, and is reset when it is started again', () => {
    const run = fold(head());
    assert.equal(foldRun(run, { ...body, runId: 'r0' }), run);
    assert.equal(foldRun(run, { type: 'error', message: 'no' }), run);
    assert.equal(foldRun(null, body), null);
    assert.equal(foldRun(run, started)?.head, null);
  });

  it('keeps the received part when it fails', () => {
    const run = fold(head(), body, test(true), finished('failed'));
    assert.ok(run.head !== null && run.body !== null && run.tests.length === 1);
  });

  it('appends tests and console lines, and keeps only the newest lines', () => {
    assert.equal(fold(test(true), test(false)).tests.length, 2);
    const line = { at: 0, level: 'log', text: 'x' } as const;
    const flood: ToPanel = { type: 'console', runId, lines: Array.from({ length: consoleLimit }, () => line) };
    const run = fold(flood, flood, { type: 'console', runId, lines: [{ ...line, text: 'last' }] });
    assert.equal(run.console.length, consoleLimit);
    assert.equal(run.consoleDropped, consoleLimit + 1);
    assert.equal(run.console.at(-1)?.text, 'last');
  });

  it('has the headers that arrived after the body', () => {
    assert.deepEqual(fold(head()).trailers, []);
    assert.deepEqual(fold(head(), { type: 'trailers', runId, headers: [['X-Sum', '7']] }).trailers, [['X-Sum', '7']]);
  });

  it('has the sent part of a large body, until all is sent, or another connection is used', () => {
    const uploading = (sent: number): ToPanel => ({ type: 'uploading', runId, sent, total: 10 });
    assert.equal(fold(sending, connected, uploading(4)).uploading?.sent, 4);
    assert.equal(fold(sending, connected, uploading(4), uploading(10)).uploading, null);
    assert.equal(fold(sending, connected, uploading(4), connected).uploading, null);
  });

  it('shows only phases with a duration', () => {
    assert.deepEqual(
      phasesOf({ queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 4, download: 1, total: 12 }).map(([name]) => name),
      ['First byte', 'Download', 'Total'],
    );
  });
});

describe('the tabs of a run', () => {
  const ids = (run: Run): readonly string[] => tabsOf(run).map((tab) => tab.id);

  it('are the expected ones while it runs, and the applicable ones when it ended', () => {
    assert.deepEqual(ids(fold()), ['body', 'headers', 'request']);
    assert.deepEqual(ids(fold(sending, head('sse'))), ['body', 'headers', 'events', 'text', 'timeline', 'request']);
    assert.deepEqual(ids(fold(sending, finished('failed'))), ['timeline', 'request']);
    assert.deepEqual(ids(fold(sending, head(), body, test(true), finished('complete'))), [
      'body',
      'headers',
      'timeline',
      'tests',
      'request',
    ]);
    assert.deepEqual(ids(fold(finished('failed'))), []);
  });

  it('choose Events for a stream and Body otherwise by themselves', () => {
    assert.equal(activeTab(fold(head('sse')), firstChoices), 'events');
    assert.equal(activeTab(fold(head()), firstChoices), 'body');
    assert.equal(activeTab(fold(finished('failed')), firstChoices), null);
  });

  it('stay where the user clicked, for streams and other responses apart', () => {
    const response = fold(sending, head());
    const choices = chooseTab(response, firstChoices, 'headers');
    const next = fold({ ...started, runId: 'r2' });
    assert.equal(activeTab(next, choices), 'headers');
    assert.equal(activeTab(fold(sending, head('sse')), { ...choices, clicked: null }), 'events');
  });

  it('open a streamed chat with its text, and keep the choice for chats apart', () => {
    const chat = fold(head('sse'), { type: 'chat', runId });
    assert.equal(activeTab(chat, firstChoices), 'text');
    const choices = chooseTab(chat, firstChoices, 'events');
    assert.equal(activeTab(chat, { ...choices, clicked: null }), 'events');
    assert.equal(activeTab(chat, { ...firstChoices, stream: 'events' }), 'text');
  });

  it('have the text of a chat that is not streamed, and open with its body', () => {
    const chat = fold(head(), { type: 'chat', runId });
    assert.ok(tabsOf(chat).some(({ id }) => id === 'text'));
    assert.equal(activeTab(chat, firstChoices), 'body');
  });

  it('stay as the user selected before the response was known to be a stream', () => {
    const choices = chooseTab(fold(sending), firstChoices, 'request');
    assert.equal(activeTab(fold(sending, head('sse')), choices), 'request');
  });

  it('fall back where the tab chosen does not apply', () => {
    assert.equal(activeTab(fold(sending, head()), { ...firstChoices, response: 'tests' }), 'body');
  });

  it('show failing tests in their count', () => {
    const tab = tabsOf(fold(test(true), test(false), test(false))).find((t) => t.id === 'tests');
    assert.deepEqual([tab?.count, tab?.countWords, tab?.tone], ['2 of 3 failed', '2 of 3 failed', 'failed']);
  });
});

describe('kept choices', () => {
  it('come back as they were kept', () => {
    const choices = {
      stream: 'events',
      chat: 'text',
      response: 'headers',
      runId: 'r',
      pinned: true,
      clicked: { runId: 'r', tab: 'tests' },
      modes: [['text/html', 'raw']],
      wrap: true,
      events: {
        runId: 'r',
        filter: { types: ['tick'], query: { text: 'x', regex: true, matchCase: false }, comments: true },
        look: { clock: true, seams: false, detail: true, bytes: false },
      },
      filter: { runId: 'r', path: '$.a' },
    } as const;
    assert.deepEqual(readChoices(JSON.parse(JSON.stringify(choices))), choices);
  });

  it('are as at first where they are none', () => {
    for (const kept of [
      undefined,
      null,
      1,
      'x',
      [],
      { stream: 'gone', response: 7, clicked: { runId: 1, tab: 'body' }, mode: 'x', wrap: 1 },
      { events: { runId: 'r', filter: { types: 1 }, look: {} } },
      { events: { runId: 'r', filter: { types: null, query: null, comments: false }, look: null } },
      { filter: { runId: 'r', path: 1 } },
    ]) {
      assert.deepEqual(readChoices(kept), firstChoices);
    }
  });
});

describe('seams of a stream', () => {
  const seam = (index: number, text: string): ToPanel => ({ type: 'seam', runId, index, text });

  it('stand before the event that came next; the last of tries that brought nothing counts', () => {
    const run = fold(head('sse'), events(2), seam(2, 'first'), seam(2, 'second'), events(5), seam(5, 'third'));
    assert.deepEqual(
      [...run.seams],
      [
        [2, 'second'],
        [5, 'third'],
      ],
    );
  });

  it('are the newest ones where there are many', () => {
    const run = fold(...Array.from({ length: seamLimit + 10 }, (_, n) => seam(n, `seam ${n}`)));
    assert.equal(run.seams.size, seamLimit);
    assert.equal(run.seams.get(9), undefined);
    assert.equal(run.seams.get(seamLimit + 9), `seam ${seamLimit + 9}`);
  });
});

describe('the announcements for a screen reader', () => {
  it('are one sentence a turn', () => {
    assert.equal(announcementOf(null), '');
    assert.equal(announcementOf(fold(sending)), 'Sending GET users');
    assert.equal(announcementOf(fold(head(), test(true), finished('complete'))), '200 OK, Successful. 12 ms. 20 B. 1 test passed');
    assert.equal(announcementOf(fold(finished('failed'))), 'Failed. No such host. Check the name');
    assert.equal(announcementOf(fold(head('sse'), events(7), finished('cancelled'))), '200 OK, Successful. Cancelled. 7 events');
  });

  it('report that a connection is not secure, until its end', () => {
    const tls = { version: 'TLSv1.3', cipher: 'X', verified: false, problem: null, chain: [] };
    const unchecked: ToPanel = { type: 'connected', runId, address: '127.0.0.1:443', reused: false, proxy: null, tls };
    assert.equal(announcementOf(fold(unchecked, head())), '200 OK, Successful. Not secure');
    assert.equal(announcementOf(fold(unchecked, head(), finished('complete'))), '200 OK, Successful. Not secure. 12 ms. 20 B');
  });

  it('contain a request without a title by its method and URL once', () => {
    const run = fold(sending);
    assert.ok(run !== null);
    const untitled = { ...run, started: { ...run.started, name: 'GET http://h/x' } };
    assert.equal(announcementOf(untitled), 'Sending GET http://h/x');
  });

  it('report the first event of a stream', () => {
    assert.equal(announcementOf(fold(head('sse'))), '200 OK, Successful. Stream is live');
    assert.equal(announcementOf(fold(head('sse'), events(1))), '200 OK, Successful. Stream is live, first event received');
  });

  it('do not change with each event', () => {
    assert.equal(announcementOf(fold(head('sse'), events(1))), announcementOf(fold(head('sse'), events(900))));
  });
});
