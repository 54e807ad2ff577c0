import assert from 'node:assert/strict';
import type { SnapshotMode, TestResult } from '../../../src/runner/index.ts';
import { memoryHost, sendRun } from '../../support/sendRun.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { root } from '../../support/memoryWorkspace.ts';

describe('?? body matchesSnapshot', () => {
  let recorder: Recorder;
  let answer: string;
  const files = new Map<string, string>();

  before(async () => {
    recorder = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
    );
  });
  after(() => recorder.close());
  beforeEach(() => files.clear());

  /** Sends a request with these assertions; the snapshots are in `files`. */
  async function send(
    body: string,
    assertions: string,
    snapshots: SnapshotMode = 'write',
    secrets: Readonly<Record<string, string>> = {},
  ): Promise<readonly TestResult[]> {
    answer = body;
    const text = `### Get it: all\nGET ${recorder.url}/?a={{$secret.KEY | default ""}}\n\n${assertions}\n`;
    const { events } = await sendRun(
      { 'api/a.req': text, 'a.req': text },
      {
        snapshots,
        host: {
          readFile: (path) => Promise.resolve(files.has(path) ? Buffer.from(files.get(path) as string) : undefined),
          writeSnapshot: (path, content) => Promise.resolve(void files.set(path, content)),
          secret: (name) => Promise.resolve(secrets[name] ?? 'none'),
        },
      },
    );
    return events.flatMap((e) => (e.kind === 'test' ? [e.result] : []));
  }
  const path = `${root}/__snapshots__/a.Get-it-all.snap`;

  it('keeps the first body, formatted with every digit and key unchanged, and then compares', async () => {
    const [first] = await send('{"b":1.10,"a":12345678901234567890,"b":2}', '?? body matchesSnapshot');
    assert.equal(first?.passed, true);
    assert.deepEqual([...files], [[path, '{\n  "b": 1.10,\n  "a": 12345678901234567890,\n  "b": 2\n}\n']]);
    assert.equal((await send('{ "b": 1.10, "a":12345678901234567890,"b":2}', '?? body matchesSnapshot', 'compare'))[0]?.passed, true);
    const [other] = await send('{"b":1.1,"a":12345678901234567890,"b":2}', '?? body matchesSnapshot');
    assert.equal(other?.passed, false);
    assert.match(other?.message ?? '', /differs from __snapshots__\/a\.Get-it-all\.snap at line 2/);
    assert.deepEqual([other?.expected?.split('\n')[1], other?.actual?.split('\n')[1]], ['  "b": 1.10,', '  "b": 1.1,']);
    assert.match(files.get(path) ?? '', /1\.10/, 'a failure changes nothing');
  });

  it('fails without a snapshot if none may be written, and writes none', async () => {
    const [result] = await send('{}', '?? body matchesSnapshot', 'compare');
    assert.equal(result?.passed, false);
    assert.match(result?.message ?? '', /there is no snapshot/);
    assert.equal(files.size, 0);
  });

  it('keeps the new body on demand', async () => {
    await send('{"a":1}', '?? body matchesSnapshot');
    assert.equal((await send('{"a":2}', '?? body matchesSnapshot', 'update'))[0]?.passed, true);
    assert.equal(files.get(path), '{\n  "a": 2\n}\n');
  });

  it('leaves out ignored values, by path, element and quoted key', async () => {
    const body = (n: number): string => `{"at":${n},"items":[{"id":${n},"x":1},{"id":${n + 1},"x":2}],"a key":{"b":${n}},"kept":1}`;
    const assertion = '?? body matchesSnapshot ignoring at, $.items[*].id, ["a key"].b';
    assert.equal((await send(body(1), assertion))[0]?.passed, true);
    assert.equal((await send(body(7), assertion, 'compare'))[0]?.passed, true);
    assert.equal((await send(body(7).replace('"kept":1', '"kept":2'), assertion, 'compare'))[0]?.passed, false);
    assert.match(files.get(path) ?? '', /"at": "<ignored>"/);
  });

  it('keeps parts, headers and text, each assertion its own', async () => {
    const results = await send(
      '{"list":[1.0,2]}',
      '?? body.list matchesSnapshot\n?? header Content-Type matchesSnapshot\n?? body.gone matchesSnapshot',
    );
    assert.deepEqual(
      results.map((r) => r.passed),
      [true, true, false],
    );
    assert.deepEqual([...files.values()], ['[\n  1.0,\n  2\n]\n', 'application/json\n']);
  });

  it('is the same where line ends were changed on the way', async () => {
    await send('{"a":1}', '?? body matchesSnapshot');
    files.set(path, (files.get(path) ?? '').replaceAll('\n', '\r\n'));
    assert.equal((await send('{"a":1}', '?? body matchesSnapshot', 'compare'))[0]?.passed, true);
  });

  it('keeps no secret', async () => {
    await send('{"key":"s3cr3t-key"}', '?? body matchesSnapshot', 'write', { KEY: 's3cr3t-key' });
    assert.equal(files.get(path), '{\n  "key": "•••"\n}\n');
  });

  it('reports a failed write', async () => {
    answer = '{}';
    const { events } = await sendRun({ 'a.req': `GET ${recorder.url}/\n\n?? body matchesSnapshot\n` }, { host: memoryHost(new Map(), {}) });
    const [result] = events.flatMap((e) => (e.kind === 'test' ? [e.result] : []));
    assert.match(result?.message ?? '', /cannot be written here/);
  });
});
