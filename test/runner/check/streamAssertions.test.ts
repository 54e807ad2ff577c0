import assert from 'node:assert/strict';
import { sendRun, type SendRun } from '../../support/sendRun.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { end, request, type Step } from '../../support/faultServer/steps.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;
const tokens = [
  event('start', '{}'),
  event('token', '{"t": "Hel", "n": 1}'),
  event('token', '{"t": "lo", "n": 2}'),
  event('done', '[DONE]'),
];

/** Messages of the assertions; null for those that hold. */
const messagesOf = ({ events }: SendRun): readonly (string | null)[] =>
  events.flatMap((e) => (e.kind === 'test' ? [e.result.message] : []));

describe('an assertion on a running stream', () => {
  let server: FaultServer | undefined;
  afterEach(() => server?.close());

  const sendTo = async (steps: readonly Step[], assertions: readonly string[], before = ''): Promise<SendRun> => {
    server = await startFaultServer([request, ...steps]);
    return sendRun({ 'a.req': `${before}GET ${server.url}\n\n${assertions.map((a) => `?? ${a}\n`).join('')}` });
  };

  const holding = [
    'any event.data == "[DONE]"',
    'any event == done',
    'any event.data.n > 1',
    'any event.data.$..n == [2]',
    'any event.data.$.n > 1',
    'no event.data.$..error exists',
    'events where event.data.$.n >= 1 count == 2',
    'any event.data.t matches ^lo$',
    'every event.data exists',
    'every event.data !isNumber',
    'no event.data.error exists',
    'no event == error',
    'events where event == token count == 2',
    'events where event == token and event.data.n >= 2 count 1',
    'events where event.data.t exists count between 1 and 2',
    'event done within 50s',
    'event done exists',
    'event error !exists',
    'event error !within 50s',
    'event start before event done',
    'event done after event token',
    'event done !before event start',
    'ttfe < 50s',
    'ttfe between 0 and 50s',
    'ttfe within 50s',
    'gap < 50s',
    'gap within 50s',
    'text contains Hello',
  ];
  it('holds over all events', async () => {
    const { events, result } = await sendTo(
      [head, ...tokens, end],
      holding.map((a) => a.replace('count 1', 'count == 1')),
      '# @text t\n',
    );
    assert.equal(result.outcome, 'complete');
    const failed = events.flatMap((e) => (e.kind === 'test' && !e.result.passed ? [`${e.result.name}: ${e.result.message}`] : []));
    assert.deepEqual(failed, []);
    assert.equal(events.filter((e) => e.kind === 'test').length, holding.length);
  });

  const failing: readonly (readonly [string, RegExp])[] = [
    ['any event.data.n > 2', /^none of 4 events fulfills it; the last, event 3: .*$/],
    ['every event.data isObject', /^event 3: expected an object, got "\[DONE\]"$/],
    ['no event == done', /^event 3 fulfills it: \[DONE\]$/],
    ['events where event == token count >= 3', /^expected a count >= 3, got 2 of \d+ events$/],
    ['events where event == token count < 2', /^expected a count < 2, got 2 of \d+ events$/],
    ['event error within 50s', /^no event error arrived among 4 events$/],
    ['event done before event start', /^the event start arrived first, as event 0$/],
    ['event start before event never', /^no event never arrived, only start$/],
    ['event start !exists', /^the event start arrived$/],
    ['event start !within 50s', /^the event start arrived within 50s$/],
    ['ttfe < 0ms', /^(?:expected < 0 ms, got [\d.]+ ms|no event arrived within 0 ms)$/],
    ['gap > 50s', /^expected > 50000 ms, got [\d.]+ ms after event \d$/],
    ['every event.data.n exists', /^event 0: expected a value, got none: event\.data has no property n/],
    ['no event.data.t exists', /^event 1 fulfills it: /],
    ['usage.output < 5', /^the events have no usage of a language model$/],
    ['any event.data matches (a+)+$', /may be too slow for each event/],
    ['no event.data matches (a+)+$', /^event 0: the regular expression \(a\+\)\+\$ may be too slow for each event/],
    ['no event.data !matches (a+)+$', /^event 0: the regular expression \(a\+\)\+\$ may be too slow for each event/],
    ['every event.data !matches (a+)+$', /^event 0: the regular expression \(a\+\)\+\$ may be too slow for each event/],
    ['events where event.data matches (a+)+$ count < 5', /^event 0: the regular expression \(a\+\)\+\$ may be too slow for each event/],
    ['no event.data matches (', /^event 0: .*not a regular expression/],
  ];
  for (const [written, why] of failing) {
    it(`fails with a reason: ?? ${written}`, async () => {
      const { events } = await sendTo([head, ...tokens, end], [written]);
      const [test] = events.flatMap((e) => (e.kind === 'test' ? [e.result] : []));
      assert.equal(test?.passed, false);
      assert.match(test.message ?? '', why);
    });
  }

  for (const written of [
    'any event.data.$..*..*..*..* exists',
    'every event.data.$..*..*..*..* exists',
    'no event.data.$..*..*..*..* exists',
    'every event.data.$..*..*..*..* !exists',
    'events where event.data.$..*..*..*..* exists count < 5',
  ])
    it(`fails and ends the stream at a path that exceeds the time limit: ?? ${written}`, async () => {
      const run = await sendTo([head, event('deep', '['.repeat(800) + ']'.repeat(800)), { do: 'hold' }], [written]);
      assert.match(
        messagesOf(run)[0] ?? '',
        /^event 0: the path \$\.\.\*\.\.\*\.\.\*\.\.\* (?:takes longer than 50 ms|selects more than 1,000,000 values)/,
      );
    });

  it('ends the stream as soon as it can no longer pass, and reports it', async () => {
    const run = await sendTo([head, ...tokens, { do: 'hold' }], ['every event.data isObject', 'any event == never']);
    assert.equal(run.result.outcome, 'ended');
    assert.deepEqual(run.console, ['The stream was ended: every event.data isObject can no longer pass.']);
    assert.match(messagesOf(run)[1] ?? '', /the stream was ended before$/);
  });

  for (const [written, pieces] of [
    ['event done within 50ms', [tokens[0]]],
    ['ttfe < 50ms', []],
    ['gap < 50ms', [tokens[0]]],
  ] as const)
    it(`ends the stream when its time is over: ?? ${written}`, async () => {
      const { result, events } = await sendTo([head, ...(pieces as readonly string[]), { do: 'hold' }], [written]);
      assert.equal(result.outcome, 'ended');
      assert.equal(events.find((e) => e.kind === 'test')?.result.passed, false);
    });

  it('fails on a response that is no stream', async () => {
    const run = await sendTo(['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', end], ['no event.data.error exists']);
    assert.deepEqual(messagesOf(run), ['the response is not a stream']);
  });

  it('fails on a stream without events, where there was nothing to judge', async () => {
    const run = await sendTo([head, end], ['every event.data isObject', 'any event == a', 'gap < 1s', 'ttfe < 50s']);
    assert.deepEqual(messagesOf(run), Array<string>(4).fill('the stream had no events'));
  });

  it('accepts values of variables that are known before sending', async () => {
    const run = await sendTo([head, ...tokens, end], ['any event == {{last}}', 'any event == {{first}}'], '@last = done\n@first = begin\n');
    assert.deepEqual(messagesOf(run), [null, 'none of 4 events fulfills it; the last, event 3: expected "begin", got "done"']);
  });
});

