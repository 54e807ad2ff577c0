import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startSampleServer } from '../../sample/server.mjs';
import { makeFolder, runReq } from '../support/command.ts';

describe('the example of the whole language', () => {
  it('runs unchanged against the sample server, its stream cut after two events', async () => {
    const sample = await startSampleServer({ port: 0 });
    const text = fs.readFileSync(path.resolve(import.meta.dirname, '../fixtures/example.req'), 'utf8');
    const folder = makeFolder({ 'example.req': text.replace(/@host = \S+/, `@host = ${sample.url}`) });
    try {
      const around = { cwd: folder.path, env: { REQ_SECRET_API_KEY: 'top-secret-key' } };
      const { code, stdout, stderr } = await runReq(['send', 'example.req', '--all', '--json', '--max-events', '2'], around);
      assert.equal(code, 0, stderr);
      const [created, feed] = JSON.parse(stdout) as { response: { status: number }; tests: { passed: boolean }[]; events: unknown[] }[];
      assert.equal(created?.response.status, 201);
      assert.deepEqual(
        created.tests.map((t) => t.passed),
        [true, true],
      );
      assert.equal(feed?.events.length, 2);
      assert.ok(!(stdout + stderr).includes('top-secret-key'), 'the secret shows');
    } finally {
      folder.remove();
      await sample.close();
    }
  });
});
