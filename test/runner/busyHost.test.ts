import assert from 'node:assert/strict';
import { sendRun } from '../support/sendRun.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Characters from which work on a text is announced. */
const large = 1 << 20;

describe('work during which Ctrl+C cannot reach the command', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.close());

  async function announced(rest: string): Promise<number> {
    let times = 0;
    const busy = async <T>(work: () => T | Promise<T>): Promise<T> => {
      times++;
      return work();
    };
    const { result } = await sendRun({ 'a.req': `### first\nGET ${server.url}/\n\n${rest}` }, { host: { busy } });
    assert.equal(result.outcome, 'complete');
    return times;
  }

  it('is announced to the host for a file with a very long block', async () => {
    assert.equal(await announced(`### long\nPOST ${server.url}/\n\n${'x'.repeat(large)}\n`), 1);
  });

  it('is not announced for each of many short requests of a long file, because that delays them', async () => {
    assert.equal(await announced(`### next\nGET ${server.url}/a/rather/long/path\n\n`.repeat(large / 32)), 0);
  });
});
