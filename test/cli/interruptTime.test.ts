import assert from 'node:assert/strict';
import fs from 'node:fs';
import { makeFolder, startReq, type Folder } from '../support/command.ts';
import { largeApi } from '../support/largeApi.ts';
import { interrupted, longestDeaf, measuresDeafness } from '../support/deafness.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';

/**
 * Milliseconds of processor time: 15 to 40 on a fast machine, and up to four times as much on a slow or shared one. Blocking work took 100
 * to 4,447 on a fast one.
 */
const most = 200;
const secret = 's3cret-of-many-letters';
const env = { REQ_SECRET_K: secret };

const answer = (type: string, body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const events = (count: number): string => answer('text/event-stream', 'data: {"n":1,"text":"an event of a stream"}\n\n'.repeat(count));
const secretEvent = (): string => answer('text/event-stream', `data: ${`${secret} x `.repeat(1_000_000)}\n\n`);
const list = (): string =>
  answer('application/json', JSON.stringify(Array.from({ length: 250_000 }, (_, id) => ({ id, name: `user ${id}`, on: true }))));
const members = (): string =>
  answer(
    'application/json',
    JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`k${i}`, { a: `text ${i} of a member` }]))),
  );

describe('the time until Ctrl+C ends the command', () => {
  let folder: Folder;
  let recorder: Recorder;
  let response = '';
  before(async function () {
    if (!measuresDeafness) this.skip();
    folder = makeFolder({});
    recorder = await startRecorder(() => response);
  });
  after(async () => {
    folder?.remove();
    await recorder?.close();
  });

  const get = (): string => `GET ${recorder.url}/\nX-Key: {{$secret.K}}\n`;

  for (const [what, body, text, args] of [
    ['a report of an event full of secrets', secretEvent, get, ['run', 'a.req', '--reporter', 'json']],
    ['a report of many events', () => events(90_000), get, ['run', 'a.req', '--reporter', 'json']],
    ['the JSON of many events', () => events(90_000), get, ['send', 'a.req', '--json']],
    ['the shape of a long list', list, () => `${get()}\n?? body matchesShape\n`, ['send', 'a.req', '--body-only', '--update-snapshots']],
    [
      'the shape of many members',
      members,
      () => `${get()}\n?? body matchesShape\n`,
      ['send', 'a.req', '--body-only', '--update-snapshots'],
    ],
    [
      'a request with a million placeholders',
      () => answer('text/plain', 'ok'),
      () => `@a = 1\nPOST ${recorder.url}/\n\n${'{{a}}\n'.repeat(1_000_000)}`,
      ['send', 'a.req'],
    ],
  ] as const)
    it(`is short in every phase of ${what}`, async () => {
      response = body();
      folder.write('a.req', text());
      const { code, stderr, longest } = await longestDeaf(args, folder, env);
      assert.equal(code, 0, stderr);
      assert.ok(longest < most, `${longest} ms`);
    });

  it('is short in every phase of a run with a large OpenAPI document', async () => {
    response = answer('application/json', '{"m1": "a"}');
    folder.write('api.json', largeApi());
    folder.write('a.req', `# @openapi api.json\n\n###\nPOST ${recorder.url}/repos/me/r1\nContent-Type: application/json\n\n{"m1": "a"}\n`);
    const { code, stderr, longest } = await longestDeaf(['run', 'a.req', '--contract'], folder, env);
    assert.equal(code, 0, stderr);
    assert.ok(longest < most, `${longest} ms`);
  });

  it('is short while many events arrive that --json is to print, and the first of them are printed', async () => {
    // The stream goes on.
    response = events(90_000).replace(/Content-Length.*\r\n/, '');
    folder.write('a.req', get());
    const sent = recorder.requests.length;
    const { process: child, ended } = await startReq(['send', 'a.req', '--json'], { cwd: folder.path, env });
    await until('the events are sent', () => recorder.requests.length > sent);
    const { code, time } = await interrupted(child);
    const { stdout } = await ended;
    assert.equal(code, 130);
    assert.ok(time < most, `${time} ms`);
    const printed = JSON.parse(stdout) as { events: readonly unknown[] };
    assert.ok(printed.events.length <= 200, `${printed.events.length}`);
  });

  for (const args of [
    ['send', 'a.req', '--jsonl'],
    ['run', 'a.req', '--reporter', 'json'],
  ])
    it(`is short while an event full of secrets is printed by req ${args.join(' ')}, which is not a success`, async () => {
      response = secretEvent();
      folder.write('a.req', get());
      const { process: child, untilOut, ended } = await startReq(args, { cwd: folder.path, env });
      await untilOut('x ••• x •••');
      const { code, time } = await interrupted(child);
      assert.equal(code, 130);
      assert.ok(time < most, `${time} ms`);
      const { stdout } = await ended;
      assert.ok(stdout.length < response.length / 8, `${stdout.length}`);
      assert.equal(stdout.includes(secret), false);
      if (args[0] === 'run') assert.equal((JSON.parse(stdout) as { summary: { ended: { why: string } } }).summary.ended.why, 'cancelled');
    });

  it('does not end before a report is complete', async () => {
    response = secretEvent();
    folder.write('a.req', get());
    const { stdout } = await longestDeaf(['run', 'a.req', '--reporter', 'json'], folder, env);
    const [request] = (JSON.parse(fs.readFileSync(stdout, 'utf8')) as { requests: readonly { text: string; events: { data: string }[] }[] })
      .requests;
    const whole = '••• x '.repeat(1_000_000);
    assert.ok(request?.text === whole && request.events[0]?.data === whole);
  });
});
