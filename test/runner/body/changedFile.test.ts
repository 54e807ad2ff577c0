import assert from 'node:assert/strict';
import { mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';
import type { Host } from '../../../src/runner/index.ts';

describe('a file of a body', () => {
  let server: Recorder;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    server = await startRecorder();
    folder = await mkdtemp(path.join(tmpdir(), 'req-'));
    file = path.join(folder, 'body.txt');
    await writeFile(file, 'allowed');
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const send = (host: Partial<Host>): Promise<SendRun> => sendRun({ 'a.req': `POST ${server.url}/\n\n< ${file}\n` }, { host });
  const replace = async (): Promise<void> => {
    await writeFile(`${file}.new`, 'another');
    await rename(`${file}.new`, file);
  };

  it('is not sent where it was replaced after its path was checked', async () => {
    const { result } = await send({
      mayRead: () => Promise.resolve(true),
      async maySend() {
        await replace();
        return true;
      },
    });
    assert.match(result.failure?.message ?? '', /body\.txt was changed or replaced after it was checked, and is not sent/);
    assert.ok(server.requests.every((r) => !r.body.includes('another')));
  });

  it('is asked for again where it was replaced while its path was checked', async () => {
    let asked = 0;
    const { result } = await send({
      async mayRead() {
        if (asked++ === 0) await replace();
        return true;
      },
    });
    assert.equal(result.failure, undefined);
    assert.equal(asked, 2);
    assert.deepEqual(
      server.requests.map((r) => r.body),
      ['another'],
    );
  });

  it('is not sent where a link led to another file only while its path was checked', async () => {
    const link = path.join(folder, 'link.txt');
    const outside = path.join(folder, 'outside.txt');
    await writeFile(outside, 'outside');
    await symlink(outside, link);
    const lead = async (to: string): Promise<void> => {
      await symlink(to, `${link}.new`);
      await rename(`${link}.new`, link);
    };
    const { result } = await sendRun(
      { 'a.req': `POST ${server.url}/\n\n< ${link}\n` },
      {
        host: {
          async mayRead(asked) {
            await lead(file);
            const real = await realpath(asked);
            await lead(outside);
            return real !== (await realpath(outside));
          },
        },
      },
    );
    assert.notEqual(result.failure, undefined);
    assert.deepEqual(server.requests, []);
  });

  it('is another one for the host once it has changed', async () => {
    const files: (readonly string[])[] = [];
    const host: Partial<Host> = {
      mayRead: () => Promise.resolve(true),
      maySend: ({ files: sent }) => Promise.resolve(files.push(sent) > 0),
    };
    await send(host);
    await send(host);
    await writeFile(file, 'changed');
    await send(host);
    assert.equal(files[0]?.length, 1);
    assert.deepEqual(files[1], files[0]);
    assert.notDeepEqual(files[2], files[0]);
  });
});
