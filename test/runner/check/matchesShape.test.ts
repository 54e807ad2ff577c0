import assert from 'node:assert/strict';
import type { SnapshotMode, TestResult } from '../../../src/runner/index.ts';
import { root } from '../../support/memoryWorkspace.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun } from '../../support/sendRun.ts';

describe('?? body matchesShape', () => {
  let recorder: Recorder;
  let answer: string;
  const files = new Map<string, string>();
  const path = `${root}/__snapshots__/a.Get.shape.snap`;

  before(async () => {
    recorder = await startRecorder(() => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`);
  });
  after(() => recorder.close());
  beforeEach(() => files.clear());

  async function send(body: string, snapshots: SnapshotMode = 'write'): Promise<TestResult | undefined> {
    answer = body;
    const { events } = await sendRun(
      { 'a.req': `### Get\nGET ${recorder.url}\n\n?? body matchesShape\n` },
      {
        snapshots,
        host: {
          readFile: (file) => Promise.resolve(files.has(file) ? Buffer.from(files.get(file) as string) : undefined),
          writeSnapshot: (file, text) => Promise.resolve(void files.set(file, text)),
        },
      },
    );
    return events.flatMap((e) => (e.kind === 'test' ? [e.result] : []))[0];
  }

  it('keeps members and types, and accepts other values', async () => {
    assert.equal((await send('{"id": 1, "tags": ["a"]}'))?.passed, true);
    assert.deepEqual([...files.keys()], [path]);
    assert.equal((await send('{"tags": [], "id": 2}', 'compare'))?.passed, true);
  });

  it('names a member of another type, a missing one and a new one', async () => {
    await send('{"id": 1, "tags": ["a"]}');
    assert.match(
      (await send('{"id": "1", "tags": ["a"]}'))?.message ?? '',
      /a\.Get\.shape\.snap: body\.id is "1" and must be an integer .*--update-snapshots/,
    );
    assert.match((await send('{"id": 1}'))?.message ?? '', /body lacks "tags"/);
    assert.match((await send('{"id": 1, "tags": [], "new": 1}'))?.message ?? '', /body has "new", which the schema does not allow/);
  });

  it('is replaced by an update, and keeps what conforms', async () => {
    await send('[{"id": 1}, {"id": 2, "nick": "a"}]');
    const kept = files.get(path);
    assert.equal((await send('[{"id": 1}]', 'update'))?.passed, true);
    assert.equal(files.get(path), kept);
    assert.equal((await send('[{"id": "a"}]', 'update'))?.passed, true);
    assert.notEqual(files.get(path), kept);
  });

  it('is not written where snapshots are only compared', async () => {
    assert.match((await send('{}', 'compare'))?.message ?? '', /there is no snapshot/);
    assert.equal(files.size, 0);
  });
});
