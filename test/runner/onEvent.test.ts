import assert from 'node:assert/strict';
import { ScriptVariables } from '../../src/runner/index.ts';
import { givingTime } from '../support/givingTime.ts';
import { sendRun, type SendOptions, type SendRun } from '../support/sendRun.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';

describe('tool.onEvent', () => {
  let server: TestServer;
  let streams: StreamServer;
  before(async () => {
    server = await startServer();
    streams = await startStreamServer();
  });
  after(async () => {
    streams.close();
    await server.close();
  });

  const send = (script: string, target: string, options: SendOptions = {}): Promise<SendRun> =>
    sendRun({ 'a.req': `### feed\n< {%\n${script}\n%}\nGET ${target.startsWith('http') ? target : server.url + target}\n` }, options);
  const eventsOf = (run: SendRun): number => run.events.filter((e) => e.kind === 'event').length;

  it('sees each event as it arrives, whole and in order', async () => {
    const variables = new ScriptVariables();
    const begun = streams.feeds.length;
    const running = send('tool.onEvent((e) => tool.setVar("seen", [...(tool.getVar("seen") ?? []), e]));', streams.url, { variables });
    const feed = await until('the stream has begun', () => streams.feeds[begun]);
    const seen = (count: number): Promise<unknown> =>
      until(`${count} events are seen`, () => {
        const all = variables.find('seen')?.value as readonly ReadonlyMap<string, unknown>[] | undefined;
        return all?.length === count ? all.map((e) => [e.get('event'), e.get('data'), e.get('id'), e.get('retry')]) : undefined;
      });
    feed.write('event: hello\nid: 1\nretry: 5\ndata: é😀\ndata: b\n\n');
    assert.deepEqual(await seen(1), [['hello', 'é😀\nb', '1', 5]]);
    feed.write('data: 2\n\ndata: 3\n\ndata: cut');
    feed.end();
    const { result, events } = await running;
    assert.equal(result.outcome, 'complete', result.failure?.message);
    assert.deepEqual(
      ((await seen(3)) as unknown[][]).map((e) => e[1]),
      ['é😀\nb', '2', '3'],
    );
    assert.deepEqual(
      events.flatMap((e) => (e.kind === 'variables' ? [[...e.set.keys()]] : [])),
      [['seen']],
    );
  });

  it('works for NDJSON, with several functions and scripts, each to the end of its promise', async () => {
    const { result, variable, console } = await sendRun({
      'collection.req': '< {%\n  tool.onEvent(() => console.log("outer"));\n%}\n',
      'a.req': `### feed\n< {%\n  const order = [];\n  tool.onEvent(async (e) => { await tool.sleep(1); order.push("a" + e.data); });\n  tool.onEvent((e) => { order.push("b" + e.data); tool.setVar("order", order); });\n%}\nGET ${server.url}/ndjson?count=3\n`,
    });
    assert.equal(result.outcome, 'complete', result.failure?.message);
    const order = variable('order') as string[];
    assert.deepEqual(
      order.map((o) => o[0]),
      ['a', 'b', 'a', 'b', 'a', 'b'],
    );
    assert.deepEqual(console, ['outer', 'outer', 'outer']);
  });

  it('ends the stream by tool.cancel, and the received part is the response', async () => {
    const run = await send('tool.onEvent((e) => { if (e.data === \'{"n":2}\') tool.cancel(); });', '/sse/endless');
    assert.equal(run.result.outcome, 'ended', run.result.failure?.message);
    assert.equal(run.result.failure, undefined);
    assert.ok(eventsOf(run) >= 3);
    await server.untilOpen(0);
  });

  it('stops the whole run by tool.stop', async () => {
    const { result, console } = await send('tool.onEvent(() => tool.stop("enough"));', '/sse/endless');
    assert.deepEqual([result.outcome, result.stopped], ['ended', 'enough']);
    assert.equal(console.at(-1), 'Stopped by a script: enough');
  });

  it('runs before the scripts that get the response', async () => {
    const { result, console } = await sendRun({
      'a.req': `### feed\n< {%\n  tool.onEvent((e) => { console.log(e.data); if (e.data.includes("1")) tool.cancel(); });\n%}\nGET ${server.url}/sse?count=2\n\n?? events.length == 2\n> {%\n  console.log(response.events.length);\n%}\n`,
    });
    assert.equal(result.failure, undefined);
    assert.deepEqual(console, ['{"n":0}', '{"n":1}', '2']);
  });

  for (const [what, listener, message] of [
    ['that throws', '(e) => { e.data.nope.x }', "TypeError: cannot read property 'x' of undefined"],
    ['whose promise is rejected', 'async () => { await null; throw new Error("later"); }', 'Error: later'],
    [
      'that skips',
      '() => tool.skip()',
      'TypeError: tool.skip was called too late: the request was already sent; tool.cancel() ends its stream',
    ],
    ['that waits for nothing', '() => new Promise(() => {})', 'the script awaits a promise that nothing will ever settle'],
  ] as const)
    it(`fails the run for a function ${what}, and keeps the received part`, async () => {
      const run = await send(`\n  tool.onEvent(${listener});`, '/sse?count=3&interval=20');
      assert.equal(run.result.outcome, 'failed');
      assert.equal(run.result.failure?.message, message);
      assert.equal(run.result.failure.at?.file, '/ws/a.req');
      if (!message.includes('settle')) assert.equal(run.result.failure.at.line, 4);
      assert.ok(eventsOf(run) >= 1);
    });

  for (const [what, listener] of [
    ['that does not end', '() => { for (;;); }'],
    ['that never looks up', '() => { Array(1e9).join("x"); }'],
  ] as const)
    it(`fails the run for a function ${what}, and keeps the received part`, () =>
      givingTime(async (times) => {
        const run = await send(`\n  tool.onEvent(${listener});`, '/sse?count=3&interval=20', {
          limits: { script: { timeMs: 500 * times, memory: 64 << 20 } },
        });
        assert.equal(run.result.outcome, 'failed');
        assert.match(run.result.failure?.message ?? '', /^the script ran longer than [\d.]+ m?s and was stopped$/);
        assert.equal(run.result.failure?.at?.file, '/ws/a.req');
        assert.ok(eventsOf(run) >= 1);
      }));

  it('has the time limit of a whole script for each call', async () => {
    await givingTime(async (times) => {
      const { result } = await send(
        `  tool.onEvent(() => { const until = Date.now() + ${200 * times}; while (Date.now() < until); });`,
        '/sse?count=5',
        { limits: { script: { timeMs: 700 * times, memory: 64 << 20 } } },
      );
      // After the end of the stream there is the time of one.
      assert.equal(result.outcome, 'complete', result.failure?.message);
    });
  });

  it('never delays the stream: it misses events if it is too slow, and the console shows how many', async () => {
    // How long the script is waited for after the end of the stream, too.
    const run = await send('tool.onEvent(async () => { await tool.sleep(50); });', '/sse?count=30000', {
      limits: { script: { timeMs: 5000, memory: 64 << 20 } },
    });
    assert.equal(run.result.outcome, 'complete', run.result.failure?.message);
    assert.equal(eventsOf(run), 30_000);
    assert.match(run.console[0] ?? '', /^warn: The script is slower than its stream/);
    const missed = Number(/missed (\d+) events/.exec(run.console.at(-1) ?? '')?.[1]);
    assert.ok(missed > 19_000 && missed < 30_000, run.console.at(-1));
  });

  it('keeps up with thirty thousand events, in flat memory', async () => {
    const run = await send('  let n = 0;\n  tool.onEvent((e) => { n++; if (n % 1000 === 0) tool.setVar("n", n); });', '/sse?count=30000', {
      limits: { script: { timeMs: 60_000, memory: 24 << 20 } },
    });
    assert.equal(run.result.outcome, 'complete', run.result.failure?.message);
    assert.ok((run.variable('n') as number) >= 10_000);
  });

  it('ends at once with the run that is cancelled', async () => {
    const stop = new AbortController();
    const { result } = await send('tool.onEvent(async () => { await tool.sleep(60000); });', '/sse/endless', {
      signal: stop.signal,
      onEvent: (e) => {
        if (e.kind === 'event' && e.event.index === 10) stop.abort();
      },
    });
    assert.equal(result.outcome, 'cancelled');
  });

  for (const [what, target] of [
    ['is no stream', '/json'],
    ['is empty', '/sse?count=0'],
    ['does not come', 'http://127.0.0.1:1/'],
  ] as const)
    it(`gets nothing of a response that ${what}`, async () => {
      const { console } = await send('tool.onEvent(() => console.log("seen"));', target);
      assert.deepEqual(console, []);
    });

  it('can send other requests', async () => {
    const { result, variable } = await sendRun({
      'a.req': `### json\nGET ${server.url}/json\n\n### feed\n< {%\n  tool.onEvent(async () => { tool.setVar("status", (await tool.send("json")).status); });\n%}\nGET ${server.url}/sse?count=2\n`,
    });
    assert.equal(result.outcome, 'complete', result.failure?.message);
    assert.equal(variable('status'), 200);
  });

  for (const [call, message] of [
    ['tool.onEvent()', 'TypeError: tool.onEvent(fn): fn must be a function'],
    ['for (;;) tool.onEvent(() => 1)', 'RangeError: a script can call tool.onEvent at most 100 times'],
  ] as const)
    it(`refuses ${call}`, async () => {
      assert.equal((await send(call, '/json')).result.failure?.message, message);
    });

  it('is for scripts before the request', async () => {
    const { result } = await sendRun({ 'a.req': `GET ${server.url}/json\n\n> {%\n  tool.onEvent(() => 1);\n%}\n` });
    assert.match(result.failure?.message ?? '', /^TypeError: tool\.onEvent is only for scripts before the request/);
  });
});
