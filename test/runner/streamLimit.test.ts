import assert from 'node:assert/strict';
import { neededBy } from '../../src/runner/check/subjectValue.ts';
import { Received } from '../../src/runner/run/exchange/receivedBody.ts';
import { sendRun } from '../support/sendRun.ts';
import { startFaultServer, type FaultServer } from '../support/faultServer/faultServer.ts';
import { end, request } from '../support/faultServer/steps.ts';

const count = 700_000;

describe('a stream with more events than are kept', () => {
  let server: FaultServer | undefined;
  beforeEach(async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
    server = await startFaultServer([request, head, { do: 'repeat', bytes: 'data:x\n\n', times: count }, end]);
  });
  afterEach(() => server?.close());

  it('is judged over all of it, or not at all', async () => {
    const assertions = [
      [`events.length == ${count}`, true],
      ['events.length < 650000', false],
      ['events[0].data == x', true],
      [`events[${count - 1}].data == x`, 'limit'],
      [`events[${count - 1}].data != y`, 'limit'],
      [`events[${count - 1}] exists`, 'limit'],
      [`events[${count - 1}] !exists`, 'limit'],
      [`events[${count}] !exists`, true],
      ['events !exists', 'limit'],
      ['events != []', 'limit'],
      ['events contains 1', 'limit'],
      ['text contains xx', true],
      ['body contains x', 'limit'],
      [`size == ${8 * count}`, true],
    ] as const;
    const { result, events } = await sendRun({
      'a.req': `GET ${server?.url}\n\n${assertions.map(([written]) => `?? ${written}\n`).join('')}`,
    });
    assert.equal(result.outcome, 'complete');
    const tests = events.flatMap((e) => (e.kind === 'test' ? [e.result] : []));
    for (const [at, [written, wanted]] of assertions.entries()) {
      assert.equal(tests[at]?.passed, wanted === true, `${written}: ${tests[at]?.message}`);
      assert.equal(/64 MiB/.test(tests[at]?.message ?? ''), wanted === 'limit', `${written}: ${tests[at]?.message}`);
    }
    assert.match(tests[3]?.message ?? '', /^events\[699999\] cannot be read: only the first \d{6} of the stream's 700000 events are kept/);
  });

  it('fails a script, which would see only some of them', async () => {
    const { result } = await sendRun({
      'a.req': `GET ${server?.url}\n\n> {% tool.expect(response.events.length).to.be.below(650000) %}\n`,
    });
    assert.equal(result.failure?.kind, 'limit');
    assert.match(result.failure?.message ?? '', /64 MiB/);
  });
});

describe('a stream of which few events are looked at', () => {
  it('keeps those and counts all', () => {
    for (const most of [0, 3]) {
      const received = new Received(true, undefined, undefined, most);
      for (let index = 0; index < 10; index++)
        received.keepEvent({ index, at: 0, event: 'message', data: 'x', id: '', retry: null, complete: true });
      assert.equal(received.events.length, most);
      assert.equal(received.eventCount, 10);
    }
  });

  it('is one whose assertions look at the number of events, at single ones, the text or the head alone', () => {
    for (const left of [
      'events.length',
      'status',
      'text',
      'body',
      'body.a[0]',
      'header Content-Type',
      'size',
      'duration',
      'events["length"]',
      'events[-1]',
    ])
      assert.equal(neededBy([{ left: { text: left } }]).events, 0, left);
    assert.equal(neededBy([{ left: { text: 'events[0].data' } }]).events, 1);
    assert.equal(neededBy([{ left: { text: 'events[12]' } }]).events, 13);
    for (const left of ['events', 'events.lengths', 'events["x"].data'])
      assert.equal(neededBy([{ left: { text: left } }]).events, Number.POSITIVE_INFINITY, left);
  });
});
