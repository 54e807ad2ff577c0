import assert from 'node:assert/strict';
import { valueToJson } from '../../../src/base/values/value.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendOptions, type SendRun } from '../../support/sendRun.ts';

/** A path on a thousand nested arrays that takes minutes. */
const endless = '$[?@..[?@..[?@..*[0].nope]]]';

describe('a JSONPath that takes long', () => {
  let recorder: Recorder;
  let body = '';
  before(async () => {
    recorder = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  after(() => recorder.close());

  const send = (line: string, options: SendOptions = {}): Promise<SendRun> =>
    sendRun({ 'a.req': `GET ${recorder.url}/\n\n${line}\n?? status == 200\n` }, options);
  const nested = '['.repeat(1000) + ']'.repeat(1000);
  const script = { timeMs: 1500, memory: 64 << 20 };

  for (const line of ['?? body.$ exists', '?? body.$ matchesSchema {}', '?? body.$ matchesSnapshot', '@found << body.$'])
    it(`leaves this thread free, so that the run can be cancelled at once: ${line}`, async () => {
      body = nested;
      const stop = new AbortController();
      const { result } = await send(
        line.replace('$', () => endless),
        {
          signal: stop.signal,
          limits: { script: { ...script, timeMs: 3_600_000 } },
          // Far beyond the time that the path has on this thread.
          onEvent: (e) => e.kind === 'head' && setTimeout(() => stop.abort(), 300),
        },
      );
      assert.equal(result.outcome, 'cancelled');
    });

  it('leaves this thread free in a large body too, where a signal cannot end the process', async () => {
    body = `[${nested}, "${'x'.repeat(1024 * 1024)}"]`;
    const stop = new AbortController();
    const { result } = await send(`?? body.$[0]${endless.slice(1)} exists`, {
      signal: stop.signal,
      limits: { script: { ...script, timeMs: 20_000 } },
      onEvent: (e) => e.kind === 'head' && setTimeout(() => stop.abort(), 1000),
    });
    assert.equal(result.outcome, 'cancelled');
  });

  it('selects the values of a large body as they are written', async () => {
    body = `{"n": [${Array.from({ length: 4000 }, (_, n) => `${n}.50`).join()}], "x": "${'x'.repeat(1024 * 1024)}"}`;
    const { tests, variable } = await send('@found << body.$.n[?$..none || @ == 7.5]\n?? body.$.n[?$..none || @ == 7.5] length == 1');
    assert.deepEqual(tests, ['+ body.$.n[?$..none || @ == 7.5] length == 1', '+ status == 200']);
    assert.equal(valueToJson(variable('found') ?? null), '[7.50]');
  });

  it('fails its assertion at the limit of scripts, and the others are checked', async () => {
    body = nested;
    const { events } = await send(`?? body.${endless} !exists`, { limits: { script } });
    const [first, second] = events.flatMap((e) => (e.kind === 'test' ? [e.result] : []));
    assert.match(first?.message ?? '', /takes longer than 1\.5 s\. Use a path with fewer/);
    assert.equal(second?.passed, true);
  });

  it('selects the values as they are written', async () => {
    // The first part of the filter reads all values for each of them.
    body = `{"n": [${Array.from({ length: 1500 }, (_, n) => `${n}.50`).join()}, "ü", {"b": 12345678901234567890.10, "a": null}]}`;
    const filter = '?$..none || @ == 7.5 || @.a == null';
    const { tests, variable } = await send(`@found << body.$.n[${filter}]\n?? body.$.n[${filter}] length == 2`);
    assert.deepEqual(tests, ['+ body.$.n[?$..none || @ == 7.5 || @.a == null] length == 2', '+ status == 200']);
    assert.equal(valueToJson(variable('found') ?? null), '[7.50,{"b":12345678901234567890.10,"a":null}]');
  });
});
