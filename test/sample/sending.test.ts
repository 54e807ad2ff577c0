import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSampleServer } from '../../sample/server.mjs';
import { makeFolder, runReq, type Folder } from '../support/command.ts';

const sample = fileURLToPath(new URL('../../sample/collection/', import.meta.url));
const files = fs
  .readdirSync(sample, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.req') && !/(?:collection|folder)\.req$/.test(name));

describe('the sample collection, sent whole', () => {
  let server: Awaited<ReturnType<typeof startSampleServer>>;
  let folder: Folder;

  before(async () => {
    server = await startSampleServer({ port: 0 });
    folder = makeFolder();
    fs.cpSync(sample, folder.path, { recursive: true });
    // Its own server, no half a minute of the stream that one is to cancel, and no limit that a busy machine can miss.
    for (const name of files) {
      const file = path.join(folder.path, name);
      const text = fs
        .readFileSync(file, 'utf8')
        .replaceAll('http://127.0.0.1:4010', server.url)
        .replace('@max-time 30s', '@max-time 500ms')
        .replace('duration < 5000', 'duration < 100000')
        .replace('duration).to.be.below(5000)', 'duration).to.be.below(100000)');
      fs.writeFileSync(file, text);
    }
  });

  after(async () => {
    folder.remove();
    await server.close();
  });

  for (const name of files) {
    it(`passes its own checks in ${name}`, async () => {
      const { code, stderr } = await runReq(['send', name, '--all', '--var', `host=${server.url}`], { cwd: folder.path });
      assert.equal(code, 0, stderr);
    });
  }

  it('passes its own checks in one run of the folder, request by request', async () => {
    const { code, stdout, stderr } = await runReq(['run', '.', '--var', `host=${server.url}`, '--json'], { cwd: folder.path });
    assert.equal(code, 0, `${stderr}\n${stdout}`);
    const { requests, summary } = JSON.parse(stdout) as {
      requests: readonly { readonly file: string; readonly verdict: string }[];
      summary: { readonly requests: { readonly failed: number; readonly notRun: number } };
    };
    // All of it is disabled: somebody must answer.
    const run = files.map((f) => f.replaceAll('\\', '/')).filter((f) => f !== '10-asking.req');
    assert.deepEqual([...new Set(requests.map((r) => r.file))].toSorted(), run.toSorted());
    assert.deepEqual([summary.requests.failed, summary.requests.notRun], [0, 0]);
  });
});