describe('@until', () => {
  let server: FaultServer | undefined;
  afterEach(() => server?.close());

  it('ends a stream successfully as soon as its assertion holds', async () => {
    server = await startFaultServer([request, head, ...tokens, event('late', '{}'), { do: 'hold' }]);
    const { result, events, console } = await sendRun({
      'a.req': `@end = [DONE]\n# @until any event.data == "{{end}}"\nGET ${server.url}\n\n?? events.length == 4\n`,
    });
    assert.equal(result.outcome, 'ended');
    assert.deepEqual(console, ['The stream was ended: @until any event.data == "{{end}}" holds.']);
    assert.equal(events.find((e) => e.kind === 'test')?.result.passed, true);
  });

  for (const written of [
    'any event.data matches (a+)+$',
    'no event.data matches (a+)+$',
    'events where event.data matches (a+)+$ count > 1',
  ])
    it(`fails and ends the stream if it cannot be evaluated: ${written}`, async () => {
      server = await startFaultServer([request, head, ...tokens, { do: 'hold' }]);
      const { result } = await sendRun({ 'a.req': `# @until ${written}\nGET ${server.url}\n` });
      assert.equal(result.outcome, 'failed');
      assert.match(result.failure?.message ?? '', /^# @until .* cannot be evaluated: event 0: the regular expression .* may be too slow/);
    });

  it('sends nothing if it cannot be read', async () => {
    const { result } = await sendRun({ 'a.req': '# @until body == 1\nGET http://localhost:1\n' });
    assert.match(result.failure?.message ?? '', /body is known only at the end/);
    assert.equal(result.failure?.at?.line, 1);
  });
});
