import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import { KeptBody } from '../../src/runner/index.ts';
import { sendRun } from '../support/sendRun.ts';
import { startServer, type TestServer } from '../support/server.ts';

const size = 65 << 20;

function spooled(): readonly string[] {
  const own = fs.readdirSync(os.tmpdir()).find((name) => name.startsWith(`req-bodies-${process.pid}-`));
  return own === undefined ? [] : fs.readdirSync(`${os.tmpdir()}/${own}`);
}

describe('a body that is too large to be shown whole', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.close());

  it('has a status and a size for assertions, and an error for its text', async () => {
    const before = spooled();
    const { result, tests, events } = await sendRun({
      'a.req': `# @name large\nGET ${server.url}/bytes/${size}\n\n?? status == 200\n?? size == ${size}\n?? body == x\n`,
    });
    assert.equal(result.outcome, 'complete');
    const results = events.flatMap((e) => (e.kind === 'test' ? [e.result] : []));
    assert.deepEqual(
      results.map((t) => t.passed),
      [true, true, false],
      tests.join(),
    );
    assert.match(results[2]?.message ?? '', /larger than the 64 MiB that scripts and assertions can read/);
    assert.deepEqual(spooled(), before);
  });

  it('fails a script, with the reason', async () => {
    const { result } = await sendRun({ 'a.req': `GET ${server.url}/bytes/${size}\n\n> {% response.status %}\n` });
    assert.equal(result.failure?.kind, 'limit');
    assert.match(result.failure?.message ?? '', /larger than the 64 MiB/);
  });

  it('is complete for each reader, as long as it is used', async () => {
    const before = spooled();
    const body = new KeptBody();
    const { result } = await sendRun({ 'a.req': `GET ${server.url}/bytes/${size}\n\n?? status == 200\n` }, { body });
    assert.equal(result.outcome, 'complete');
    assert.deepEqual([body.size, body.received, body.failure], [size, size, undefined]);
    assert.equal(Buffer.from(body.read(size - 3, size + 3)).toString(), 'xxx');
    assert.equal(spooled().length, before.length + 1);
    body.release();
    assert.deepEqual(spooled(), before);
  });
});
